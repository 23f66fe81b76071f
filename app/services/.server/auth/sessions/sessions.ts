import { and, arrayContains, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { prepared, queryPrepared } from "~/db/.server/prepared";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, regionOf } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import {
  type AssuranceLevel,
  authorizationCodes,
  refreshTokens,
  type SessionRow,
  sessions,
} from "~/services/.server/auth/tables";
import { columnsOf } from "~/services/.server/directory/lists/table-columns";
import type { AuthEvent } from "./events";

/** Sessions of the sign-in service, and the codes and refresh tokens that belong to each. A session is a token family. */

const day = 24 * 60 * 60 * 1000;

/** Milliseconds from sign-in after which a session ends, however busy. docs/security.md, lines 11, 16. */
export const sessionLifetime = 14 * day;
/** Milliseconds that acting as somebody may last. docs/security.md, line 27. */
export const actingLifetime = 30 * 60 * 1000;
/** Milliseconds in which a code must be exchanged. docs/security.md, line 12. */
export const codeLifetime = 60_000;

/** A uid that nobody has. */
export const nobody = "00000000-0000-0000-0000-000000000000";

export type EndReason =
  | "logout"
  | "ended_by_person"
  | "ended_by_staff"
  | "password_changed"
  | "code_reused"
  | "refresh_reused"
  | "stepped_up"
  | "person_disabled"
  | "badge_void"
  | "pictures_void";

export type NewSession = {
  realm: Realm;
  uid: string;
  clientId: string;
  scope: string;
  amr: string[];
  acr: AssuranceLevel;
  authTime: Date;
  actor: { uid: string; sessionId: string; reason: string } | null;
  /** When it ends at the latest; the usual lifetime where it is left out. */
  expiresAt?: Date;
  ipAddress: string | null;
  userAgent: string | null;
};

/** What the asker wants of the code. */
export type CodeRequest = { redirectUri: string; codeChallenge: string; nonce: string | null };
/** The line in the journal; its person is that of the session. */
export type BeginEvent = Pick<AuthEvent, "kind" | "requestId"> & { details: Record<string, unknown> };

export type StoredCode = {
  session: SessionRow;
  redirectUri: string;
  codeChallenge: string;
  nonce: string | null;
  expiresAt: Date;
};
export type StoredRefreshToken = { session: SessionRow; nonce: string | null; expiresAt: Date; isUsed: boolean };

/**
 * Whether a session lives, of placeholders `sessionId`, `realm` and `uid`; one that acts for somebody lives only as long as its actor's.
 */
export const isSessionAlive = sql`exists (
    select 1 from auth.sessions s
    left join auth.sessions a on a.id = s.actor_session_id
    where s.id = ${sql.placeholder("sessionId")} and s.realm = ${sql.placeholder("realm")} and s.uid = ${sql.placeholder("uid")}
      and s.ended_at is null and s.expires_at > now()
      and (s.actor_uid is null or (a.id is not null and a.ended_at is null and a.expires_at > now())))`;

