import type { PasswordProofs } from "~/services/.server/account/deps";
import { requireCaller } from "~/services/.server/directory/caller";
import type { CredentialService } from "~/services/.server/directory/identity";
import type { AuthParts } from "./auth-parts";
import { requirePassword } from "./oauth/caller-checks";
import { countPasswordReset, groupCodeLimit, signUpLimit } from "./passwords/limits";
import { checkOwnPassword } from "./passwords/passwords";

type Deps = Pick<AuthParts, "identity" | "passwords" | "limits" | "events" | "freshFactor">;

/** The account service's interface to auth. */
export function createAccountProofs(deps: Deps, credentials: Pick<CredentialService, "setPassword">): PasswordProofs {
  const { identity, passwords, limits, events, freshFactor } = deps;
  return {
    hasPassword: passwords.exists,
    requirePassword: (caller, password) => requirePassword(caller, requireCaller(caller).person, password, deps),
    requireFactor: freshFactor.require,
    setPassword: credentials.setPassword,
    checkNewPassword: checkOwnPassword,
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
