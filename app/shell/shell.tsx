import { useFetchers, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "~/ui/classes";
import { SystemStatusBar } from "./status-bars";
import { BottomNavigation, TopBar, type TopBarProps } from "./top-bar";

type ShellProps = TopBarProps & {
  children: ReactNode;
  /** Full width; the page sets its own margins. */
  isWide?: boolean;
  footer?: ReactNode;
};

/** Layout of a page: skip link, status bars, top bar, content with the loading bar, bottom navigation. */
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
      <SystemStatusBar />
      <TopBar {...topBar} />
      <main
        id="main"
        tabIndex={-1}
        className={classes(
          "w-full flex-1 outline-none",
          !isWide && "mx-auto max-w-[86rem] px-4 py-6 md:px-8 md:py-8",
          tabs.length > 0 && !footer && "max-narrow:pb-24 short:pb-6",
        )}
      >
        <LoaderBar />
        {children}
      </main>
      {/* Above the bottom navigation, which covers the end of the page on phones. */}
      {footer && <div className={classes(tabs.length > 0 && "bg-sunken max-narrow:pb-20 short:pb-0")}>{footer}</div>}
      <BottomNavigation tabs={tabs} />
    </div>
  );
}

/** Number of pending requests of this page. docs/product/control-panel.md#states. */
function usePendingCount(): number {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  return (navigation.state === "idle" ? 0 : 1) + fetchers.filter(({ state }) => state !== "idle").length;
}

/** A thin progress bar at the top of the window while requests are pending. It belongs into a landmark. */
function LoaderBar() {
  const { t } = useTranslation("ui");
  if (usePendingCount() === 0) return null;
  return (
    <div
      role="progressbar"
      aria-label={t("loading")}
      className="fixed inset-x-0 top-0 z-50 h-1 animate-late overflow-hidden bg-accent-tint"
    >
      <div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
    </div>
  );
}
