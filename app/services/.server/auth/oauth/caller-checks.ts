import type { Realm } from "~/realms/realm";
import type { Limits } from "~/services/.server/auth/passwords/limits";
import type { Passwords } from "~/services/.server/auth/passwords/passwords";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import type { Caller, CallerUser } from "~/services/.server/endpoint";
import { forbidden, unauthorized, validationError } from "~/services/contracts/service-error";

/** What several endpoints of the sign-in service ask of whoever calls. */

/** The mount has seen to it that there is one wherever the contract asks for a bearer. */
export function userOf(caller: Caller): CallerUser {
  if (!caller.user) throw unauthorized();
  return caller.user;
}

/** Security 27: whoever acts for somebody touches none of their credentials. */
export function notWhileActing(_input: unknown, caller: Caller): void {
  if (userOf(caller).actor !== null) throw forbidden("Not while acting as somebody");
}

export type CallerEvent = {
  realm: Realm;
  uid: string;
  actorUid: string | null;
  ipAddress: string | null;
  requestId: string;
};

export function eventOf(caller: Caller): CallerEvent {
  const { uid, actor } = userOf(caller);
  return { realm: caller.realm, uid, actorUid: actor, ipAddress: caller.ipAddress, requestId: caller.requestId };
}

/**
 * Fresh proof before a credential changes; guesses count like those of a sign-in. Security 17.
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
