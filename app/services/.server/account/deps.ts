import type { Database, Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Caller, CallerUser } from "~/services/.server/endpoint";
import type { Mailer } from "~/services/.server/mail/mailer";
import { forbidden, unauthorized } from "~/services/contracts/service-error";

/** What account needs of auth: whether there is a password, and fresh proof that the caller has what they sign in by. */
export interface PasswordProofs {
  hasPassword(realm: Realm, uid: string): Promise<boolean>;
  /** @throws ServiceError 400 ValidationError on currentPassword, 429 */
  requirePassword(caller: Caller, password: string): Promise<void>;
  /** @throws ServiceError 403 secure_login_needed */
  requireFactor(caller: Caller): Promise<void>;
}

/** What the account service stands on. */
export type AccountDeps = {
  databases: Databases;
  /** What auth says of a caller's password. */
  proofs: PasswordProofs;
  mailer: Mailer;
};

export function databaseOf({ databases }: AccountDeps, caller: Caller): Database {
  return databases[caller.region];
}

/** The mount has seen to it that there is one wherever the contract asks for a bearer. */
export function userOf(caller: Caller): CallerUser {
  if (!caller.user) throw unauthorized();
  return caller.user;
}

/** Security 27: whoever acts for somebody does not put an address of their own in the person's place. */
export function notWhileActing(_input: unknown, caller: Caller): void {
  if (userOf(caller).actor !== null) throw forbidden("Not while acting as somebody");
}
