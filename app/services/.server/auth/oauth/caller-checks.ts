import type { Realm } from "~/realms/realm";
import type { Limits } from "~/services/.server/auth/passwords/limits";
import type { Passwords } from "~/services/.server/auth/passwords/passwords";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { validationError } from "~/services/contracts/service-error";

/** Checks and event data shared by several endpoints of the auth service. */

type CallerEvent = {
  realm: Realm;
  uid: string;
  actorUid: string | null;
  ipAddress: string | null;
  requestId: string;
};

export function eventOfCaller(caller: Caller): CallerEvent {
  const { uid, actor } = requireCaller(caller);
  return { realm: caller.realm, uid, actorUid: actor, ipAddress: caller.ipAddress, requestId: caller.requestId };
}

/**
 * Verifies the current password before a credential is changed; attempts count like those of a login. docs/security.md, line 17.
 * @throws ServiceError 400 ValidationError on currentPassword, 429
 */
export async function requirePassword(
  caller: Caller,
  person: IdentifiedPerson,
  password: string,
  { limits, passwords }: { limits: Limits; passwords: Passwords },
): Promise<void> {
  const { realm, ipAddress } = caller;
  const guess = { realm, account: person.username, ipAddress, isKnownHere: true };
  await limits.countGuess(guess);
  if ((await passwords.check(realm, person.uid, password)) === "wrong") {
    throw validationError([{ attribute: "currentPassword", reason: "Your current password is incorrect" }]);
  }
  await limits.forgiveGuess(guess);
}
