import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { createSessions } from "./sessions";

/** The log has an entry for each end of acting as somebody, however it ends. docs/security.md, lines 26 and 27. */

let database: Database;
let sessions: ReturnType<typeof createSessions>;
let actor: string;
let target: string;
let actorSession: string;
let acting: string;

beforeEach(async () => {
  if (!database) {
    database = (await testDatabase()).database;
    await seedRealm(database, "se");
    const databases = { eu: database, us: database };
    sessions = createSessions(databases, createIdentityDirectory(databases));
    actor = await uidOf(database, "admin.se");
    target = await uidOf(database, "student.se");
  }
  await database.execute(sql`delete from auth.sessions`);
  actorSession = await begin(actor, null);
  acting = await begin(target, actorSession);
});

async function begin(uid: string, actorSessionId: string | null): Promise<string> {
  const actorUid = actorSessionId === null ? null : actor;
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into auth.sessions (realm, uid, client_id, scope, amr, acr, auth_time, actor_uid, actor_session_id, actor_reason, expires_at)
    values ('se', ${uid}, 'fabel-web', 'openid', '{pwd}', 'basic', now(), ${actorUid}, ${actorSessionId},
      ${actorUid === null ? null : "hjälp"}, now() + interval '30 minutes') returning id`);
  return rows[0]?.id ?? "";
}

async function entries() {
  const { rows } = await database.execute<{ end: string }>(sql`
    select action, user_uid, subject_uid, details ->> 'end' as end from directory.audit where request_id = ${`session ${acting}`}`);
  return rows;
}

const entry = (end: string) => ({
  action: "user.impersonation_ended",
  user_uid: actor,
  subject_uid: target,
  end,
});
const setExpired = (id: string) =>
  database.execute(sql`update auth.sessions set expires_at = now() - interval '1 second' where id = ${id}`);

test("the way back to one's own account", async () => {
  expect(await sessions.end("se", acting, "logout")).toBe(true);
  expect(await entries()).toEqual([entry("logout")]);
  expect(await sessions.end("se", acting, "logout")).toBe(false);
  expect(await entries()).toHaveLength(1);
});

test("the end of the actor's own session", async () => {
  await sessions.end("se", actorSession, "logout");
  expect(await entries()).toEqual([entry("logout")]);
});

test("staff who end all sessions of the person, or of the actor", async () => {
  await sessions.endAll("se", target, "ended_by_staff");
  expect(await entries()).toEqual([entry("ended_by_staff")]);
  acting = await begin(target, actorSession);
  await sessions.endAll("se", actor, "person_disabled");
  expect(await entries()).toEqual([entry("person_disabled")]);
});

test("the time that runs out, once; a session that still runs and one of nobody else's are left alone", async () => {
  await sessions.endExpiredActing("se");
  expect(await entries()).toEqual([]);
  await setExpired(acting);
  await sessions.endExpiredActing("se");
  await sessions.endExpiredActing("se");
  expect(await entries()).toEqual([entry("expired")]);
  await setExpired(actorSession);
  await sessions.endExpiredActing("se");
  const { rows } = await database.execute(sql`select end_reason from auth.sessions where id = ${actorSession}`);
  expect(rows).toEqual([{ end_reason: null }]);
});

test("the actor's session that runs out first", async () => {
  await setExpired(actorSession);
  await sessions.endExpiredActing("se");
  expect(await entries()).toEqual([entry("expired")]);
});

test("the end of a session that is nobody else's has no entry", async () => {
  await sessions.end("se", await begin(target, null), "logout");
  expect(await entries()).toEqual([]);
});
