import { Link, NavLink, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AnimalPicture } from "~/ui/animal-picture";
import { LinkButton } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Icon, type IconShape } from "~/ui/icon";
import { LogIn } from "~/ui/icons";
import { brandName } from "./brand";
import { BurgerMenu } from "./burger-menu";
import { Logo } from "./logo";
import { logInPath } from "./menu-items";
import { type ShellChild, useShellData } from "./shell-data";

export type TabButton = {
  to: string;
  icon: IconShape;
  /** Translated. */
  name: string;
  /** Current only on this exact path. */
  isExact?: boolean;
  /** Loads a new document: the reader has its own content security policy. */
  isDocument?: boolean;
};

export type TopBarProps = {
  /** Target of the logo; the start page by default. */
  logoTo?: string;
  tabs?: readonly TabButton[];
  /** Public pages: signed-out users on a wide screen see 'Log in' here. */
  isPublic?: boolean;
  /** Workplace of an employee, shown below the name on a wide screen. */
  place?: string | null;
  /** Before the logo (the drawer's toggle). */
  before?: ReactNode;
};

/** Top bar, 64 px high: logo, tabs, log-in or admin link, menu. docs/product/shell.md#screens. */
export function TopBar({ logoTo = "/", tabs = [], isPublic = false, place = null, before }: TopBarProps) {
  const { t } = useTranslation("shell");
  const shell = useShellData();
  const { pathname, search } = useLocation();
  const user = shell?.user ?? null;
  const brand = shell?.brand ?? "fabel";
  return (
    <header className="sticky top-0 z-30 h-16 border-line border-b bg-paper short:relative print:hidden has-[[data-drawer][open]]:z-40">
      <div className="mx-auto flex h-full max-w-[86rem] items-center gap-1 px-4 narrow:gap-3 md:px-8">
        {before && <div className="-ms-3">{before}</div>}
        <Link
          to={logoTo}
          aria-label={t("logo", { name: brandName(brand) })}
          className="me-2 flex items-center rounded-control"
        >
          <Logo brand={brand} />
        </Link>
        {tabs.length > 0 && (
          <nav aria-label={t("tabs")} className="hidden h-full items-stretch gap-1 narrow:flex">
            {tabs.map((tab) => (
              <NavLink
                key={tab.to}
                to={tab.to}
                end={tab.isExact}
                className={({ isActive }) =>
                  classes(
                    "inline-flex items-center gap-2 border-b-3 px-3 pt-0.75 font-semibold transition hover:text-primary",
                    isActive ? "border-primary text-primary" : "border-transparent text-ink-soft",
                  )
                }
              >
                <Icon of={tab.icon} />
                {tab.name}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="-me-3 ms-auto flex items-center gap-2">
          {user?.isEmployee && shell?.adminUrl && (
            <a
              href={shell.adminUrl}
              className="hidden min-h-11 items-center px-2 font-semibold text-primary hover:underline narrow:inline-flex"
            >
              {t("admin")}
            </a>
          )}
          {isPublic && !user && (
            <span className="hidden narrow:inline-flex">
              <LinkButton to={logInPath(pathname + search)} variant="primary" icon={LogIn} rel="nofollow">
                {t("menu.logIn")}
              </LinkButton>
            </span>
          )}
          {user?.child && <ReadingAs child={user.child} isFixed={user.isJoinedDevice} />}
          {(user?.isEmployee || user?.isStudent) && (
            <span className="hidden max-w-72 text-end leading-tight narrow:block">
              <span className="block truncate font-semibold">{user.name}</span>
              {place && <span className="block truncate text-14 text-ink-soft">{place}</span>}
            </span>
          )}
          <BurgerMenu
            user={user}
            theme={shell?.theme ?? "system"}
            adminUrl={shell?.adminUrl ?? null}
            supportUrl={shell?.supportUrl ?? null}
            feedbackUrl={shell?.feedbackUrl ?? null}
          />
        </div>
      </div>
    </header>
  );
}

/** Selected child profile of a family, with a link to change it unless the device is joined to the child; small screens show only the picture. */
function ReadingAs({ child, isFixed }: { child: ShellChild; isFixed: boolean }) {
  const { t } = useTranslation("shell");
  const name = (
    <span className="block max-w-40 truncate font-semibold leading-tight">{t("readingAs", { name: child.name })}</span>
  );
  if (isFixed) {
    return (
      <span className="flex min-h-11 items-center gap-2 px-1 narrow:px-2">
        {child.avatar && <AnimalPicture name={child.avatar} size={32} />}
        <span className="max-narrow:sr-only">{name}</span>
      </span>
    );
  }
  return (
    <Link
      to="/who-is-reading"
      className="flex min-h-11 items-center gap-2 rounded-control px-1 transition hover:bg-primary-tint narrow:px-2"
    >
      {child.avatar && <AnimalPicture name={child.avatar} size={32} />}
      <span className="max-narrow:sr-only">
        {name}
        <span className="block text-14 text-primary leading-tight">{t("changeReader")}</span>
      </span>
    </Link>
  );
}

/** The tabs at the bottom of small screens, within reach of the thumb. */
export function BottomNavigation({ tabs }: { tabs: readonly TabButton[] }) {
  const { t } = useTranslation("shell");
  if (tabs.length === 0) return null;
  return (
    <nav
      aria-label={t("tabs")}
      className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] short:static narrow:hidden"
    >
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={tab.isExact}
          className={({ isActive }) =>
            classes(
              "flex min-h-16 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-14",
              isActive ? "font-semibold text-primary" : "text-ink-soft",
            )
          }
        >
          <Icon of={tab.icon} size={24} />
          <span className="max-w-full truncate">{tab.name}</span>
        </NavLink>
      ))}
    </nav>
  );
}
