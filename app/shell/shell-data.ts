import { useRouteLoaderData } from "@remix-run/react";
import { useRef } from "react";
import type { Brand, Locale, Realm } from "~/realms/realm";
import type { NoticeType } from "~/ui/banner";
import type { Theme } from "~/ui/theme";

/** Data about the user for the shell; `null` if signed out. */
export type ShellUser = {
  /** Owner of posted forms. */
  uid: string;
  /** What the user is called. */
  name: string;
  isEmployee: boolean;
  isStudent: boolean;
  isGuardian: boolean;
  isSuperUser: boolean;
  /** A family that bought its own subscription. */
  isConsumer: boolean;
  /** A step-up is possible for this user and would have an effect. */
  isOfferedStepUp: boolean;
  /** The actual user while impersonating. */
  actor: { name: string } | null;
  /** The selected child profile of a family; null for the account's owner and other users. */
  child: ShellChild | null;
  /** The device is joined to that child: only its reading is open. */
  isJoinedDevice: boolean;
};

export type ShellChild = {
  id: string;
  /** Empty if the service is unavailable. */
  name: string;
  /** Name of a picture; null if the service is unavailable. */
  avatar: string | null;
};

export type ShellData = {
  realm: Realm;
  brand: Brand;
  locale: Locale;
  theme: Theme;
  user: ShellUser | null;
  /** The browser connects by plain HTTP from another host, so it rejects the session cookie. */
  refusesCookies: boolean;
  /** URL of the portal's admin area; `null` if not configured. */
  adminUrl: string | null;
  /** URLs of the realm's help and feedback pages; null if not configured. */
  supportUrl: string | null;
  feedbackUrl: string | null;
  /** Families can sign up: the realm accepts payments. */
  isSignupOpen: boolean;
  /** Sent with a redirect, shown once. */
  notice: { id: string; type: NoticeType; message: string } | null;
  /** Id of the notice, set even if the user disabled confirmations. */
  doneId: string | null;
};

/** Limits the user's data to what the shell shows, since it is sent to the browser. */
export function shellUserOf(
  user: Omit<ShellUser, "isOfferedStepUp" | "child" | "isJoinedDevice"> & {
    preferredName: string | null;
    canEscalate: boolean;
    mayStepUp: boolean;
  },
  child: ShellChild | null = null,
  isJoinedDevice = false,
): ShellUser {
  const { uid, name, preferredName, isEmployee, isStudent, isGuardian, isSuperUser, isConsumer, actor } = user;
  return {
    uid,
    name: preferredName ?? name,
    isEmployee,
    isStudent,
    isGuardian,
    isSuperUser,
    isConsumer,
    isOfferedStepUp: user.canEscalate && user.mayStepUp,
    actor: actor && { name: actor.name },
    child,
    isJoinedDevice,
  };
}

/** Data of the root loader; undefined if the root itself failed. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData("root") as ShellData | undefined;
}

/** Changes after each successful action that redirected here; used as a key, it resets forms. */
export function useDoneKey(): string | undefined {
  const last = useRef<string>();
  const doneId = useShellData()?.doneId;
  if (doneId) last.current = doneId;
  return last.current;
}
