import { and, eq, isNull, sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { queryPrepared } from "~/db/.server/prepared";
import { type Realm, regionOf } from "~/realms/realm";
import { tokenDigest } from "~/security/secret-box.server";
import { authorizationCodes, refreshTokens, type SessionRow, sessions } from "~/services/.server/auth/tables";
import { columnsOf } from "~/services/.server/directory/lists/table-columns";

/** Codes and refresh tokens of sessions. */

/** Milliseconds within which a code must be exchanged. docs/security.md, line 12. */
export const codeLifetime = 60_000;

/** Seconds after which an exchange counts as done although its end was not stored: its process had ended, or is of a version before. */
const longestExchange = 10;

type StoredCode = {
  session: SessionRow;
  redirectUri: string;
  codeChallenge: string;
  nonce: string | null;
  expiresAt: Date;
};
type StoredRefreshToken = { session: SessionRow; nonce: string | null; expiresAt: Date; isUsed: boolean };

export type SessionTokens = ReturnType<typeof createSessionTokens>;

export function createSessionTokens(databases: Databases) {
  const database = (realm: Realm) => databases[regionOf(realm)];

  return {
    async findCode(realm: Realm, secret: string): Promise<StoredCode | null> {
      const [code] = await queryPrepared<Omit<StoredCode, "session"> & SessionRow & { codeExpiresAt: Date }>(
        database(realm),
        "code",
        sql`select ${columnsOf(sessions, "s")}, c.redirect_uri as "redirectUri", c.code_challenge as "codeChallenge", c.nonce,
          c.expires_at as "codeExpiresAt"
        from auth.authorization_codes c join auth.sessions s on s.id = c.session_id
        where c.code_hash = ${tokenDigest(secret)} and s.realm = ${realm}`,
      );
      if (!code) return null;
      const { redirectUri, codeChallenge, nonce, codeExpiresAt, ...session } = code;
      return { redirectUri, codeChallenge, nonce, expiresAt: codeExpiresAt, session };
    },

    /** Marks a code as used; true only for the first call. */
    async takeCode(realm: Realm, secret: string): Promise<boolean> {
      const taken = await database(realm)
        .update(authorizationCodes)
        .set({ usedAt: new Date() })
        .where(and(eq(authorizationCodes.codeHash, tokenDigest(secret)), isNull(authorizationCodes.usedAt)))
        .returning({ hash: authorizationCodes.codeHash });
      return taken.length === 1;
    },

    /**
     * Stores the token, marks the code or refresh token that it was issued for as exchanged, and updates the session's last use, in one
     * statement.
     */
    async storeRefreshToken(
      { id, realm, expiresAt }: SessionRow,
      secret: string,
      { nonce, issuedFor }: { nonce: string | null; issuedFor: string },
    ): Promise<void> {
      const [used, now] = [tokenDigest(issuedFor), new Date().toISOString()];
      await queryPrepared(
        database(realm),
        "refresh-token-keep",
        sql`
        with stored as (
          insert into auth.refresh_tokens (token_hash, session_id, nonce, expires_at)
          values (${tokenDigest(secret)}, ${id}, ${nonce}, ${expiresAt.toISOString()})
        ), exchanged_code as (
          update auth.authorization_codes set exchanged_at = ${now} where code_hash = ${used}
        ), exchanged_token as (
          update auth.refresh_tokens set exchanged_at = ${now} where token_hash = ${used}
        )
        update auth.sessions set last_used_at = now() where id = ${id}`,
      );
    },

    async findRefreshToken(realm: Realm, secret: string): Promise<StoredRefreshToken | null> {
      const rows = await database(realm)
        .select()
        .from(refreshTokens)
        .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
        .where(and(eq(refreshTokens.tokenHash, tokenDigest(secret)), eq(sessions.realm, realm)));
      const row = rows[0];
      if (!row) return null;
      const { nonce, expiresAt, usedAt } = row.refresh_tokens;
      return { session: row.sessions, nonce, expiresAt, isUsed: usedAt !== null };
    },

    /** Marks a refresh token as used; true only for the first call. `key` identifies the request; see `repeatRefresh`. */
    async takeRefreshToken(realm: Realm, secret: string, key: string | null): Promise<boolean> {
      const taken = await database(realm)
        .update(refreshTokens)
        .set({ usedAt: new Date(), usedBy: key === null ? null : tokenDigest(key) })
        .where(and(eq(refreshTokens.tokenHash, tokenDigest(secret)), isNull(refreshTokens.usedAt)))
        .returning({ hash: refreshTokens.tokenHash });
      return taken.length === 1;
    },

    /**
     * Whether a used code or refresh token had been exchanged for tokens before a request was sent. If not, that request came at the same
     * moment as the one that used it, which is no reuse of what that one got.
     * @param sentAt by the clock of this process, as are the times that it is compared with
     */
    async wasExchangedBefore(realm: Realm, secret: string, sentAt: Date): Promise<boolean> {
      const hash = tokenDigest(secret);
      const { rows } = await database(realm).execute(sql`
        select 1 from (
          select used_at, exchanged_at from auth.authorization_codes where code_hash = ${hash}
          union all select used_at, exchanged_at from auth.refresh_tokens where token_hash = ${hash}) used
        where coalesce(exchanged_at, used_at + make_interval(secs => ${longestExchange})) <= ${sentAt.toISOString()}`);
      return rows.length > 0;
    },

    /**
     * Whether a refresh whose response was lost may be repeated: it has the same key, and none of the tokens issued since has been used.
     * Revokes those tokens.
     */
    async repeatRefresh(realm: Realm, secret: string, key: string): Promise<boolean> {
      const { rows } = await database(realm).execute<{ session_id: string }>(sql`
        select used.session_id from auth.refresh_tokens used
        where used.token_hash = ${tokenDigest(secret)} and used.used_by = ${tokenDigest(key)} and not exists (
          select 1 from auth.refresh_tokens later
          where later.session_id = used.session_id and later.used_at > used.used_at)`);
      const sessionId = rows[0]?.session_id;
      if (sessionId === undefined) return false;
      await database(realm)
        .delete(refreshTokens)
        .where(and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt)));
      return true;
    },
  };
}
