import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "./service";

/** Restoring a group that was deleted by mistake. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let group: { id: string; school: string; name: string };

const call = async (username: string, name: keyof typeof service.endpoints & string, input: object = {}) =>
  ask(service, name, input, await callerOf(database, username));
const end = () => call("admin.se", "deleteGroup", { params: { id: group.id } });
const restore = (username = "super.se") => call(username, "restoreGroup", { params: { id: group.id } });
const write = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
const deleted = { filters: JSON.stringify({ status: "deleted" }) };

async function members(): Promise<string[]> {
  const query = { pageSize: 100 };
  const { body } = await call("super.se", "getGroupUsers", { params: { id: group.id }, query });
  return body.data.map(({ id }: { id: string }) => id).sort();
}

async function withoutGroup(): Promise<number> {
  const { rows } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from directory.maybe_without_group`,
  );
  return rows[0]?.total ?? 0;
}

beforeEach(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials: credentialsDouble });
  const { rows } = await database.execute<typeof group>(sql`
    select g.uid as id, o.uid as school, g.name from directory.memberships m
    join directory.users u on u.id = m.user_id join directory.groups g on g.id = m.group_id
    join directory.organizations o on o.id = g.organization_id where u.username = 'student.se' order by g.id limit 1`);
  group = rows[0] ?? { id: "", school: "", name: "" };
  await call("admin.se", "updateGroup", { params: { id: group.id }, body: write({ code: true }) });
});

test("restores a group with its members and without its code", async () => {
  const before = await members();
  const apart = await withoutGroup();
  expect(before).not.toEqual([]);
  expect((await end()).status).toBe(204);
  expect(await withoutGroup()).toBeGreaterThan(apart);
  const back = await restore();
  expect([back.status, back.body.data.attributes.name.value, back.body.data.attributes.code.value]).toEqual([
    200,
    group.name,
    null,
  ]);
  expect(await members()).toEqual(before);
  expect(await withoutGroup()).toBe(apart);
});

test("does not restore the membership of a student who has left the school", async () => {
  const pupil = await uidOf(database, "student.se");
  await end();
  await database.execute(sql`update directory.associations a set organization_id = (
      select o.id from directory.organizations o where o.realm = 'se' and o.uid <> ${group.school}
      and o.type = 'school' limit 1)
    from directory.users u where u.id = a.user_id and u.uid = ${pupil}
    and a.organization_id = (select id from directory.organizations where uid = ${group.school})`);
  expect((await restore()).status).toBe(200);
  expect(await members()).not.toContain(pupil);
});

test("an administrator can restore until day 28, a super user until the purge, a teacher never (404)", async () => {
  const daysAgo = (days: number) =>
    database.execute(
      sql`update directory.groups set deleted_at = now() - make_interval(days => ${days}) where uid = ${group.id}`,
    );
  for (const [username, days, status] of [
    ["teacher.se", 0, 404],
    ["admin.se", 29, 404],
    ["admin.se", 27, 200],
    ["super.se", 28, 200],
  ] as const) {
    await end();
    await daysAgo(days);
    expect((await restore(username)).status, `${username} ${days}`).toBe(status);
  }
});

test("lists deleted groups to a super user only; of two restores at once, one gets 404", async () => {
  await end();
  const response = await call("super.se", "getGroups", { query: deleted });
  expect(response.body.data.map(({ id }: { id: string }) => id)).toEqual([group.id]);
  expect((await call("admin.se", "getGroups", { query: deleted })).status).toBe(403);
  expect((await call("super.se", "getGroup", { params: { id: group.id } })).status).toBe(404);
  const responses = await Promise.all([restore(), restore()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await restore()).status).toBe(404);
});

test("a super user of another country does not see the group and cannot restore it (404)", async () => {
  await seedRealm(database, "no");
  await end();
  expect((await restore("super.no")).status).toBe(404);
  expect((await call("super.no", "getGroups", { query: deleted })).body.data).toEqual([]);
  expect((await restore()).status).toBe(200);
});

test("given a name that another group has taken, then the restore returns 409", async () => {
  await end();
  const body = write({ name: group.name, organization: group.school });
  expect((await call("admin.se", "createGroup", { body })).status).toBe(201);
  const refused = await restore();
  expect([refused.status, refused.body.details]).toEqual([409, [{ attribute: "name", reason: "Name already exists" }]]);
});

test("given a deleted school, then its group (409) and a group deleted with it (404) cannot be restored", async () => {
  await end();
  const other = await database.execute<{ uid: string }>(sql`
    select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
    where o.uid = ${group.school} and g.status <> 'deleted' limit 1`);
  await database.execute(sql`update directory.groups set status = 'deleted', deleted_at = now(),
    deleted_with = ${group.school} where uid = ${other.rows[0]?.uid}`);
  await database.execute(
    sql`update directory.organizations set status = 'deleted', deleted_at = now() where uid = ${group.school}`,
  );
  expect((await restore()).status).toBe(409);
  expect((await call("super.se", "getGroups", { query: deleted })).body.data).toEqual([]);
  expect((await call("super.se", "restoreGroup", { params: { id: other.rows[0]?.uid } })).status).toBe(404);
});
