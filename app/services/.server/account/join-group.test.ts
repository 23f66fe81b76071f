import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { sessionSecret, testHosts } from "#tests/support/auth-secrets";
import { ask, callerOf, showTeachersTheSchool } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { unexpected } from "#tests/support/proofs-double";
import type { Database } from "~/db/.server/connect";
import { createAuthService } from "~/services/.server/auth/auth-service";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { type Account, createAccount } from "./account-service";

/** Students join a group of their school with its code; other users cannot. docs/product/choices.md#group-codes. */

let database: Database;
let panel: ReturnType<typeof createControlPanelService>;
let account: Account;
let group: { id: string; name: string };
let code = "";

const write = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
const join = async (username: string, typed = code) =>
  ask(account.service, "joinGroup", { body: { code: typed } }, await callerOf(database, username, { realm: "se" }));
const onPanel = async (username: string, name: keyof typeof panel.endpoints & string, input: object = {}) =>
  ask(panel, name, input, await callerOf(database, username));
const params = () => ({ params: { id: group.id } });

/** Usernames of the students in the group. */
async function studentsInGroup(): Promise<string[]> {
  const { rows } = await database.execute<{ username: string }>(sql`
    select u.username from directory.memberships m join directory.users u on u.id = m.user_id
    join directory.groups g on g.id = m.group_id where g.uid = ${group.id} and u.type = 'student' order by u.id`);
  return rows.map(({ username }) => username);
}

/** Gives a group of another school a code and returns it. */
async function foreignCode(realm = "se"): Promise<string> {
  const { rows } = await database.execute<{ code: string }>(sql`
    update directory.groups set code = 'FOREIGN2', code_expires_at = now() + interval '1 day' where id = (
      select g.id from directory.groups g where g.realm = ${realm} and not exists (
        select 1 from directory.associations a join directory.users u on u.id = a.user_id
        where a.organization_id = g.organization_id and u.username = 'student.se') order by g.id limit 1) returning code`);
  return rows[0]?.code ?? "";
}

