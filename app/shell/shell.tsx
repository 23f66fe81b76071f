import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "~/ui/classes";
import { LoaderBar } from "./loader-bar";
import { SystemStatusBar } from "./status-bars";
import { BottomNavigation, TopBar, type TopBarProps } from "./top-bar";

type ShellProps = TopBarProps & {
  children: ReactNode;
  /** Full width; the page sets its own margins. */
  isWide?: boolean;
  footer?: ReactNode;
};

/** Layout of a page: skip link, status bars, top bar, content, bottom navigation, loading bar. */
export function Shell({ children, isWide, footer, ...topBar }: ShellProps) {
  const { t } = useTranslation("shell");
  const tabs = topBar.tabs ?? [];
  return (
    <div className="flex min-h-dvh flex-col [--sticky-top:4rem] short:[--sticky-top:0px]">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:start-4 focus:top-2"
      >
        {t("skip")}
      </a>
      <LoaderBar />
      <SystemStatusBar />
      <TopBar {...topBar} />
      <main
        id="main"
        tabIndex={-1}
        className={classes(
          "w-full flex-1 outline-none",
          !isWide && "mx-auto max-w-[86rem] px-4 py-6 md:px-8 md:py-8",
          tabs.length > 0 && "max-narrow:pb-24 short:pb-6",
        )}
      >
        {children}
      </main>
      {footer}
      <BottomNavigation tabs={tabs} />
    </div>
  );
}
