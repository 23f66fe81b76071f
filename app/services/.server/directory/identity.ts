import type { SQL } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { UniqueProperty } from "~/services/.server/directory/people/unique-identifiers";
import type { PersonType } from "./rules";

/** People as needed for sign-in. The directory implements this interface and the composition root passes it to the auth service. */

type PersonStatus = "active" | "inactive" | "deleted";

/** An active association with an active organisation. */
export type ActivePlace = {
  organizationId: number;
  role: PersonType;
  admin: boolean;
  /** Whether the association also applies to the organisations below. */
  addToSubSchools: boolean;
  /** Whether the organisation's teachers see everybody, not only their own classes. */
  seesWholeSchool: boolean;
};

export type IdentifiedPerson = {
  uid: string;
  legacyId: number;
  realm: Realm;
  type: PersonType;
  username: string;
  name: string;
  /** What the person is called, if it is another name. */
  preferredName: string | null;
  email: string | null;
  status: PersonStatus;
  sharedAccount: boolean;
  places: ActivePlace[];
  /** Ids of an employee's groups at their workplaces, and of all subgroups; empty for other types. */
  ownGroups: number[];
  /** Derived from active associations; `admin` from the admin flag. */
  roles: Array<"admin" | "employee" | "guardian" | "student">;
  /** Granted scopes, e.g. `ilt.user.se.write` for a super user. */
  scopes: string[];
  subscriptions: Array<{ type: string }>;
  /** Whether the person has the right to talking books. */
  speakingBookRights: boolean;
  /** The person, their workplace or one of its ancestors requires a second factor for the control panel. */
  isStepUpRequired: boolean;
};

type FindPersonWith = (
  realm: Realm,
  uid: string,
  values: Record<string, unknown>,
) => Promise<{ person: IdentifiedPerson; holds: boolean } | null>;

/** Identifiers from external login systems; each belongs to at most one person of a realm. */
export type ExternalIdentifier = Exclude<UniqueProperty, "username" | "sms">;

export type Acting = {
  actorUid: string;
  targetUid: string;
  reason: string;
  requestId: string;
  ipAddress: string | null;
};

/** `end`: why the impersonation ended, e.g. `logout` or `expired`. */
export type ActingEnd = { actorUid: string; targetUid: string; sessionId: string; end: string };

export interface IdentityDirectory {
  /** By username, case-insensitively; deleted and inactive people are returned too, with their status. */
  findByUsername(realm: Realm, username: string): Promise<IdentifiedPerson | null>;
  findByUid(realm: Realm, uid: string): Promise<IdentifiedPerson | null>;
  /**
   * findByUid together with another condition in the same statement: it runs on every request.
   * @param name name of the prepared statement
   * @param condition boolean expression; its values are placeholders, `realm` and `uid` are already bound
   */
  findByUidWith(name: string, condition: SQL): FindPersonWith;
  /** Whether `actor` has a strictly higher rank and `target` in scope. */
  mayActAs(realm: Realm, actorUid: string, targetUid: string): Promise<boolean>;
  /** Logs the start of an impersonation, for both users and their schools. docs/security.md, line 27. */
  noteActing(realm: Realm, acting: Acting, within: Transaction): Promise<void>;
  /** Logs the ends of impersonations, as `noteActing` logs the starts. */
  noteActingEnds(realm: Realm, ends: readonly ActingEnd[], within: Transaction): Promise<void>;
  /** Those of `uids` who may log in with a QR badge: active pupils of an organisation that allows it. */
  badgeHolders(realm: Realm, uids: string[], within?: Transaction): Promise<Set<string>>;
  /** Like `badgeHolders`, for picture codes. */
  pictureHolders(realm: Realm, uids: string[], within?: Transaction): Promise<Set<string>>;
  /**
   * Whether the person may stay signed in on a device: families may, staff and pupils where all their organisations allow it. Super users
   * and shared accounts never.
   */
  mayStaySignedIn(realm: Realm, uid: string): Promise<boolean>;
  /** The mobile number for secure logins, in E.164. */
  smsNumberOf(realm: Realm, uid: string): Promise<string | null>;
  /** Like findByUsername, by an external identifier; e-mail-like identifiers are case-insensitive. */
  findByExternal(realm: Realm, identifier: ExternalIdentifier, value: string): Promise<IdentifiedPerson | null>;
}

export type PasswordHash = { hash: string } | { reason: string };
export type HashedPassword = { uid: string; hash: string; life: PasswordValidity };

/** Validity of a password: a temporary one expires and must be changed at the next login; others expire after `days`, or never. */
export type PasswordValidity = { temporary: boolean; days?: number | null };

