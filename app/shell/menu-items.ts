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
  /** Links to another site. */
  isExternal?: boolean;
  /** Requires the parents' password first. */
  isForParents?: boolean;
  /** Shown only if the top bar has no room for it. */
  onSmallScreensOnly?: boolean;
};

type Place = {
  user: ShellUser | null;
  /** Path and query of the current page. */
  path: string;
  /** Admin area of the portal, for users with access; null if not configured. */
  adminUrl?: string | null;
  /** Configured per realm; null if not configured. */
  supportUrl: string | null;
  feedbackUrl: string | null;
};

/**
 * URL of the login page with a redirect back to a page. If that is a login page itself, its own redirect is passed on.
 * @param path path and query of the current page
 */
export function logInPath(path: string): string {
  const url = new URL(path, "http://here.invalid");
  const back = /^\/login(\/|$)/.test(url.pathname) ? url.searchParams.get("redirect") : path;
  return back === null ? "/login" : `/login?redirect=${encodeURIComponent(back)}`;
}

/** URL for logging out; after impersonation it returns to the impersonated person's page. */
export function logOutPath(user: ShellUser): string {
  if (!user.actor) return "/logout";
  const kind = user.isStudent ? "students" : user.isGuardian ? "guardians" : "employees";
  return `/logout?${new URLSearchParams({ redirect: `/controlpanel/${kind}/${user.uid}` })}`;
}

/** Items of the burger menu in the order of the requirements, by condition. docs/product/shell.md#screens. */
export function burgerItems({ user, path, adminUrl = null, supportUrl, feedbackUrl }: Place): BurgerItem[] {
  const here = encodeURIComponent(path);
  const isHome = path.replace(/\?.*/, "") === "/";
  const items: (BurgerItem | false | null)[] = [
    !isHome && { id: "home", href: "/" },
    user?.isConsumer === true && !user.isJoinedDevice && { id: "whoIsReading", href: "/who-is-reading" },
    user !== null &&
      !user.isJoinedDevice && { id: "profile", href: "/profile", ...(user.child ? { isForParents: true } : {}) },
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
