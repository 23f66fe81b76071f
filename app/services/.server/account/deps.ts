import type { Database, Databases, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import type { CredentialService } from "~/services/.server/directory/identity";
import { findPerson, type Person } from "~/services/.server/directory/people/people-store";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import type { DueMails } from "~/services/.server/mail/due-mails";
import type { Mailer } from "~/services/.server/mail/mailer";
import type { PasswordOwner } from "~/services/contracts/own-name-password";
import { unauthorized } from "~/services/contracts/service-error";

/** The account service's interface to auth: passwords, checks of the caller's credentials, and rate limits. */
export interface PasswordProofs {
  hasPassword(realm: Realm, uid: string): Promise<boolean>;
  /** @throws ServiceError 400 ValidationError on currentPassword, 429 */
  requirePassword(caller: Caller, password: string): Promise<void>;
  /** @throws ServiceError 403 secure_login_needed if the user has a second factor that was not verified within five minutes */
  requireFactor(caller: Caller): Promise<void>;
  endSessions: CredentialService["endSessions"];
  setPassword: CredentialService["setPassword"];
  /** @throws ServiceError 400 ValidationError on password if it is too short, too long, too common, or just the owner's name */
  checkNewPassword(password: string, owner: PasswordOwner): void;
  /**
   * Whether the password is correct; takes the same time whether or not the account exists. Attempts count like those of a login.
   * @throws ServiceError 429
   */
  isPassword(caller: Caller, account: { uid: string | null; username: string }, password: string): Promise<boolean>;
  /** uid of the user with that username (case-insensitive); null if unknown. */
  uidOf(realm: Realm, username: string): Promise<string | null>;
  /** Counts a password reset request. @throws ServiceError 429 with Retry-After */
  countPasswordReset(caller: Caller, username: string): Promise<void>;
  /** Logs that a forgotten password was reset. */
  noteForgottenPassword(caller: Caller, uid: string): Promise<void>;
  /** Counts a sign-up from the caller's IP address. @throws ServiceError 429 */
  countSignUp(caller: Caller): Promise<void>;
  /** @throws ServiceError 429 with Retry-After for a user who tries too many group codes */
  countGroupCode(realm: Realm, uid: string): Promise<void>;
}

/** Deletes the data of a child of a family. */
export type ProfileEraser = (within: Transaction, reader: ReaderKey & { realm: Realm }) => Promise<void>;

export type AccountDeps = {
  databases: Databases;
  proofs: PasswordProofs;
  mailer: Mailer;
  /** Sends mails about events at once; without it they wait for the work of the minute. */
  mails?: Pick<DueMails, "sendTo">;
  /**
   * Cancels an account's unpaid order, so that it can no longer be paid.
   * @throws ServiceError 409 if it is being paid or was paid; 5xx if the payment provider cannot tell
   */
  giveUpOrders(realm: Realm, uid: string, cause: { requestId: string; ipAddress: string | null }): Promise<void>;
  /** Ends the plan of a family that deletes its account, and removes its cards. @throws errors of the payment provider */
  endPayments(realm: Realm, uid: string, cause: { requestId: string; ipAddress: string | null }): Promise<void>;
  /**
   * What the account bought last: the order's number, and until when the family may withdraw; null if it bought nothing.
   * `withdrawBy` is an ISO 8601 day; null once the days are over, or after a withdrawal.
   */
  purchaseOf(realm: Realm, uid: string): Promise<{ orderNumber: string; withdrawBy: string | null } | null>;
  /** Other services with data about children: each deletes it in the transaction that deletes the profile. */
  profileErasers: readonly ProfileEraser[];
  /** Reports errors of background work that no caller awaits. */
  report(error: unknown): void;
};

/** The guardian id for reading the caller's own person: isPupilOfCaller is then irrelevant. */
export const noGuardian = 0;

export function databaseOf({ databases }: AccountDeps, caller: Caller): Database {
  return databases[caller.region];
}

/**
 * The caller's person, read from the directory.
 * @throws ServiceError 401 if the person was purged after the token was verified
 */
export async function requireOwnEntry(deps: AccountDeps, caller: Caller): Promise<Person> {
  const person = await findPerson(databaseOf(deps, caller), caller.realm, requireCaller(caller).uid, noGuardian);
  if (!person) throw unauthorized();
  return person;
}
