import type { Realm } from "~/realms/realm";
import type { CredentialService } from "~/services/.server/directory/identity";
import { type Caller, requireUser } from "~/services/.server/dispatch/endpoint";
import type { AuthParts } from "./auth-parts";
import { requirePassword } from "./oauth/caller-checks";
import { countPasswordReset, groupCodeLimit, signUpLimit } from "./passwords/limits";
import { checkPassword } from "./passwords/passwords";

/** The account service's interface to auth. */
export type AccountProofs = {
  hasPassword(realm: Realm, uid: string): Promise<boolean>;
  /** @throws ServiceError 400 ValidationError on currentPassword, 429 */
  requirePassword(caller: Caller, password: string): Promise<void>;
  /** @throws ServiceError 403 secure_login_needed if the user has a second factor that was not verified within five minutes */
  requireFactor(caller: Caller): Promise<void>;
  setPassword: CredentialService["setPassword"];
  /** @throws ServiceError 400 ValidationError on password */
  checkNewPassword(password: string): void;
  /** Whether the password is correct; takes the same time whether or not the account exists. @throws ServiceError 429 */
  isPassword(caller: Caller, account: { uid: string | null; username: string }, password: string): Promise<boolean>;
  /** uid of the user with that username; null if unknown. */
  uidOf(realm: Realm, username: string): Promise<string | null>;
  /** @throws ServiceError 429 for too many password reset requests */
  countPasswordReset(caller: Caller, username: string): Promise<void>;
  /** Logs that a forgotten password was reset. */
  noteForgottenPassword(caller: Caller, uid: string): Promise<void>;
  /** @throws ServiceError 429 for too many sign-ups from one IP address */
  countSignUp(caller: Caller): Promise<void>;
  /** @throws ServiceError 429 for too many group codes tried by one pupil */
  countGroupCode(realm: Realm, uid: string): Promise<void>;
};

type Deps = Pick<AuthParts, "identity" | "passwords" | "limits" | "events" | "freshFactor">;

export function createAccountProofs(deps: Deps, credentials: Pick<CredentialService, "setPassword">): AccountProofs {
  const { identity, passwords, limits, events, freshFactor } = deps;
  return {
    hasPassword: passwords.exists,
    requirePassword: (caller, password) => requirePassword(caller, requireUser(caller).person, password, deps),
    requireFactor: freshFactor.require,
    setPassword: credentials.setPassword,
    checkNewPassword: checkPassword,
    async isPassword({ realm, ipAddress }, { uid, username }, password) {
      const guess = { realm, account: username, ipAddress, isKnownHere: false };
      await limits.countGuess(guess);
      const isRight = (await passwords.check(realm, uid, password)) === "right";
      if (isRight) await limits.forgiveGuess(guess);
      return isRight;
    },
    uidOf: async (realm, username) => (await identity.findByUsername(realm, username))?.uid ?? null,
    countPasswordReset: (caller, username) => countPasswordReset(limits, caller, username),
    noteForgottenPassword: ({ realm, ipAddress, requestId }, uid) =>
      events.add({ realm, ipAddress, requestId, kind: "password_changed", uid, details: { method: "email" } }),
    countGroupCode: (realm, uid) => limits.count(realm, "group-code", uid, groupCodeLimit),
    countSignUp: ({ realm, ipAddress }) => limits.count(realm, "sign-up", ipAddress ?? "nowhere", signUpLimit),
  };
}
