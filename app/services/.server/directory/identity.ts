import type { SQL } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { PersonType } from "./rules";

/** What sign-in needs to know of people; directory implements it, the composition root hands it to auth. */

export type PersonStatus = "active" | "inactive" | "deleted";

/** An active place of a person in an active organisation. */
export type PersonPlace = {
  organizationId: number;
  role: PersonType;
  admin: boolean;
  /** Whether the place holds in the organisations below too. */
  addToSubSchools: boolean;
  /** Whether the organisation's teachers see everybody, not their own classes alone. */
  seesWholeSchool: boolean;
};

export type IdentifiedPerson = {
  uid: string;
  legacyId: number;
  realm: Realm;
  type: PersonType;
  username: string;
  name: string;
  email: string | null;
  status: PersonStatus;
  sharedAccount: boolean;
  places: PersonPlace[];
  /** Ids of an employee's groups where they work, and of all groups below them; empty for everybody else. */
  ownGroups: number[];
  /** Derived from active associations; `admin` from the admin flag. */
  roles: Array<"admin" | "employee" | "guardian" | "student">;
  /** Granted scopes, e.g. `ilt.user.se.write` for a super user. */
  scopes: string[];
  subscriptions: Array<{ type: string }>;
  /** Whether they hold the right to talking books. */
  speakingBookRights: boolean;
  /** The person, or an organisation where they work or one above it, wants a second factor before the control panel. */
  isStepUpAsked: boolean;
};

export type FindPersonWith = (
  realm: Realm,
  uid: string,
  values: Record<string, unknown>,
) => Promise<{ person: IdentifiedPerson; holds: boolean } | null>;

/** What other houses know our people by; each belongs to one person of a realm at most. */
export type ExternalIdentifier = "eppn" | "gsuiteId" | "gsuiteEmail" | "office365" | "bankid";

export type Acting = {
  actorUid: string;
  targetUid: string;
  reason: string;
  requestId: string;
  ipAddress: string | null;
};

export interface IdentityDirectory {
  /** By username, without regard to case; deleted and inactive people are returned too, with their status. */
  findByUsername(realm: Realm, username: string): Promise<IdentifiedPerson | null>;
  findByUid(realm: Realm, uid: string): Promise<IdentifiedPerson | null>;
  /**
   * Like findByUid, with the result of another condition in the same statement, which every request sends.
   * @param name of the prepared statement
   * @param condition a boolean expression; its values are placeholders, of which `realm` and `uid` are given already
   */
  findByUidWith(name: string, condition: SQL): FindPersonWith;
  /** Whether `actor` is of strictly higher rank and has `target` in scope. */
  mayActAs(realm: Realm, actorUid: string, targetUid: string): Promise<boolean>;
  /** Somebody begins to act as somebody: a line in the log of both and of their schools. docs/security.md, line 27. */
  noteActing(realm: Realm, acting: Acting, within: Transaction): Promise<void>;
  /** Those of `uids` who may sign in by a QR badge: active pupils, where one of their organisations allows it. */
  badgeHolders(realm: Realm, uids: string[], within?: Transaction): Promise<Set<string>>;
  /** As `badgeHolders`, of those who may sign in by a picture code. */
  pictureHolders(realm: Realm, uids: string[], within?: Transaction): Promise<Set<string>>;
  /** The mobile number in E.164 that secure logins go to. */
  smsNumberOf(realm: Realm, uid: string): Promise<string | null>;
  /** Like findByUsername, by a stored identifier; e-mail-like ones without regard to case. */
  findByExternal(realm: Realm, identifier: ExternalIdentifier, value: string): Promise<IdentifiedPerson | null>;
}

export type PasswordHash = { hash: string } | { reason: string };
export type HashedPassword = { uid: string; hash: string; life: PasswordLife };

/** How long a password lasts: a temporary one must be changed at the next sign-in and expires, others expire after `days`, or never. */
export type PasswordLife = { temporary: boolean; days?: number | null };

/**
 * What the directory needs from the sign-in service. An action of staff runs `within` the transaction that inserts its audit
 * line: if that fails, nothing is changed. docs/decisions/0026-audit-log-owner.md.
 */
export interface CredentialService {
  /** Sessions end with the older password. */
  setPassword(
    realm: Realm,
    uid: string,
    password: string,
    options: PasswordLife & { within?: Transaction | undefined },
  ): Promise<void>;
  /** Hashes of new passwords in their order, ahead of the transaction that sets them; of one that will not do, why. */
  hashPasswords(passwords: readonly string[]): Promise<PasswordHash[]>;
  /** As `setPassword`, for many people at once. */
  setHashedPasswords(realm: Realm, people: readonly HashedPassword[], within: Transaction): Promise<void>;
  /** Ends every session and token of a person, or of many, at once. */
  endSessions(realm: Realm, uid: string | readonly string[], within?: Transaction): Promise<void>;
  /**
   * A new QR badge for each pupil who may have one (see badgeHolders; the others are left out), in the order of `uids`. It
   * replaces the older one at once. Whoever prints it builds the address by `badgeAddress` of contracts/badge.ts.
   */
  issueBadges(realm: Realm, uids: string[], within: Transaction): Promise<Array<{ uid: string; token: string }>>;
  /**
   * The codes of badges as they are, to be printed again; null for one that can only be replaced. Those who have none, or may have none,
   * are left out.
   */
  readBadges(realm: Realm, uids: string[], within: Transaction): Promise<Map<string, string | null>>;
  /** The badges of these people open nothing from now on; sessions that they opened end. */
  voidBadges(realm: Realm, uids: string[], within: Transaction): Promise<void>;
  /** The names of a new picture code's pictures, in place of the older one; null for whoever may have none. */
  issuePictureCode(realm: Realm, uid: string, within: Transaction): Promise<string[] | null>;
  /** The picture code opens nothing from now on; sessions that it opened end. */
  voidPictureCode(realm: Realm, uid: string, within: Transaction): Promise<void>;
  /** An account at a provider signs this person in from now on; for syncs that know the provider's subjects. */
  linkExternal(realm: Realm, uid: string, account: { issuer: string; subject: string }): Promise<void>;
  /** Living sessions of a person, the newest first. */
  listSessions(realm: Realm, uid: string): Promise<PersonSession[]>;
  /** Ends one of a person's sessions; false when they have no such one. */
  endSession(realm: Realm, uid: string, sessionId: string, within: Transaction): Promise<boolean>;
  /**
   * Whoever lifts somebody to their own rank proves once more that they are themselves: the password comes with the request, or the
   * sign-in is fresh where there is no password, and where the country has step-up a second factor was proved within five minutes.
   * @throws ServiceError 400 ValidationError on currentPassword, 403 secure_login_needed or reauthentication_required, 429
   */
  requireFreshProof(caller: ProvingCaller, currentPassword: string | undefined): Promise<void>;
  /** A library card with its PIN for one person; a number that is taken stays with whom it has. */
  addLibraryCard(realm: Realm, card: { uid: string; number: string; pin: string }): Promise<void>;
}

/** Who a request comes from. */
export type ProvingCaller = {
  realm: Realm;
  ipAddress: string | null;
  user: { person: IdentifiedPerson; acr: string | null; authTime: number; actor: string | null } | null;
};

/** Times in ISO 8601, UTC. */
export type PersonSession = {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  isSecure: boolean;
  /** Name of whoever acts as the person in it. */
  actor: string | null;
};
