import { Link, useLocation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Icon, type IconShape } from "~/ui/icon";
import {
  ExternalLink,
  House,
  LayoutGrid,
  LifeBuoy,
  Lock,
  LogIn,
  LogOut,
  Menu,
  MessageCircle,
  ShieldCheck,
  Smile,
  UserRound,
  UsersRound,
} from "~/ui/icons";
import { useClosingDetails } from "./closing-details";
import { LogOutLink } from "./log-out-link";
import { type BurgerItem, burgerItems, type MenuItemId } from "./menu-items";
import type { ShellData } from "./shell-data";
import { ThemeChoice } from "./theme-switch";
import { versionLabel } from "./version";

const icons: Record<MenuItemId, IconShape> = {
  home: House,
  whoIsReading: Smile,
  profile: UserRound,
  manageUsers: UsersRound,
  admin: LayoutGrid,
  support: LifeBuoy,
  escalateLogin: ShieldCheck,
  feedback: MessageCircle,
  logOut: LogOut,
  logIn: LogIn,
};

type BurgerMenuProps = Pick<ShellData, "user" | "theme" | "adminUrl" | "supportUrl" | "feedbackUrl">;

/** The burger menu: a details element that opens without script; with script, Escape and a click outside close it. */
export function BurgerMenu({ user, theme, ...urls }: BurgerMenuProps) {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const box = useClosingDetails();
  const items = burgerItems({ user, path: pathname + search, ...urls });
  return (
    <details ref={box} className="group relative">
      <summary
        className="flex size-12 items-center justify-center rounded-control text-ink transition hover:bg-primary-tint group-open:bg-primary-tint"
        aria-label={t("menu.label")}
      >
        <Icon of={Menu} size={24} />
      </summary>
      <div className="absolute end-0 top-full z-40 mt-2 max-h-[calc(100dvh-5rem)] w-[min(19rem,calc(100vw-2rem))] animate-appear overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-high">
        {user && (
          <p className="truncate px-3 pt-2 pb-3 font-semibold text-ink">
            {user.child ? t("readingAs", { name: user.child.name }) : user.name}
          </p>
        )}
        <nav aria-label={t("menu.label")}>
          <ul>
            {items.map((item) => (
              <li key={item.id} className={item.onSmallScreensOnly ? "narrow:hidden" : undefined}>
                <ItemLink item={item} t={t} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-2 border-line border-t px-3 pt-3 pb-2">
          <ThemeChoice current={theme} returnTo={pathname + search} t={t} />
        </div>
      </div>
    </details>
  );
}

function ItemLink({ item, t }: { item: BurgerItem; t: TFunction }) {
  const content = (
    <>
      <Icon of={icons[item.id]} className="text-ink-soft" />
      <span className="flex-1">{item.id === "admin" ? t("admin") : t(`menu.${item.id}`)}</span>
      {item.isForParents && (
        <span className="flex items-center gap-1 text-14 text-ink-soft">
          <Icon of={Lock} size={16} />
          {t("menu.forParents")}
        </span>
      )}
      {item.isExternal && <Icon of={ExternalLink} size={16} className="text-ink-faint" />}
      {item.id === "logOut" && (
        <span className="text-14 text-ink-soft tabular-nums">{t("version", { version: versionLabel })}</span>
      )}
    </>
  );
  if (item.id === "logOut") {
    return (
      <LogOutLink href={item.href} className="menu-row">
        {content}
      </LogOutLink>
    );
  }
  if (item.isExternal) {
    return (
      <a href={item.href} className="menu-row" target="_blank" rel="noreferrer">
        {content}
      </a>
    );
  }
  return (
    <Link to={item.href} className="menu-row">
      {content}
    </Link>
  );
}
