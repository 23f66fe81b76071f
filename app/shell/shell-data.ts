import { useRouteLoaderData } from "@remix-run/react";
import { useRef } from "react";
import type { Brand, Locale, Realm } from "~/realms/realm";
import type { NoticeType } from "~/ui/banner";
import type { Theme } from "./theme";

/** What the shell knows of the person; `null` for a visitor. */
export type ShellUser = {
  /** What forms are marked with. */
  uid: string;
  name: string;
  isEmployee: boolean;
  isStudent: boolean;
  isGuardian: boolean;
  isSuperUser: boolean;
  /** A family that bought a subscription itself. */
  isConsumer: boolean;
  /** Escalation would change something for this login, and is theirs to prove. */
  isOfferedStepUp: boolean;
  /** Who is really there while somebody acts as this user. */
  actor: { name: string } | null;
  /** The child of a family who reads; null for the account's owner and everybody else. */
  child: ShellChild | null;
};

export type ShellChild = {
  id: string;
  /** Empty where the service that knows it cannot be reached. */
  name: string;
  /** Name of a drawing; null with the name. */
  avatar: string | null;
};

export type ShellData = {
  realm: Realm;
  brand: Brand;
  locale: Locale;
  theme: Theme;
  user: ShellUser | null;
  /** The browser came by plain http from another machine, and keeps no cookie of a session. */
  refusesCookies: boolean;
  /** To the portal's admin area; `null` where none is set. */
  adminUrl: string | null;
  /** Where this realm's people find help, and where they say what they think; null where none is set. */
  supportUrl: string | null;
  feedbackUrl: string | null;
  /** Families can sign up here: the realm takes payments. */
  isSignupOpen: boolean;
  /** Sent with a redirect, shown once. */
  notice: { id: string; type: NoticeType; message: string } | null;
  /** Its id, also where the person wants to see no confirmations. */
  doneId: string | null;
};

/** Only what the shell shows goes to the browser. */
export function shellUserOf(
  user: Omit<ShellUser, "isOfferedStepUp" | "child"> & { canEscalate: boolean; mayStepUp: boolean },
  child: ShellChild | null = null,
): ShellUser {
  const { uid, name, isEmployee, isStudent, isGuardian, isSuperUser, isConsumer, actor } = user;
  return {
    uid,
    name,
    isEmployee,
    isStudent,
    isGuardian,
    isSuperUser,
    isConsumer,
    isOfferedStepUp: user.canEscalate && user.mayStepUp,
    actor: actor && { name: actor.name },
    child,
  };
}

/** What the root loader found out. Missing where the root itself failed. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData("root") as ShellData | undefined;
}

/** Changes whenever an act has succeeded and led back here: as the key of forms it empties them. */
export function useDoneKey(): string | undefined {
  const last = useRef<string>();
  const doneId = useShellData()?.doneId;
  if (doneId) last.current = doneId;
  return last.current;
}
