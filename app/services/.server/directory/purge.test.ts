import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { connectDatabase, type Database } from "~/db/.server/connect";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { createPurge } from "./purge";

let database: Database;
let forgotten: string[];
let purge: ReturnType<typeof createPurge>;

beforeEach(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  forgotten = [];
  purge = createPurge({ eu: database, us: database }, [async (_realm, uids) => void forgotten.push(...uids)]);
});

const day = 24 * 60 * 60 * 1000;
const later = (days: number) => new Date(Date.now() + days * day);

async function call(name: "deleteUser" | "deleteSchoolUnit" | "deleteGroup", uid: string): Promise<number> {
  const databases = { eu: database, us: database };
  const service = createCustomerManagementService({ databases, credentials: credentialsDouble });
  return (
    await ask(
      service,
      name,
      { params: name === "deleteGroup" ? { groupId: uid } : { uid } },
      await callerOf(database, "super.se"),
    )
  ).status;
}

async function uid(query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(query);
  return rows[0]?.uid ?? "";
}

async function count(table: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await database.execute<{ total: number }>(sql`select count(*)::int as total from ${table}`);
  return rows[0]?.total ?? 0;
}

test("purges a person and their data in other services on day 29, not earlier", async () => {
  const uid = await uidOf(database, "student.se");
  await call("deleteUser", uid);
  expect((await purge(later(28.9))).eu.people).toBe(0);
  expect(forgotten).toEqual([]);
  expect((await purge(later(29.01))).eu.people).toBe(1);
  expect(forgotten).toEqual([uid]);
  expect(await count(sql`directory.users where uid = ${uid}`)).toBe(0);
  expect(await count(sql`directory.audit where subject_uid = ${uid} and action = 'user.purged'`)).toBe(1);
  expect((await purge(later(40))).eu).toEqual({ people: 0, organizations: 0, groups: 0 });
});

