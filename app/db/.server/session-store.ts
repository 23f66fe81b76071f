import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { type SecretBox, secretBox } from "~/security/secret-box.server";
import type { Databases, Transaction } from "./connect";
import { prepared } from "./prepared";

/**
 * Browser sessions. The browser holds a random id; here lie its digest and, encrypted, the tokens. docs/security.md, lines 1, 13, 14, 16.
 */

export type SessionTokens = {
  accessToken: string;
  idToken: string;
  refreshToken: string;
  /** Id of the session that goes on when this one ends: the actor's own, while they act as somebody. */
  returnTo: string | null;
};

export type WebSession = {
  tokens: SessionTokens;
  uid: string;
  accessExpiresAt: Date;
  expiresAt: Date;
  version: number;
  /** The child of a family who reads; null for the account's owner, and at the beginning. */
  profileId: string | null;
};

export type NewWebSession = {
  realm: Realm;
  uid: string;
  tokens: SessionTokens;
  accessExpiresAt: Date;
  /** Minutes that the session may last; by default the absolute limit. */
  minutes?: number;
};

/** Days without a request, and days in all, after which a session is over. */
export const idleDays = 3;
export const absoluteDays = 14;

/** Seconds between two notes of when a session was last seen: a page is no reason to write. */
const seenPause = 300;

/** Seconds that a renewal may take before another may try. */
const renewalTime = 10;

export type SessionStore = {
  create(id: string, session: NewWebSession): Promise<void>;
  /** The session, unless it is idle, over, or of another realm. */
  find(realm: Realm, id: string): Promise<WebSession | null>;
  /** Whether the caller is the one who may renew the tokens of `version` now; for some seconds nobody else is. */
  claimRenewal(realm: Realm, id: string, version: number): Promise<boolean>;
  /** Lets others try at once, after a renewal that came to nothing. */
  releaseRenewal(realm: Realm, id: string, version: number): Promise<void>;
  /** Puts renewed tokens in place of those of `version`; false when somebody else was first. */
  renew(realm: Realm, id: string, version: number, tokens: SessionTokens, accessExpiresAt: Date): Promise<boolean>;
  /** Notes which child of a family reads from now on; null for the account's owner. */
  chooseProfile(realm: Realm, id: string, profileId: string | null): Promise<void>;
  /** Ends the sessions in which a child reads whose profile is removed: none of them may become the owner's by itself. */
  endOfProfile(within: Transaction, profile: { realm: Realm; profileId: string }): Promise<void>;
  remove(realm: Realm, id: string): Promise<void>;
  /** Like remove, for a person who logged out: no session can be resumed after it. */
  delete(realm: Realm, id: string): Promise<void>;
  /** The session to go on with after one that is over: the actor's own, when somebody acted as another in it. */
  returnTo(realm: Realm, id: string): Promise<string | null>;
  /** The person of a session, also of an ended one while its row exists. */
  whose(realm: Realm, id: string): Promise<string | null>;
  purgeExpired(region: Region): Promise<void>;
  /** Removes the sessions of people who are purged. */
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
};

type Row = {
  uid: string;
  tokens: Buffer;
  access_expires_at: Date;
  expires_at: Date;
  version: number;
  profile_id: string | null;
};

/** Notes at most every `seenPause` seconds that the session was used. */
const findSession = prepared<Row>(
  "web-session",
  sql`
    with found as (
      select id_hash, uid, tokens, access_expires_at, expires_at, version, profile_id, last_seen_at from web.sessions
      where id_hash = ${sql.placeholder("digest")} and realm = ${sql.placeholder("realm")}
        and expires_at > now() and last_seen_at > now() - make_interval(days => ${idleDays})
    ), noted as (
      update web.sessions set last_seen_at = now() from found
      where sessions.id_hash = found.id_hash and found.last_seen_at < now() - make_interval(secs => ${seenPause})
    )
    select uid, tokens, access_expires_at, expires_at, version, profile_id from found`,
);

export function createSessionStore(databases: Databases, sessionSecret: string): SessionStore {
  const box: SecretBox = secretBox(sessionSecret, "web sessions");
  const digest = (id: string) => createHash("sha256").update(id).digest("base64url");

  return {
    async create(id, { realm, uid, tokens, accessExpiresAt, minutes = absoluteDays * 24 * 60 }) {
      await databases[regionOf(realm)].execute(sql`
        insert into web.sessions (id_hash, realm, uid, tokens, access_expires_at, expires_at)
        values (${digest(id)}, ${realm}, ${uid}, ${seal(tokens)}, ${accessExpiresAt.toISOString()},
          now() + make_interval(mins => ${minutes}))`);
    },

    async find(realm, id) {
      const [row] = await findSession(databases[regionOf(realm)], { digest: digest(id), realm });
      const tokens = row && open(row.tokens);
      if (!row || !tokens) return null;
      const { uid, access_expires_at: accessExpiresAt, expires_at: expiresAt, version, profile_id: profileId } = row;
      return { tokens, uid, accessExpiresAt, expiresAt, version, profileId };
    },

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
        update web.sessions set tokens = ${seal(tokens)}, access_expires_at = ${accessExpiresAt.toISOString()},
          version = version + 1, last_seen_at = now(), renewing_until = null
        where id_hash = ${digest(id)} and realm = ${realm} and version = ${version} returning version`);
      return renewed.rows.length === 1;
    },

    async chooseProfile(realm, id, profileId) {
      await databases[regionOf(realm)].execute(
        sql`update web.sessions set profile_id = ${profileId}::uuid where id_hash = ${digest(id)} and realm = ${realm}`,
      );
    },

    async endOfProfile(within, { realm, profileId }) {
      await within.execute(sql`delete from web.sessions where realm = ${realm} and profile_id = ${profileId}::uuid`);
    },

    async remove(realm, id) {
      // The row stays for a while, so that somebody who acted as another finds the way back.
      await databases[regionOf(realm)].execute(
        sql`update web.sessions set expires_at = least(expires_at, now()) where id_hash = ${digest(id)} and realm = ${realm}`,
      );
    },

    async delete(realm, id) {
      await databases[regionOf(realm)].execute(
        sql`delete from web.sessions where id_hash = ${digest(id)} and realm = ${realm}`,
      );
    },

    async returnTo(realm, id) {
      const found = await databases[regionOf(realm)].execute<{ tokens: Buffer }>(
        sql`select tokens from web.sessions where id_hash = ${digest(id)} and realm = ${realm} and expires_at <= now()`,
      );
      const row = found.rows[0];
      return (row && open(row.tokens)?.returnTo) ?? null;
    },

    async whose(realm, id) {
      const { rows } = await databases[regionOf(realm)].execute<{ uid: string }>(
        sql`select uid from web.sessions where id_hash = ${digest(id)} and realm = ${realm}`,
      );
      return rows[0]?.uid ?? null;
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
        where expires_at < now() - interval '1 day' or last_seen_at < now() - make_interval(days => ${idleDays})`);
    },
  };

  function seal(tokens: SessionTokens): Buffer {
    return box.seal(JSON.stringify(tokens));
  }

  function open(sealed: Buffer): SessionTokens | null {
    const plain = box.open(sealed);
    return plain === null ? null : (JSON.parse(plain) as SessionTokens);
  }
}
