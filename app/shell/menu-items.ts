import type { ShellUser } from "./shell-data";

export type MenuItemId =
  | "home"
  | "whoIsReading"
  | "profile"
  | "manageUsers"
  | "admin"
  | "support"
  | "escalateLogin"
  | "feedback"
  | "logOut"
  | "logIn";

export type BurgerItem = {
  id: MenuItemId;
  href: string;
  /** Leads away from the product. */
  isExternal?: boolean;
  /** Asks for the parents' password first. */
  isForParents?: boolean;
  /** Only where the top bar has no room for it. */
  onSmallScreensOnly?: boolean;
};

type Place = {
  user: ShellUser | null;
  /** Path and query of the page at hand. */
  path: string;
  /** The portal's admin area, for those who may go there; null where none is set. */
  adminUrl?: string | null;
  /** The realm's own; null where none is set. */
  supportUrl: string | null;
  feedbackUrl: string | null;
};

/**
 * The log-in page with the way back to a page. A log-in page is no way back: the one that it was given itself is passed on.
 * @param path path and query of the page at hand
 */
export function logInPath(path: string): string {
  const url = new URL(path, "http://here.invalid");
  const back = /^\/login(\/|$)/.test(url.pathname) ? url.searchParams.get("redirect") : path;
  return back === null ? "/login" : `/login?redirect=${encodeURIComponent(back)}`;
}

/** Whoever acts as somebody comes back to that person's page, which they left for it. */
export function logOutPath(user: ShellUser): string {
  if (!user.actor) return "/logout";
  const kind = user.isStudent ? "students" : user.isGuardian ? "guardians" : "employees";
  return `/logout?${new URLSearchParams({ redirect: `/controlpanel/${kind}/${user.uid}` })}`;
}

/** The rows of the burger menu in the order of the requirements, each under its condition. docs/product/shell.md#screens. */
export function burgerItems({ user, path, adminUrl = null, supportUrl, feedbackUrl }: Place): BurgerItem[] {
  const here = encodeURIComponent(path);
  const isHome = path.replace(/\?.*/, "") === "/";
  const items: (BurgerItem | false | null)[] = [
    !isHome && { id: "home", href: "/" },
    user?.isConsumer === true && { id: "whoIsReading", href: "/who-is-reading" },
    user && { id: "profile", href: "/profile", ...(user.child ? { isForParents: true } : {}) },
    user?.isEmployee === true && {
      id: "manageUsers",
      href: user.isSuperUser ? "/controlpanel/beta/manage" : "/controlpanel",
    },
    adminUrl !== null && { id: "admin", href: adminUrl, isExternal: true, onSmallScreensOnly: true },
    supportUrl !== null && { id: "support", href: supportUrl, isExternal: true },
    user?.isEmployee === true &&
      user.isOfferedStepUp && { id: "escalateLogin", href: `/login/escalate?redirect=${here}` },
    user !== null &&
      !user.isStudent &&
      !user.isGuardian &&
      feedbackUrl !== null && { id: "feedback", href: feedbackUrl, isExternal: true },
    user && { id: "logOut", href: logOutPath(user) },
    user === null && { id: "logIn", href: logInPath(path), onSmallScreensOnly: true },
  ];
  return items.filter((item): item is BurgerItem => Boolean(item));
}
