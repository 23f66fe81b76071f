import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Realm, type Region, regionOf } from "../../realms/realm";
import { type SecretBox, secretBox } from "../../secret-box.server";
import type { Databases } from "./connect";

/**
 * Browser sessions. The browser holds a random id; here lie its digest and, encrypted, the tokens. Security 1, 13, 14, 16.
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
};

export type NewWebSession = { realm: Realm; uid: string; tokens: SessionTokens; accessExpiresAt: Date };

/** Days without a request, and days in all, after which a session is over. */
export const idleDays = 3;
export const absoluteDays = 14;

/** Seconds between two notes of when a session was last seen: a page is no reason to write. */
const seenPause = 300;

export type SessionStore = {
  create(id: string, session: NewWebSession): Promise<void>;
  /** The session, unless it is idle, over, or of another realm. */
  find(realm: Realm, id: string): Promise<WebSession | null>;
  /** Puts renewed tokens in place of those of `version`; false when somebody else was first. */
  renew(realm: Realm, id: string, version: number, tokens: SessionTokens, accessExpiresAt: Date): Promise<boolean>;
  remove(realm: Realm, id: string): Promise<void>;
  forgetOld(region: Region): Promise<void>;
};

type Row = {
  uid: string;
  tokens: Buffer;
  access_expires_at: Date;
  expires_at: Date;
  version: number;
  is_seen_long_ago: boolean;
};

export function createSessionStore(databases: Databases, sessionSecret: string): SessionStore {
  const box: SecretBox = secretBox(sessionSecret, "web sessions");
  const digest = (id: string) => createHash("sha256").update(id).digest("base64url");

  return {
    async create(id, { realm, uid, tokens, accessExpiresAt }) {
      await databases[regionOf(realm)].execute(sql`
        insert into web.sessions (id_hash, realm, uid, tokens, access_expires_at, expires_at)
        values (${digest(id)}, ${realm}, ${uid}, ${seal(tokens)}, ${accessExpiresAt.toISOString()},
          now() + make_interval(days => ${absoluteDays}))`);
    },

    async find(realm, id) {
      const database = databases[regionOf(realm)];
      const found = await database.$client.query<Row>({
        name: "web-session",
        text: `select uid, tokens, access_expires_at, expires_at, version,
            last_seen_at < now() - make_interval(secs => $4) as is_seen_long_ago
          from web.sessions
          where id_hash = $1 and realm = $2 and expires_at > now() and last_seen_at > now() - make_interval(days => $3)`,
        values: [digest(id), realm, idleDays, seenPause],
      });
      const row = found.rows[0];
      const tokens = row && open(row.tokens);
      if (!row || !tokens) return null;
      if (row.is_seen_long_ago) {
        await database.execute(sql`update web.sessions set last_seen_at = now() where id_hash = ${digest(id)}`);
      }
      const { uid, access_expires_at: accessExpiresAt, expires_at: expiresAt, version } = row;
      return { tokens, uid, accessExpiresAt, expiresAt, version };
    },

    async renew(realm, id, version, tokens, accessExpiresAt) {
      const renewed = await databases[regionOf(realm)].execute(sql`
        update web.sessions set tokens = ${seal(tokens)}, access_expires_at = ${accessExpiresAt.toISOString()},
          version = version + 1, last_seen_at = now()
        where id_hash = ${digest(id)} and realm = ${realm} and version = ${version} returning version`);
      return renewed.rows.length === 1;
    },

    async remove(realm, id) {
      await databases[regionOf(realm)].execute(
        sql`delete from web.sessions where id_hash = ${digest(id)} and realm = ${realm}`,
      );
    },

    async forgetOld(region) {
      await databases[region].execute(sql`
        delete from web.sessions
        where expires_at < now() or last_seen_at < now() - make_interval(days => ${idleDays})`);
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
