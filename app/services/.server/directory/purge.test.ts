import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { connectDatabase, type Database } from "~/db/.server/connect";
import { seedRealm } from "~/db/.server/seed/people";
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
  const away = connectDatabase("postgresql://fabel@127.0.0.1:1/fabel");
  const half = createPurge({ eu: away, us: database }, [async (_realm, uids) => void forgotten.push(...uids)]);
  await expect(half(later(29.01))).rejects.toThrow();
  expect(forgotten).toEqual([uid]);
  expect(await count(sql`directory.users where uid = ${uid}`)).toBe(0);
  await away.$client.end();
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

test("purges a deleted school with its sub-school and their people, and keeps other people", async () => {
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where school_unit_code = 'se-1001'`,
  );
  const uid = rows[0]?.uid ?? "";
  const people = await count(sql`directory.users`);
  expect(await call("deleteSchoolUnit", uid)).toBe(204);
  const purged = (await purge(later(30))).eu;
  expect(purged.organizations).toBe(2);
  expect(purged.people).toBeGreaterThan(90);
  expect(await count(sql`directory.users`)).toBe(people - purged.people);
  expect(await count(sql`directory.organizations where status = 'deleted'`)).toBe(0);
  expect(await count(sql`directory.users where username = 'super.se'`)).toBe(1);
});