beforeEach(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await showTeachersTheSchool(database);
  const databases = { eu: database, us: database };
  const identity = createIdentityDirectory(databases);
  const smsSender = { sendCode: async () => undefined };
  const auth = createAuthService({ databases, identity, hosts: testHosts, sessionSecret, smsSender, providers: {} });
  panel = createControlPanelService({ databases, credentials: credentialsDouble });
  account = createAccount({
    giveUpOrders: async () => undefined,
    endPayments: async () => undefined,
    purchaseOf: async () => null,
    profileErasers: [],
    databases,
    proofs: auth.proofs,
    mailer: { send: async () => undefined },
    report: unexpected,
  });
  const me = await onPanel("admin.se", "getMe");
  const school = me.body.data.attributes.organizations.value[0].id;
  const made = await onPanel("admin.se", "createGroup", { body: write({ name: "Kodklassen", organization: school }) });
  group = { id: made.body.data.id, name: "Kodklassen" };
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select u.id, g.organization_id, 'se', u.type from directory.users u, directory.groups g
    where u.username in ('student.se', 'guardian.se') and g.uid = ${group.id} on conflict do nothing`);
  const coded = await onPanel("teacher.se", "updateGroup", { ...params(), body: write({ code: true }) });
  code = coded.body.data.attributes.code.value;
});

describe("given a group with a code", () => {
  test("a student joins with a code typed in lower case and with spaces, and the teacher sees who and when", async () => {
    const joined = await join("student.se", ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`);
    expect([joined.status, joined.body.data.name]).toEqual([200, group.name]);
    const seen = await onPanel("teacher.se", "getGroupJoined", params());
    expect(seen.body.data.map(({ username }: { username: string }) => username)).toEqual(["student.se"]);
    expect(Date.now() - Date.parse(seen.body.data[0].joinedAt)).toBeLessThan(60_000);
  });

  test("a student who joins twice gets 200 and one audit log entry", async () => {
    await join("student.se");
    expect((await join("student.se")).status).toBe(200);
    const { rowCount } = await database.execute(
      sql`select 1 from directory.audit where action = 'user.joined_by_code'`,
    );
    expect(rowCount).toBe(1);
  });

  test("returns 403 to employees, guardians and shared accounts", async () => {
    for (const username of ["teacher.se", "admin.se", "super.se", "guardian.se"]) {
      expect([username, (await join(username)).status]).toEqual([username, 403]);
    }
    await database.execute(sql`update directory.users set shared = true where username = 'student.se'`);
    expect((await join("student.se")).status).toBe(403);
  });

  test("returns the same 404 for a code of another school as for an unknown code", async () => {
    const foreign = await foreignCode();
    expect(foreign).toBe("FOREIGN2");
    const responses = [await join("student.se", foreign), await join("student.se", "NOSUCH22")];
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [404, responses[1]?.body],
      [404, responses[0]?.body],
    ]);
  });

  test("returns 404 to a student whose association with the school is inactive", async () => {
    await database.execute(
      sql`update directory.associations set active = false where user_id = (select id from directory.users where username = 'student.se')`,
    );
    expect((await join("student.se")).status).toBe(404);
  });

  test("the code expires after 14 days and is valid again once the teacher renews it", async () => {
    const response = await onPanel("teacher.se", "getGroup", params());
    const days = (Date.parse(response.body.data.attributes.codeExpiresAt.value) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    await database.execute(
      sql`update directory.groups set code_expires_at = now() - interval '1 second' where uid = ${group.id}`,
    );
    expect((await join("student.se")).status).toBe(404);
    const renewed = await onPanel("teacher.se", "renewGroupCode", params());
    expect([renewed.status, renewed.body.data.attributes.code.value]).toEqual([200, code]);
    expect((await join("student.se")).status).toBe(200);
  });

  test("given a replaced code, then the old one returns 404 and the new one joins", async () => {
    const replaced = await onPanel("teacher.se", "updateGroup", { ...params(), body: write({ code: true }) });
    const fresh = replaced.body.data.attributes.code.value;
    expect(fresh).not.toBe(code);
    expect((await join("student.se")).status).toBe(404);
    expect((await join("student.se", fresh)).status).toBe(200);
  });

  test("given a removed code, then it returns 404 to a student, and renewing it returns 409", async () => {
    const removed = await onPanel("teacher.se", "updateGroup", { ...params(), body: write({ code: false }) });
    expect(removed.body.data.attributes.code.value).toBeNull();
    expect((await join("student.se")).status).toBe(404);
    expect((await onPanel("teacher.se", "renewGroupCode", params())).status).toBe(409);
    expect((await join("student.se")).status).toBe(404);
    expect(await studentsInGroup()).toEqual([]);
  });

  test("given a group that has ended, then its code returns 404", async () => {
    await database.execute(sql`update directory.groups set status = 'inactive' where uid = ${group.id}`);
    expect((await join("student.se")).status).toBe(404);
    expect(await studentsInGroup()).toEqual([]);
  });

  test("given ten unknown codes in 15 minutes, then the right code returns 429 to this student, but not to others", async () => {
    for (let tries = 1; tries <= 10; tries += 1) {
      expect((await join("student.se", "NOSUCH22")).status).toBe(404);
    }
    const refused = await join("student.se");
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers["retry-after"]);
    expect([wait > 0, wait <= 15 * 60]).toEqual([true, true]);
    expect(await studentsInGroup()).toEqual([]);
    const { rows } = await database.execute<{ username: string }>(sql`
      select u.username from directory.users u join directory.associations a on a.user_id = u.id
      join directory.groups g on g.organization_id = a.organization_id
      where g.uid = ${group.id} and a.role = 'student' and u.username <> 'student.se' and not u.shared order by u.id limit 1`);
    const classmate = String(rows[0]?.username);
    expect((await join(classmate)).status).toBe(200);
    expect(await studentsInGroup()).toEqual([classmate]);
  });
});
