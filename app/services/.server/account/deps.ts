import type { Database, Databases, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { CredentialService } from "~/services/.server/directory/identity";
import { findPerson, type Person } from "~/services/.server/directory/people/people-store";
import { type Caller, requireUser } from "~/services/.server/endpoint";
import type { Mailer } from "~/services/.server/mail/mailer";
import type { ReaderKey } from "~/services/.server/reader-profile";
import { unauthorized } from "~/services/contracts/service-error";

/**
 * What account needs of auth: whether a person has a password, checks of the caller's own credentials, and those of a sign-up.
 */
export interface PasswordProofs {
  hasPassword(realm: Realm, uid: string): Promise<boolean>;
  /** @throws ServiceError 400 ValidationError on currentPassword, 429 */
  requirePassword(caller: Caller, password: string): Promise<void>;
  /** @throws ServiceError 403 secure_login_needed */
  requireFactor(caller: Caller): Promise<void>;
  setPassword: CredentialService["setPassword"];
  /** @throws ServiceError 400 ValidationError on password for one that is too short, too long or too common */
  checkNewPassword(password: string): void;
  /**
   * Whether it is the person's; takes as long where uid is null. Guesses count like those of a sign-in. @throws ServiceError 429
   */
  isPassword(caller: Caller, account: { uid: string | null; username: string }, password: string): Promise<boolean>;
  /** uid of the person with that username, without regard to case; null for nobody. */
  uidOf(realm: Realm, username: string): Promise<string | null>;
  /** Counts a request for a new password. @throws ServiceError 429 with Retry-After */
  countPasswordReset(caller: Caller, username: string): Promise<void>;
  /** Writes into the journal of sign-ins that a forgotten password was replaced. */
  noteForgottenPassword(caller: Caller, uid: string): Promise<void>;
  /** Counts a sign-up from the caller's address. @throws ServiceError 429 */
  countSignUp(caller: Caller): Promise<void>;
  /** @throws ServiceError 429 with Retry-After, for somebody who tries too many codes of groups */
  countGroupCode(realm: Realm, uid: string): Promise<void>;
}

/** Erases the data of a child of a family. */
export type ProfileEraser = (within: Transaction, reader: ReaderKey & { realm: Realm }) => Promise<void>;

export type AccountDeps = {
  databases: Databases;
  proofs: PasswordProofs;
  mailer: Mailer;
  /** What else keeps something for a child of a family: each removes it within the transaction that removes the profile. */
  profileErasers: readonly ProfileEraser[];
  /** Called with failures of work that no caller waits for. */
  report(error: unknown): void;
};

/** Nobody is their own guardian, so reading one's own entry needs no guardian's id. */
export const noGuardian = 0;

export function databaseOf({ databases }: AccountDeps, caller: Caller): Database {
  return databases[caller.region];
}

/**
 * The caller's own entry in the directory, read now.
 * @throws ServiceError 401 for somebody who was purged since their token was checked
 */
export async function requireOwnEntry(deps: AccountDeps, caller: Caller): Promise<Person> {
  const person = await findPerson(databaseOf(deps, caller), caller.realm, requireUser(caller).uid, noGuardian);
  if (!person) throw unauthorized();
  return person;
}