test("restores a person and a school until day 28, and returns 404 from day 29", async () => {
  const person = await uidOf(database, "student.se");
  const school = await uid(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
  const service = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const management = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const caller = await callerOf(database, "super.se");
  const restore = {
    deleteUser: async () =>
      (await ask(service, "restorePerson", { params: { version: "v1", type: "students", id: person } }, caller)).status,
    deleteSchoolUnit: async () =>
      (await ask(management, "restoreSchoolUnit", { params: { uid: school } }, caller)).status,
  };
  const agedBy = (age: string) =>
    Promise.all(
      [sql`users`, sql`organizations`, sql`groups`].map((table) =>
        database.execute(
          sql`update directory.${table} set deleted_at = now() - ${age}::interval where status = 'deleted'`,
        ),
      ),
    );
  for (const [name, id] of [
    ["deleteUser", person],
    ["deleteSchoolUnit", school],
  ] as const) {
    await call(name, id);
    await agedBy("29 days");
    expect(await restore[name](), name).toBe(404);
    await agedBy("28 days 23 hours");
    expect(await restore[name](), name).toBe(200);
  }
});

test("keeps a person when another service fails to erase its data", async () => {
  const uid = await uidOf(database, "student.se");
  await call("deleteUser", uid);
  const broken = createPurge({ eu: database, us: database }, [
    async () => {
      throw new Error("the shelf does not answer");
    },
  ]);
  await expect(broken(later(30))).rejects.toThrow("the shelf does not answer");
  expect(await count(sql`directory.users where uid = ${uid}`)).toBe(1);
});

test("given an unavailable database of one region, then people of the other region are still purged", async () => {
  const uid = await uidOf(database, "student.se");
  await call("deleteUser", uid);
  const unavailable = connectDatabase("postgresql://fabel@127.0.0.1:1/fabel");
  const half = createPurge({ eu: unavailable, us: database }, [async (_realm, uids) => void forgotten.push(...uids)]);
  await expect(half(later(29.01))).rejects.toThrow();
  expect(forgotten).toEqual([uid]);
  expect(await count(sql`directory.users where uid = ${uid}`)).toBe(0);
  await unavailable.$client.end();
});

test("purges a deleted group on day 29, and keeps its people", async () => {
  const { rows } = await database.execute<{ uid: string; realm: "se" }>(
    sql`select uid from directory.groups where status <> 'deleted' order by id limit 1`,
  );
  const groupId = rows[0]?.uid ?? "";
  const people = await count(sql`directory.users`);
  expect(await call("deleteGroup", groupId)).toBe(204);
  expect(await count(sql`directory.ended_memberships`)).toBeGreaterThan(0);
  expect((await purge(later(28.9))).eu.groups).toBe(0);
  expect((await purge(later(29.01))).eu.groups).toBe(1);
  expect(await count(sql`directory.groups where uid = ${groupId}`)).toBe(0);
  expect(await count(sql`directory.ended_memberships`)).toBe(0);
  expect(await count(sql`directory.audit where subject_uid = ${groupId} and action = 'group.purged'`)).toBe(1);
  expect(await count(sql`directory.users`)).toBe(people);
});

describe("given a deleted school", () => {
  const uids = async (query: ReturnType<typeof sql>) => {
    const { rows } = await database.execute<{ uid: string }>(sql`${query} order by uid`);
    return rows.map(({ uid }) => uid);
  };
  /** The school and its sub-school. */
  const branch = sql`select c.descendant_id from directory.organization_closure c
    join directory.organizations o on o.id = c.ancestor_id where o.school_unit_code = 'se-1001'`;
  const school = () => uid(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
  const groups = sql`select uid from directory.groups`;
  const people = sql`select uid from directory.users`;
  const onlyThere = sql`id in (select user_id from directory.associations where organization_id in (${branch}))
    and id not in (select user_id from directory.associations where organization_id not in (${branch}))`;
  const placesOf = async (person: string) =>
    uids(sql`select o.uid from directory.users u join directory.associations a on a.user_id = u.id
      join directory.organizations o on o.id = a.organization_id where u.uid = ${person}`);
  const groupsOf = async (person: string) =>
    uids(sql`select g.uid from directory.users u join directory.memberships m on m.user_id = u.id
      join directory.groups g on g.id = m.group_id where u.uid = ${person}`);

  test("purges it with its sub-school, their groups and the people who belong only there, and keeps all others", async () => {
    const leaving = await uids(sql`${people} where ${onlyThere}`);
    const staying = await uids(sql`${people} where not (${onlyThere})`);
    const ending = await uids(sql`${groups} where organization_id in (${branch})`);
    const lasting = await uids(sql`${groups} where organization_id not in (${branch})`);
    const gone = await uids(sql`select uid from directory.organizations where id in (${branch})`);
    const remaining = await uids(sql`select uid from directory.organizations where id not in (${branch})`);
    expect([leaving, staying, ending, lasting, remaining].map((each) => each.length > 3)).toEqual(Array(5).fill(true));
    expect(gone).toHaveLength(2);

    expect(await call("deleteSchoolUnit", await school())).toBe(204);
    expect((await purge(later(28.9))).eu).toEqual({ people: 0, organizations: 0, groups: 0 });
    expect(await uids(people)).toHaveLength(leaving.length + staying.length);
    expect((await purge(later(29.01))).eu).toEqual({ people: leaving.length, organizations: 2, groups: 0 });

    expect(await uids(people)).toEqual(staying);
    expect(forgotten.toSorted()).toEqual(leaving);
    expect(await uids(groups)).toEqual(lasting);
    expect(await uids(sql`select uid from directory.organizations`)).toEqual(remaining);
    const purgedBy = (action: string) =>
      uids(sql`select subject_uid as uid from directory.audit where action = ${action}`);
    expect(await purgedBy("user.purged")).toEqual(leaving);
    expect(await purgedBy("organization.purged")).toEqual(gone);
    expect(await count(sql`directory.users where status = 'deleted'`)).toBe(0);
  });

  test("keeps a student who also belongs to another school, with the place and the group there", async () => {
    const student = await uidOf(database, "student.se");
    const other = await uid(sql`select uid from directory.organizations where school_unit_code = 'se-1002'`);
    const otherGroup = await uid(sql`
      select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
      where o.uid = ${other} order by g.id limit 1`);
    await database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role)
      select u.id, o.id, 'se', 'student' from directory.users u, directory.organizations o
      where u.uid = ${student} and o.uid = ${other}`);
    await database.execute(sql`
      insert into directory.memberships (user_id, group_id, realm)
      select u.id, g.id, 'se' from directory.users u, directory.groups g where u.uid = ${student} and g.uid = ${otherGroup}`);
    expect(await groupsOf(student)).toHaveLength(2);

    expect(await call("deleteSchoolUnit", await school())).toBe(204);
    expect((await purge(later(29.01))).eu.organizations).toBe(2);
    expect(forgotten.length).toBeGreaterThan(0);
    expect(forgotten).not.toContain(student);
    expect(await count(sql`directory.users where uid = ${student} and status = 'active'`)).toBe(1);
    expect(await placesOf(student)).toEqual([other]);
    expect(await groupsOf(student)).toEqual([otherGroup]);
  });

  test("keeps a super user who belongs only there, and purges the school once they have another place", async () => {
    const user = await uidOf(database, "super.se");
    const uidOfSchool = await school();
    const [municipality] = await placesOf(user);
    const place = sql`update directory.associations set organization_id = (
      select id from directory.organizations where uid =`;
    const owner = sql`where user_id = (select id from directory.users where uid = ${user})`;
    await database.execute(sql`${place} ${uidOfSchool}) ${owner}`);
    const account = async () =>
      (await database.execute(sql`select status, scopes from directory.users where uid = ${user}`)).rows;
    const before = await account();

    expect(await call("deleteSchoolUnit", uidOfSchool)).toBe(204);
    expect((await purge(later(29.01))).eu.organizations).toBe(1);
    expect([await account(), await placesOf(user)]).toEqual([before, [uidOfSchool]]);
    expect(forgotten).not.toContain(user);

    await database.execute(sql`${place} ${municipality}) ${owner}`);
    expect((await purge(later(29.01))).eu.organizations).toBe(1);
    expect([await account(), await placesOf(user)]).toEqual([before, [municipality]]);
    expect(await count(sql`directory.organizations where uid = ${uidOfSchool}`)).toBe(0);
  });
});
