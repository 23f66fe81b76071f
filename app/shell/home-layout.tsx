import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { BookOpen, BookPlus, LayoutGrid, PanelLeft, Settings, UserRound, UsersRound } from "~/ui/icons";
import { useDrawer } from "./closing-details";
import { Footer } from "./footer";
import { panelListHref } from "./list-address";
import { Shell } from "./shell";
import { useShellData } from "./shell-data";
import type { TabButton } from "./top-bar";

/** Tabs: 'My services', the bookshelf and, except for paying families, 'Settings'. docs/product/shell.md#screens, home layout. */
function useHomeTabs(): TabButton[] {
  const { t } = useTranslation("shell");
  const user = useShellData()?.user;
  const { pathname } = useLocation();
  if (!user) return [];
  // A child's device has books alone.
  if (user.isJoinedDevice) return [{ to: "/bookshelf", icon: BookOpen, name: t("home.bookshelf") }];
  const services = { to: "/", icon: LayoutGrid, name: t("home.services"), isExact: true };
  // The bookshelf has two URLs; its tab is current on both.
  const bookshelf = {
    to: pathname === "/shelves" ? pathname : "/bookshelf",
    icon: BookOpen,
    name: t("home.bookshelf"),
  };
  const settings = { to: "/settings", icon: Settings, name: t("home.settings") };
  return user.isConsumer ? [services, bookshelf] : [services, bookshelf, settings];
}

type HomeLayoutProps = {
  children: ReactNode;
  isWide?: boolean;
  /** Whether the page is public: signed-out users see the shell of public pages. */
  isPublic?: boolean;
  /** Whether the page ends with the footer of public pages: where families look for terms and their contract. */
  hasFooter?: boolean;
};

/** Layout of the services area: tabs, and a drawer with services. */
export function HomeLayout({ children, isWide, isPublic, hasFooter }: HomeLayoutProps) {
  const tabs = useHomeTabs();
  return (
    <Shell
      tabs={tabs}
      isWide={isWide}
      isPublic={isPublic}
      before={tabs.length > 0 && <ServiceDrawer tabs={tabs} />}
      footer={hasFooter && <Footer />}
    >
      {children}
    </Shell>
  );
}

/** Services other than the tabs; personal items are in the burger menu. */
function useServices(): TabButton[] {
  const { t } = useTranslation("shell");
  const user = useShellData()?.user;
  const isSchoolStaff = user?.isEmployee === true && !user.isSuperUser;
  return [
    ...(user?.isJoinedDevice
      ? []
      : [{ to: "/reader/test-player", icon: BookPlus, name: t("home.ownBook"), isDocument: true }]),
    ...(user?.isStudent ? [{ to: "/join", icon: UsersRound, name: t("home.joinClass") }] : []),
    ...(isSchoolStaff
      ? [
          { to: panelListHref("/controlpanel/students"), icon: UserRound, name: t("home.students") },
          { to: panelListHref("/controlpanel/groups"), icon: UsersRound, name: t("home.groups") },
        ]
      : []),
  ];
}

function ServiceDrawer({ tabs }: { tabs: readonly TabButton[] }) {
  const { t } = useTranslation("shell");
  const box = useDrawer();
  const services = useServices();
  const link = (tab: TabButton) => (
    <li key={tab.to}>
      <Link
        to={tab.to}
        replace={!tab.isDocument}
        reloadDocument={tab.isDocument}
        className="flex min-h-12 items-center gap-3 rounded-control px-3 hover:bg-primary-tint"
      >
        <Icon of={tab.icon} className="text-primary" />
        {tab.name}
      </Link>
    </li>
  );
  return (
    <details ref={box} data-drawer="" className="group">
      <summary
        aria-label={t("home.drawer")}
        className="flex size-12 items-center justify-center rounded-control text-ink transition hover:bg-primary-tint group-open:bg-primary-tint"
      >
        <Icon of={PanelLeft} size={24} />
      </summary>
      <div>
        <div className="pointer-events-none absolute inset-x-0 top-full h-[calc(100dvh-4rem)] animate-appear bg-scrim" />
        <nav
          aria-label={t("home.drawer")}
          className="absolute start-0 top-full z-40 h-[calc(100dvh-4rem)] w-[min(18rem,85vw)] animate-slide-in overflow-y-auto border-line border-e bg-raised p-3 shadow-high"
        >
          <ul>{tabs.map(link)}</ul>
          <ul className="mt-3 border-line border-t pt-3">{services.map(link)}</ul>
        </nav>
      </div>
    </details>
  );
}