const queryAlive = prepared<{ isAlive: boolean }>("session-alive", sql`select ${isSessionAlive} as "isAlive"`);

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(databases: Databases) {
  const database = (realm: Realm) => databases[regionOf(realm)];
  const living = (): SQL | undefined => and(isNull(sessions.endedAt), gt(sessions.expiresAt, new Date()));

  return {
    /**
     * A session, the code that hands it over and its line in the journal: all of it or nothing, at the cost of one write.
     * @param note what else is to be written down, or there is no session
     */
    async begin(
      session: NewSession,
      request: CodeRequest,
      event: BeginEvent,
      note?: (within: Transaction) => Promise<void>,
    ): Promise<{ session: SessionRow; code: string }> {
      const { realm, uid, clientId, scope, amr, acr, authTime, actor, ipAddress, userAgent } = session;
      const code = randomToken();
      const lifetime = actor ? actingLifetime : sessionLifetime;
      const expiresAt = session.expiresAt ?? new Date(Date.now() + lifetime);
      const statement = sql`
        with begun as (
          insert into auth.sessions (realm, uid, client_id, scope, amr, acr, auth_time, actor_uid, actor_session_id,
            actor_reason, ip_address, user_agent, expires_at)
          values (${realm}, ${uid}, ${clientId}, ${scope}, ${sql.param(amr)}, ${acr}, ${authTime.toISOString()},
            ${actor?.uid ?? null}, ${actor?.sessionId ?? null}, ${actor?.reason ?? null}, ${ipAddress}, ${userAgent},
            ${expiresAt.toISOString()})
          returning *
        ), code as (
          insert into auth.authorization_codes (code_hash, session_id, redirect_uri, code_challenge, nonce, expires_at)
          select ${tokenDigest(code)}, id, ${request.redirectUri}, ${request.codeChallenge}, ${request.nonce},
            ${new Date(Date.now() + codeLifetime).toISOString()}::timestamptz from begun
        ), noted as (
          insert into auth.events (realm, kind, uid, actor_uid, session_id, ip_address, request_id, details)
          select realm, ${event.kind}, uid, actor_uid, id, ip_address, ${event.requestId}, ${JSON.stringify(event.details)}::jsonb
          from begun
        )
        select ${columnsOf(sessions, "begun")} from begun`;
      if (!note) {
        return { session: one(await queryPrepared<SessionRow>(database(realm), "session-begin", statement)), code };
      }
      return inTransaction(database(realm), async (within) => {
        const { rows } = await within.execute<{ id: string }>(statement);
        const begun = await within
          .select()
          .from(sessions)
          .where(eq(sessions.id, one(rows).id));
        await note(within);
        return { session: one(begun), code };
      });
    },

    /** The session, if it lives. */
    async find(realm: Realm, id: string, within?: Transaction): Promise<SessionRow | null> {
      const rows = await (within ?? database(realm))
        .select()
        .from(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.realm, realm), living()));
      return rows[0] ?? null;
    },

    async isAlive(realm: Realm, sessionId: string, uid: string): Promise<boolean> {
      const [found] = await queryAlive(database(realm), { sessionId, realm, uid });
      return found?.isAlive ?? false;
    },

    /** Whether a person has signed in from an address before; asks the same of the database when there is no such person. */
    async hasBegunFrom(realm: Realm, uid: string | null, ipAddress: string | null): Promise<boolean> {
      const found = await queryPrepared(
        database(realm),
        "session-from",
        sql`select 1 from auth.sessions
        where realm = ${realm} and uid = ${uid ?? nobody} and ip_address = ${ipAddress ?? ""} and actor_uid is null limit 1`,
      );
      return found.length > 0;
    },

    /** Living sessions of a person, the newest first; those in which somebody acted as them too. */
    list(realm: Realm, uid: string): Promise<SessionRow[]> {
      return database(realm)
        .select()
        .from(sessions)
        .where(and(eq(sessions.realm, realm), eq(sessions.uid, uid), living()))
        .orderBy(desc(sessions.createdAt))
        .limit(100);
    },

    /** Ends one session and every session that was begun from it. Says whether there was one to end. */
    async end(realm: Realm, id: string, reason: EndReason, within?: Transaction): Promise<boolean> {
      const ended = await endWhere(realm, reason, or(eq(sessions.id, id), eq(sessions.actorSessionId, id)), within);
      return ended.some((row) => row.id === id);
    },

    /** Ends all that a person has, what they began as others among it; `keep` is left alone. */
    async endAll(
      realm: Realm,
      uid: string | readonly string[],
      reason: EndReason,
      { keep, within }: { keep?: string; within?: Transaction | undefined } = {},
    ): Promise<void> {
      // One array is one value, however many people there are.
      const people = sql`any (${sql.param([uid].flat())}::uuid[])`;
      const theirs = or(sql`${sessions.uid} = ${people}`, sql`${sessions.actorUid} = ${people}`);
      await endWhere(realm, reason, and(theirs, keep === undefined ? undefined : ne(sessions.id, keep)), within);
    },

    /** Ends the sessions of many people that were begun by one sign-in method. */
    async endByMethod(
      realm: Realm,
      uids: string[],
      method: string,
      reason: EndReason,
      within: Transaction,
    ): Promise<void> {
      if (uids.length === 0) return;
      await endWhere(realm, reason, and(inArray(sessions.uid, uids), arrayContains(sessions.amr, [method])), within);
    },

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

    /** Takes a code: true for the first caller only. */
    async takeCode(realm: Realm, secret: string): Promise<boolean> {
      const taken = await database(realm)
        .update(authorizationCodes)
        .set({ usedAt: new Date() })
        .where(and(eq(authorizationCodes.codeHash, tokenDigest(secret)), isNull(authorizationCodes.usedAt)))
        .returning({ hash: authorizationCodes.codeHash });
      return taken.length === 1;
    },

    /** One write: the token, and that its session was used. */
    async storeRefreshToken({ id, realm, expiresAt }: SessionRow, secret: string, nonce: string | null): Promise<void> {
      await queryPrepared(
        database(realm),
        "refresh-token-keep",
        sql`
        with kept as (
          insert into auth.refresh_tokens (token_hash, session_id, nonce, expires_at)
          values (${tokenDigest(secret)}, ${id}, ${nonce}, ${expiresAt.toISOString()})
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

    /** Takes a refresh token: true for the first caller only. `key` says which request it was; see `repeatRefresh`. */
    async takeRefreshToken(realm: Realm, secret: string, key: string | null): Promise<boolean> {
      const taken = await database(realm)
        .update(refreshTokens)
        .set({ usedAt: new Date(), usedBy: key === null ? null : tokenDigest(key) })
        .where(and(eq(refreshTokens.tokenHash, tokenDigest(secret)), isNull(refreshTokens.usedAt)))
        .returning({ hash: refreshTokens.tokenHash });
      return taken.length === 1;
    },

    /**
     * Whether the request that used up a refresh token may be repeated, since its response was lost: it has the same key, and
     * none of the issued tokens was used. Those tokens are then revoked.
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

    /** Removes what ended or expired more than 30 days ago; run by the daily job. */
    async purgeExpired(realm: Realm): Promise<void> {
      await database(realm)
        .delete(sessions)
        .where(lt(sessions.expiresAt, new Date(Date.now() - 30 * day)));
    },
  };

  function endWhere(
    realm: Realm,
    reason: EndReason,
    which: SQL | undefined,
    within?: Transaction,
  ): Promise<Array<{ id: string }>> {
    return (within ?? database(realm))
      .update(sessions)
      .set({ endedAt: new Date(), endReason: reason })
      .where(and(eq(sessions.realm, realm), isNull(sessions.endedAt), which))
      .returning({ id: sessions.id });
  }
}

function one<Row>(rows: Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new Error("The database returned no row");
  return row;
}