/**
 * The directory's interface to the auth service. Staff actions run `within` the transaction that inserts their audit entry: if that fails,
 * nothing is changed. docs/decisions/0026-audit-log-owner.md.
 */
export interface CredentialService {
  /** Sets the password and ends the sessions started with the old one. */
  setPassword(
    realm: Realm,
    uid: string,
    password: string,
    options: PasswordValidity & { within?: Transaction | undefined },
  ): Promise<void>;
  /** Hashes passwords, in order, before the transaction that sets them; for an unacceptable password, returns the reason instead. */
  hashPasswords(passwords: readonly string[]): Promise<PasswordHash[]>;
  /** Like `setPassword`, for many people. */
  setHashedPasswords(realm: Realm, people: readonly HashedPassword[], within: Transaction): Promise<void>;
  /** When the password of each of these people was last set; people without one are omitted. */
  passwordTimes(realm: Realm, uids: readonly string[]): Promise<Map<string, Date>>;
  /** Ends all sessions and tokens of one or more people. */
  endSessions(realm: Realm, uid: string | readonly string[], within?: Transaction): Promise<void>;
  /**
   * Issues a QR badge for each pupil who may have one (see badgeHolders; others are omitted), in the order of `uids`. It replaces the old
   * badge immediately. Build the printed address with `badgeAddress` of contracts/badge.ts.
   */
  issueBadges(realm: Realm, uids: string[], within: Transaction): Promise<Array<{ uid: string; token: string }>>;
  /**
   * Codes of existing badges, for printing again; null if a badge can only be replaced. People without a badge, or who may not have one,
   * are omitted.
   */
  readBadges(realm: Realm, uids: string[], within: Transaction): Promise<Map<string, string | null>>;
  /** Voids the badges of these people and ends the sessions started with them. */
  voidBadges(realm: Realm, uids: string[], within: Transaction): Promise<void>;
  /** Replaces the picture code and returns its pictures' names; null if the person may not have one. */
  issuePictureCode(realm: Realm, uid: string, within: Transaction): Promise<string[] | null>;
  /** Voids the picture code and ends the sessions started with it. */
  voidPictureCode(realm: Realm, uid: string, within: Transaction): Promise<void>;
  /** Links an account at a provider, for syncs that know the provider's subject ids. */
  linkExternal(realm: Realm, uid: string, account: { issuer: string; subject: string }): Promise<void>;
  /** Active sessions of a person, newest first. */
  listSessions(realm: Realm, uid: string): Promise<StoredPersonSession[]>;
  /** Ends one of a person's sessions; false if the person has no such session. */
  endSession(realm: Realm, uid: string, sessionId: string, within: Transaction): Promise<boolean>;
  /**
   * Requires fresh proof of identity before the caller raises a user to their own rank: the password in the request, or a recent login for
   * callers without one; and in countries with step-up, a second factor verified within five minutes.
   * @throws ServiceError 400 ValidationError on currentPassword, 403 secure_login_needed or reauthentication_required, 429
   */
  requireFreshProof(caller: ProvingCaller, currentPassword: string | undefined): Promise<void>;
  /** Adds a library card with PIN for a person; a number that is already taken is not reassigned. */
  addLibraryCard(realm: Realm, card: { uid: string; number: string; pin: string }): Promise<void>;
}

/** Mails links for choosing a new password; implemented by the account service. */
export interface PasswordLinkMailer {
  /**
   * Mails the person a link, once the transaction's other statements have succeeded.
   * @param page absolute address of the page for choosing a password
   * @returns the shortened address (`e…@school.example`); null if the person has no password or no confirmed address
   * @throws ServiceError 429 after five mails in an hour, 503 `mail_unavailable`
   */
  mailPasswordLink(realm: Realm, uid: string, page: string, within: Transaction): Promise<string | null>;
}

/** What staff may do with the credentials of others. */
export type StaffCredentials = CredentialService & PasswordLinkMailer;

/** The caller of a request that requires proof of identity. */
type ProvingCaller = {
  realm: Realm;
  ipAddress: string | null;
  user: { person: IdentifiedPerson; acr: string | null; authTime: number; actor: string | null } | null;
};

/** Times in ISO 8601, UTC. */
export type StoredPersonSession = {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  isSecure: boolean;
  /** Until when it outlives the browser; null if it ends with the browser. */
  staysUntil: string | null;
  /** The child whose joined device it is, and what the parent calls it; null for all other sessions. */
  device: { profileId: string; name: string } | null;
  /** Name of the user who impersonates the person in the session. */
  actor: string | null;
};
