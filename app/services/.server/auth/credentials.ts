import { hasFeature } from "~/realms/realm";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import type { CredentialService } from "~/services/.server/directory/identity";
import { superUserScope } from "~/services/.server/directory/rules";
import { requireFreshSignIn } from "~/services/.server/dispatch/fresh-sign-in";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import type { AuthParts } from "./auth-parts";
import { secureAcr } from "./oauth/authorize-request";
import { requirePassword } from "./oauth/caller-checks";
import { hashPasswords } from "./passwords/passwords";
import { sessionsOfPerson } from "./sessions/session-endpoints";

type ProofDeps = Pick<AuthParts, "passwords" | "limits" | "freshFactor">;
type Deps = ProofDeps & Pick<AuthParts, "identity" | "sessions" | "badges" | "libraryCards" | "pictureCodes" | "links">;

/** The directory's interface to auth. */
export function createCredentials(deps: Deps): CredentialService {
  const { sessions, passwords, badges, libraryCards, pictureCodes, links } = deps;
  return {
    async setPassword(realm, uid, password, options) {
      await passwords.set(realm, uid, password, options);
      await sessions.endAll(realm, uid, "password_changed", { within: options.within });
    },
    hashPasswords,
    async setHashedPasswords(realm, people, within) {
      await passwords.setHashed(realm, people, within);
      const uids = people.map(({ uid }) => uid);
      await sessions.endAll(realm, uids, "password_changed", { within });
    },
    passwordTimes: passwords.timesOf,
    endSessions: (realm, uid, within) => sessions.endAll(realm, uid, "ended_by_staff", { within }),
    listSessions: (realm, uid) => sessionsOfPerson(deps, realm, uid),
    async endSession(realm, uid, sessionId, within) {
      const session = await sessions.find(realm, sessionId, within);
      return session?.uid === uid && (await sessions.end(realm, sessionId, "ended_by_staff", within));
    },
    issueBadges: badges.issue,
    readBadges: badges.read,
    issuePictureCode: pictureCodes.issue,
    voidPictureCode: pictureCodes.void,
    voidBadges: badges.void,
    requireFreshProof: (caller: Caller, currentPassword) => requireFreshProof(deps, caller, currentPassword),
    addLibraryCard: libraryCards.add,
    linkExternal: (realm, uid, account) => links.link(realm, account, uid),
  };
}

async function requireFreshProof(deps: ProofDeps, caller: Caller, currentPassword: string | undefined): Promise<void> {
  const { uid, person, acr } = requireCaller(caller);
  const isSecure = acr === secureAcr || person.scopes.includes(superUserScope(person.realm));
  if (hasFeature(caller.realm, "escalateLogin") && !isSecure) {
    throw new ServiceError(403, "secure_login_needed", formMessages.secureLogin);
  }
  await deps.freshFactor.require(caller);
  if (!(await deps.passwords.exists(caller.realm, uid))) return requireFreshSignIn(caller);
  if (!currentPassword) throw validationError([{ attribute: "currentPassword", reason: formMessages.mandatory }]);
  await requirePassword(caller, person, currentPassword, deps);
}
