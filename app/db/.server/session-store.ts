import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { type SecretBox, secretBox } from "~/security/secret-box.server";
import type { Databases, Transaction } from "./connect";
import { prepared } from "./prepared";

/**
 * Browser sessions. The browser has a random id; the database, its digest and the encrypted tokens. docs/security.md, lines 1, 13, 14, 16.
 */

export type StoredSessionTokens = {
  accessToken: string;
  idToken: string;
  refreshToken: string;
  /** Id of the session to resume when this one ends: the actor's own, while they act as someone else. */
  returnTo: string | null;
};

export type WebSession = {
  tokens: StoredSessionTokens;
  uid: string;
  accessExpiresAt: Date;
  expiresAt: Date;
  version: number;
  /** The active child profile of a family; null for the account's owner, and initially. */
  profileId: string | null;
  /** Whether it outlives the browser: only the absolute limit ends it. */
  staysSignedIn: boolean;
};

type NewWebSession = {
  realm: Realm;
  uid: string;
  tokens: StoredSessionTokens;
  accessExpiresAt: Date;
  /** The child of a joined device; default: none is chosen yet. */
  profileId?: string | null;
  /** Lifetime of the session in minutes; by default the absolute limit. */
  minutes?: number;
  /** Until when the person stays signed in, also without a request; default: the session ends with the browser. */
  staysUntil?: Date;
};

/** Days without a request, and days in total, after which a session expires. */
const idleDays = 3;
const absoluteDays = 14;

/** Minimum seconds between two updates of a session's last use, so that not every page causes a write. */
const lastUseInterval = 300;

/** Seconds that a renewal may take before another process may try. */
const renewalTime = 10;

export type SessionStore = {
  create(id: string, session: NewWebSession): Promise<void>;
  /** The session, unless it is idle, expired, or in another realm. */
  find(realm: Realm, id: string): Promise<WebSession | null>;
  /** The same without noting that the session is in use, so that an open stream does not keep it from becoming idle. */
  peek(realm: Realm, id: string): Promise<WebSession | null>;
  /** Claims the renewal of the tokens of `version`; for some seconds no other caller can claim it. */
  claimRenewal(realm: Realm, id: string, version: number): Promise<boolean>;
  /** Releases the claim after a failed renewal. */
  releaseRenewal(realm: Realm, id: string, version: number): Promise<void>;
  /** Replaces the tokens of `version`; false if another caller has renewed them first. */
  renew(
    realm: Realm,
    id: string,
    version: number,
    tokens: StoredSessionTokens,
    accessExpiresAt: Date,
  ): Promise<boolean>;
  /** Sets the active child profile of a family; null for the account's owner. */
  chooseProfile(realm: Realm, id: string, profileId: string | null): Promise<void>;
  /** Ends the sessions in which a deleted profile is active, so that none of them becomes the owner's. */
  endOfProfile(within: Transaction, profile: { realm: Realm; profileId: string }): Promise<void>;
  remove(realm: Realm, id: string): Promise<void>;
  /** Like remove, for a user who signed out: no session can be resumed after it. */
  delete(realm: Realm, id: string): Promise<void>;
  /** The session to resume after an expired one: the actor's own, if a user acted as someone else in it. */
  returnTo(realm: Realm, id: string): Promise<string | null>;
  /** The user of a session, also of an expired one while its row exists. */
  whose(realm: Realm, id: string): Promise<string | null>;
  purgeExpired(region: Region): Promise<void>;
  /** Deletes the sessions of erased people. */
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
};

type Row = {
  uid: string;
  tokens: Buffer;
  access_expires_at: Date;
  expires_at: Date;
  version: number;
  profile_id: string | null;
  stays_signed_in: boolean;
};

/** Updates the session's last use at most every `seenPause` seconds. */
const findSession = prepared<Row>(
  "web-session",
  sql`
    with found as (
      select id_hash, uid, tokens, access_expires_at, expires_at, version, profile_id, last_seen_at, stays_signed_in
      from web.sessions
      where id_hash = ${sql.placeholder("digest")} and realm = ${sql.placeholder("realm")}
        and expires_at > now() and (stays_signed_in or last_seen_at > now() - make_interval(days => ${idleDays}))
    ), noted as (
      update web.sessions set last_seen_at = now() from found
      where sessions.id_hash = found.id_hash and found.last_seen_at < now() - make_interval(secs => ${lastUseInterval})
    )
    select uid, tokens, access_expires_at, expires_at, version, profile_id, stays_signed_in from found`,
);

const peekAtSession = prepared<Row>(
  "web-session-peek",
  sql`
    select uid, tokens, access_expires_at, expires_at, version, profile_id, stays_signed_in from web.sessions
    where id_hash = ${sql.placeholder("digest")} and realm = ${sql.placeholder("realm")}
      and expires_at > now() and (stays_signed_in or last_seen_at > now() - make_interval(days => ${idleDays}))`,
);

