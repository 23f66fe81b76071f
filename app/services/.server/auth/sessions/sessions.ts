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

/** Sessions, and the codes and refresh tokens of each. A session is a token family. */

const day = 24 * 60 * 60 * 1000;

/** Milliseconds from login to the end of a session, regardless of activity. docs/security.md, lines 11, 16. */
const sessionLifetime = 14 * day;
/** Maximum duration of an impersonation in milliseconds. docs/security.md, line 27. */
const actingLifetime = 30 * 60 * 1000;
/** Milliseconds within which a code must be exchanged. docs/security.md, line 12. */
const codeLifetime = 60_000;

/** A uid that does not exist. */
export const nobody = "00000000-0000-0000-0000-000000000000";

type EndReason =
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
  /** Latest end of the session; default: the usual lifetime. */
  expiresAt?: Date;
  ipAddress: string | null;
  userAgent: string | null;
};

/** The authorize request's parameters for the code. */
type CodeRequest = { redirectUri: string; codeChallenge: string; nonce: string | null };
/** The event to log; its user is the session's. */
type BeginEvent = Pick<AuthEvent, "kind" | "requestId"> & { details: Record<string, unknown> };

type StoredCode = {
  session: SessionRow;
  redirectUri: string;
  codeChallenge: string;
  nonce: string | null;
  expiresAt: Date;
};
type StoredRefreshToken = { session: SessionRow; nonce: string | null; expiresAt: Date; isUsed: boolean };

/**
 * Whether a session is active, with placeholders `sessionId`, `realm` and `uid`; an impersonated session is active only while the
 * impersonating user's session is.
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
     * Inserts a session, its code and its event atomically, in one statement.
     * @param note additional writes; if it throws, no session is stored
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

    /** The session if active, else null. */
    async find(realm: Realm, id: string, within?: Transaction): Promise<SessionRow | null> {
      const rows = await (within ?? database(realm))
        .select()
        .from(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.realm, realm), living()));
      return rows[0] ?? null;
    },

    async isAlive(realm: Realm, sessionId: string, uid: string): Promise<boolean> {
      const [row] = await queryAlive(database(realm), { sessionId, realm, uid });
      return row?.isAlive ?? false;
    },

    /** Whether a user has logged in from an IP address before; runs the same query if the user does not exist. */
    async hasBegunFrom(realm: Realm, uid: string | null, ipAddress: string | null): Promise<boolean> {
      const rows = await queryPrepared(
        database(realm),
        "session-from",
        sql`select 1 from auth.sessions
        where realm = ${realm} and uid = ${uid ?? nobody} and ip_address = ${ipAddress ?? ""} and actor_uid is null limit 1`,
      );
      return rows.length > 0;
    },

    /** Active sessions of a user, newest first, including those that impersonate the user. */
    list(realm: Realm, uid: string): Promise<SessionRow[]> {
      return database(realm)
        .select()
        .from(sessions)
        .where(and(eq(sessions.realm, realm), eq(sessions.uid, uid), living()))
        .orderBy(desc(sessions.createdAt))
        .limit(100);
    },

    /** Ends a session and the impersonations started from it. False if it was not active. */
    async end(realm: Realm, id: string, reason: EndReason, within?: Transaction): Promise<boolean> {
      const ended = await endWhere(realm, reason, or(eq(sessions.id, id), eq(sessions.actorSessionId, id)), within);
      return ended.some((row) => row.id === id);
    },

    /** Ends all sessions of the users, including their impersonations of others, except `keep`. */
    async endAll(
      realm: Realm,
      uid: string | readonly string[],
      reason: EndReason,
      { keep, within }: { keep?: string; within?: Transaction | undefined } = {},
    ): Promise<void> {
      // As one array parameter, regardless of the number of people.
      const people = sql`any (${sql.param([uid].flat())}::uuid[])`;
      const theirs = or(sql`${sessions.uid} = ${people}`, sql`${sessions.actorUid} = ${people}`);
      await endWhere(realm, reason, and(theirs, keep === undefined ? undefined : ne(sessions.id, keep)), within);
    },

    /** Ends the sessions of many users that were started with one sign-in method. */
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

    /** Marks a code as used; true only for the first call. */
    async takeCode(realm: Realm, secret: string): Promise<boolean> {
      const taken = await database(realm)
        .update(authorizationCodes)
        .set({ usedAt: new Date() })
        .where(and(eq(authorizationCodes.codeHash, tokenDigest(secret)), isNull(authorizationCodes.usedAt)))
        .returning({ hash: authorizationCodes.codeHash });
      return taken.length === 1;
    },

    /** Stores the token and updates the session's last use in one statement. */
    async storeRefreshToken({ id, realm, expiresAt }: SessionRow, secret: string, nonce: string | null): Promise<void> {
      await queryPrepared(
        database(realm),
        "refresh-token-keep",
        sql`
        with stored as (
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

    /** Deletes sessions that expired more than 30 days ago; run by the daily job. */
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
