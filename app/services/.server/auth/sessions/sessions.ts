import { and, arrayContains, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { prepared, queryPrepared } from "~/db/.server/prepared";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, regionOf } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import { type AssuranceLevel, type SessionRow, sessions } from "~/services/.server/auth/tables";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { columnsOf } from "~/services/.server/directory/lists/table-columns";
import { stayDays } from "~/services/contracts/stay-signed-in";
import type { AuthEvent } from "./events";
import { codeLifetime } from "./session-tokens";

/** Sessions. Each is a token family: session-tokens.ts holds its codes and refresh tokens. */

const day = 24 * 60 * 60 * 1000;

/** Milliseconds from login to the end of a session, regardless of activity. docs/security.md, lines 11, 16. */
const sessionLifetime = 14 * day;
/** The same for the session of somebody who stays signed in. */
const stayLifetime = stayDays * day;
/** Maximum duration of an impersonation in milliseconds. docs/security.md, line 27. */
const actingLifetime = 30 * 60 * 1000;

/** A uid that does not exist. */
export const nobody = "00000000-0000-0000-0000-000000000000";

type EndReason =
  | "logout"
  | "expired"
  | "ended_by_person"
  | "ended_by_staff"
  | "password_changed"
  | "code_reused"
  | "refresh_reused"
  | "stepped_up"
  | "person_disabled"
  | "badge_void"
  | "pictures_void"
  | "profile_deleted";

export type NewSession = {
  realm: Realm;
  uid: string;
  clientId: string;
  scope: string;
  amr: string[];
  acr: AssuranceLevel;
  authTime: Date;
  actor: { uid: string; sessionId: string; reason: string } | null;
  /** Whether it outlives the browser; default: no. Only where `mayStaySignedIn` of the directory permits it. */
  staysSignedIn?: boolean;
  /** The child whose device this is, and what the parent calls it; default: not a joined device. */
  joined?: { profileId: string; deviceName: string };
  /** Latest end of the session; default: the usual lifetime. */
  expiresAt?: Date;
  ipAddress: string | null;
  userAgent: string | null;
};

/** The authorize request's parameters for the code. */
type CodeRequest = { redirectUri: string; codeChallenge: string; nonce: string };
/** The event to log; its user is the session's. */
type BeginEvent = Pick<AuthEvent, "kind" | "requestId"> & { details: Record<string, unknown> };
/** Additional writes in the session's transaction; if it throws, no session is stored. */
type BeginNote = (within: Transaction) => Promise<void>;

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

const queryIsActive = prepared<{ isActive: boolean }>("session-active", sql`select ${isSessionAlive} as "isActive"`);

export type Sessions = ReturnType<typeof createSessions>;

/** @param identity logs the ends of impersonations */
export function createSessions(databases: Databases, identity: Pick<IdentityDirectory, "noteActingEnds">) {
  const database = (realm: Realm) => databases[regionOf(realm)];
  const living = (): SQL | undefined => and(isNull(sessions.endedAt), gt(sessions.expiresAt, new Date()));

  return {
    /** Inserts a session, its code and its event atomically, in one statement. */
    begin: (session: NewSession, request: CodeRequest, event: BeginEvent, note?: BeginNote) =>
      beginSession(databases, session, request, event, note),

    /** The session if active, else null. */
    async find(realm: Realm, id: string, within?: Transaction): Promise<SessionRow | null> {
      const rows = await (within ?? database(realm))
        .select()
        .from(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.realm, realm), living()));
      return rows[0] ?? null;
    },

    async isActive(realm: Realm, sessionId: string, uid: string): Promise<boolean> {
      const [row] = await queryIsActive(database(realm), { sessionId, realm, uid });
      return row?.isActive ?? false;
    },

    /** Whether a user has logged in from an IP address before; runs the same query if the user does not exist. */
    async hasBegunFrom(realm: Realm, uid: string | null, ipAddress: string | null): Promise<boolean> {
      const rows = await queryPrepared(
        database(realm),
        "session-from",
        sql`select 1 from auth.sessions
        where realm = ${realm} and uid = ${uid ?? nobody} and ip_address = ${ipAddress ?? ""} and actor_uid is null
          and profile_id is null limit 1`,
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

    /** Ends the impersonations whose time, or whose actor's session, has run out; run every minute, so that the log says when. */
    async endExpiredActing(realm: Realm): Promise<void> {
      const isOver = sql`${sessions.actorUid} is not null and (${sessions.expiresAt} <= now() or exists (
        select 1 from auth.sessions a where a.id = ${sessions.actorSessionId} and a.expires_at <= now()))`;
      await endWhere(realm, "expired", isOver);
    },

    /** Deletes sessions that expired more than 30 days ago; run by the daily job. */
    async purgeExpired(realm: Realm): Promise<void> {
      await database(realm)
        .delete(sessions)
        .where(lt(sessions.expiresAt, new Date(Date.now() - 30 * day)));
    },
  };

  /** Ends sessions; the ends of impersonations are audited in the same transaction. docs/security.md, line 26. */
  function endWhere(
    realm: Realm,
    reason: EndReason,
    which: SQL | undefined,
    within?: Transaction,
  ): Promise<Array<{ id: string }>> {
    return inTransaction(within ?? database(realm), async (transaction) => {
      const ended = await transaction
        .update(sessions)
        .set({ endedAt: new Date(), endReason: reason })
        .where(and(eq(sessions.realm, realm), isNull(sessions.endedAt), which))
        .returning({ id: sessions.id, uid: sessions.uid, actorUid: sessions.actorUid });
      const ends = ended.flatMap(({ id, uid, actorUid }) =>
        actorUid === null ? [] : [{ actorUid, targetUid: uid, sessionId: id, end: reason }],
      );
      if (ends.length > 0) await identity.noteActingEnds(realm, ends, transaction);
      return ended;
    });
  }
}

async function beginSession(
  databases: Databases,
  session: NewSession,
  request: CodeRequest,
  event: BeginEvent,
  note?: BeginNote,
): Promise<{ session: SessionRow; code: string }> {
  const {
    realm,
    uid,
    clientId,
    scope,
    amr,
    acr,
    authTime,
    actor,
    staysSignedIn = false,
    joined = null,
    ipAddress,
    userAgent,
  } = session;
  const database = databases[regionOf(realm)];
  const code = randomToken();
  const lifetime = actor ? actingLifetime : staysSignedIn ? stayLifetime : sessionLifetime;
  const expiresAt = session.expiresAt ?? new Date(Date.now() + lifetime);
  const statement = sql`
    with begun as (
      insert into auth.sessions (realm, uid, client_id, scope, amr, acr, auth_time, actor_uid, actor_session_id,
        actor_reason, ip_address, user_agent, stays_signed_in, profile_id, device_name, expires_at)
      values (${realm}, ${uid}, ${clientId}, ${scope}, ${sql.param(amr)}, ${acr}, ${authTime.toISOString()},
        ${actor?.uid ?? null}, ${actor?.sessionId ?? null}, ${actor?.reason ?? null}, ${ipAddress}, ${userAgent},
        ${staysSignedIn && actor === null}, ${joined?.profileId ?? null}::uuid, ${joined?.deviceName ?? null},
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
    return { session: one(await queryPrepared<SessionRow>(database, "session-begin", statement)), code };
  }
  return inTransaction(database, async (within) => {
    const { rows } = await within.execute<{ id: string }>(statement);
    const begun = await within
      .select()
      .from(sessions)
      .where(eq(sessions.id, one(rows).id));
    await note(within);
    return { session: one(begun), code };
  });
}

function one<Row>(rows: Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new Error("The database returned no row");
  return row;
}