export function createSessionStore(databases: Databases, sessionSecret: string): SessionStore {
  const box = secretBox(sessionSecret, "web sessions");
  const sessionOf = (row: Row | undefined): WebSession | null => {
    const tokens = row && open(box, row.tokens);
    if (!row || !tokens) return null;
    const { uid, access_expires_at: accessExpiresAt, expires_at: expiresAt, version, profile_id: profileId } = row;
    return { tokens, uid, accessExpiresAt, expiresAt, version, profileId, staysSignedIn: row.stays_signed_in };
  };
  return {
    async create(
      id,
      { realm, uid, tokens, accessExpiresAt, minutes = absoluteDays * 24 * 60, staysUntil, profileId = null },
    ) {
      await databases[regionOf(realm)].execute(sql`
        insert into web.sessions (id_hash, realm, uid, tokens, access_expires_at, expires_at, stays_signed_in, profile_id)
        values (${digest(id)}, ${realm}, ${uid}, ${seal(box, tokens)}, ${accessExpiresAt.toISOString()},
          ${staysUntil ? sql`${staysUntil.toISOString()}::timestamptz` : sql`now() + make_interval(mins => ${minutes})`},
          ${staysUntil !== undefined}, ${profileId}::uuid)`);
    },

    async find(realm, id) {
      const [row] = await findSession(databases[regionOf(realm)], { digest: digest(id), realm });
      return sessionOf(row);
    },

    async peek(realm, id) {
      const [row] = await peekAtSession(databases[regionOf(realm)], { digest: digest(id), realm });
      return sessionOf(row);
    },

    async chooseProfile(realm, id, profileId) {
      await databases[regionOf(realm)].execute(
        sql`update web.sessions set profile_id = ${profileId}::uuid where id_hash = ${digest(id)} and realm = ${realm}`,
      );
    },

    async returnTo(realm, id) {
      const result = await databases[regionOf(realm)].execute<{ tokens: Buffer }>(
        sql`select tokens from web.sessions where id_hash = ${digest(id)} and realm = ${realm} and expires_at <= now()`,
      );
      const row = result.rows[0];
      return (row && open(box, row.tokens)?.returnTo) ?? null;
    },

    async whose(realm, id) {
      const { rows } = await databases[regionOf(realm)].execute<{ uid: string }>(
        sql`select uid from web.sessions where id_hash = ${digest(id)} and realm = ${realm}`,
      );
      return rows[0]?.uid ?? null;
    },

    ...renewals(databases, box),
    ...endings(databases),
  };
}

/** Replacing the tokens of a session, by one process at a time. */
function renewals(
  databases: Databases,
  box: SecretBox,
): Pick<SessionStore, "claimRenewal" | "releaseRenewal" | "renew"> {
  return {
    async claimRenewal(realm, id, version) {
      const claimed = await databases[regionOf(realm)].execute(sql`
        update web.sessions set renewing_until = now() + make_interval(secs => ${renewalTime})
        where id_hash = ${digest(id)} and realm = ${realm} and version = ${version}
          and (renewing_until is null or renewing_until < now()) returning version`);
      return claimed.rows.length === 1;
    },

    async releaseRenewal(realm, id, version) {
      await databases[regionOf(realm)].execute(sql`
        update web.sessions set renewing_until = null
        where id_hash = ${digest(id)} and realm = ${realm} and version = ${version}`);
    },

    async renew(realm, id, version, tokens, accessExpiresAt) {
      const renewed = await databases[regionOf(realm)].execute(sql`
        update web.sessions set tokens = ${seal(box, tokens)}, access_expires_at = ${accessExpiresAt.toISOString()},
          version = version + 1, last_seen_at = now(), renewing_until = null
        where id_hash = ${digest(id)} and realm = ${realm} and version = ${version} returning version`);
      return renewed.rows.length === 1;
    },
  };
}

/** The ways in which sessions end. */
function endings(
  databases: Databases,
): Pick<SessionStore, "endOfProfile" | "remove" | "delete" | "erasePeople" | "purgeExpired"> {
  return {
    async endOfProfile(within, { realm, profileId }) {
      await within.execute(sql`delete from web.sessions where realm = ${realm} and profile_id = ${profileId}::uuid`);
    },

    async remove(realm, id) {
      // The row is retained for a while, so that a user who acted as someone else can return to their own session.
      await databases[regionOf(realm)].execute(
        sql`update web.sessions set expires_at = least(expires_at, now()) where id_hash = ${digest(id)} and realm = ${realm}`,
      );
    },

    async delete(realm, id) {
      await databases[regionOf(realm)].execute(
        sql`delete from web.sessions where id_hash = ${digest(id)} and realm = ${realm}`,
      );
    },

    async erasePeople(realm, uids) {
      if (uids.length === 0) return;
      await databases[regionOf(realm)].execute(
        sql`delete from web.sessions where realm = ${realm} and uid = any(${sql.param(uids)}::uuid[])`,
      );
    },

    async purgeExpired(region) {
      await databases[region].execute(sql`
        delete from web.sessions
        where expires_at < now() - interval '1 day' 
          or (not stays_signed_in and last_seen_at < now() - make_interval(days => ${idleDays}))`);
    },
  };
}

function digest(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}

function seal(box: SecretBox, tokens: StoredSessionTokens): Buffer {
  return box.seal(JSON.stringify(tokens));
}

function open(box: SecretBox, sealed: Buffer): StoredSessionTokens | null {
  const plain = box.open(sealed);
  return plain === null ? null : (JSON.parse(plain) as StoredSessionTokens);
}
