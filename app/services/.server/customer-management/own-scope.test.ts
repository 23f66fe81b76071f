import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "./customer-management-service";

/** An administrator's view of a person who also belongs to a school outside their scope. docs/product/choices.md#wire. */

let database: Database;
let management: ReturnType<typeof createCustomerManagementService>;
let own = "";
let foreign = "";
let ownGroup = "";
let foreignGroup = "";
let shared = "";

const call = async (username: string, name: keyof typeof management.endpoints & string, input: object = {}) =>
  ask(management, name, input, await callerOf(database, username));

async function idOf(text: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(text);
  return rows[0]?.uid ?? "";
}

async function logged(uid: string): Promise<number> {
  const { rows } = await database.execute<{ lines: number }>(
    sql`select count(*)::int as lines from directory.audit where subject_uid = ${uid}`,
  );
  return rows[0]?.lines ?? 0;
}

async function versionOf(uid: string): Promise<number> {
  const { rows } = await database.execute<{ version: number }>(
    sql`select version from directory.users where uid = ${uid}`,
  );
  return rows[0]?.version ?? 0;
}

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  management = createCustomerManagementService(deps);
  own = await idOf(sql`select uid from directory.organizations where realm = 'se' and name = 'Ekbackens skola'`);
  foreign = await idOf(sql`select uid from directory.organizations where realm = 'se' and name = 'Sjöängsskolan'`);
  const group = (uid: string) =>
    idOf(sql`
    select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
    where o.uid = ${uid} order by g.id limit 1`);
  ownGroup = await group(own);
  foreignGroup = await group(foreign);
  const attributes = { name: "Två Skolor", username: "tva.skolor", organizations: [own, foreign] };
  const body = {
    data: { attributes: Object.fromEntries(Object.entries(attributes).map(([k, value]) => [k, { value }])) },
  };
  const made = await ask(
    createControlPanelService(deps),
    "createPerson",
    { params: { version: "v1", type: "students" }, body },
    await callerOf(database, "super.se"),
  );
  shared = made.body.data.id;
  for (const groupId of [ownGroup, foreignGroup]) {
    expect((await call("super.se", "putUserGroup", { params: { id: shared, groupId } })).status).toBe(204);
  }
});

describe("given a person with a second school outside the administrator's scope", () => {
  const query = { filters: JSON.stringify({ username: "tva.skolor" }), calculateTotal: "true" };

  test("then a single person and a list show the administrator only the own school", async () => {
    for (const username of ["admin.se", "super.se"]) {
      const expected = username === "super.se" ? [own, foreign] : [own];
      const one = (await call(username, "getUser", { params: { uid: shared } })).body.data;
      const listed = (await call(username, "getUsers", { query })).body.data[0];
      for (const user of [one, listed]) {
        const schools = user.schoolAssociations.map(({ schoolUid }: { schoolUid: string }) => schoolUid);
        expect(schools.sort(), username).toEqual([...expected].sort());
      }
    }
  });

  test("then lists of schools and groups, and their totals, contain only the own ones", async () => {
    const schools = await call("admin.se", "getUserSchoolUnits", { query });
    expect(schools.body.data.map(({ schoolUid }: { schoolUid: string }) => schoolUid)).toEqual([own]);
    expect(schools.body.meta.totalItems).toBe(1);
    const groups = await call("admin.se", "getUserGroups", { query });
    expect(groups.body.data.map(({ groupUid }: { groupUid: string }) => groupUid)).toEqual([ownGroup]);
    expect(groups.body.meta.totalItems).toBe(1);
    for (const name of ["getUserSchoolUnits", "getUserGroups"] as const) {
      expect((await call("super.se", name, { query })).body.meta.totalItems, name).toBe(2);
    }
  });

  test("then changes to the place at the other school return 404, as for an unknown school", async () => {
    const params = { userUid: shared, schoolUid: foreign };
    expect((await call("admin.se", "deleteUserSchool", { params })).status).toBe(404);
    const put = await call("admin.se", "putUserSchool", { params, body: { role: "student" } });
    expect(put.status).toBe(404);
    const elsewhere = { ...params, schoolUid: "00000000-0000-4000-8000-000000000000" };
    expect((await call("admin.se", "putUserSchool", { params: elsewhere, body: { role: "student" } })).status).toBe(
      404,
    );
  });
});

describe("an administrator's own places", () => {
  test("return 403 for every change to schools or groups", async () => {
    const id = await uidOf(database, "admin.se");
    const below = await idOf(sql`select uid from directory.organizations where realm = 'se' and type = 'sub_school'`);
    const responses = [
      await call("admin.se", "putUserSchool", {
        params: { userUid: id, schoolUid: below },
        body: { role: "employee" },
      }),
      await call("admin.se", "putUserSchools", {
        params: { id },
        body: { schoolAssociations: [{ schoolUid: below, role: "employee" }] },
      }),
      await call("admin.se", "deleteUserSchool", { params: { userUid: id, schoolUid: own } }),
      await call("admin.se", "putUserGroup", { params: { id, groupId: ownGroup } }),
      await call("admin.se", "deleteUserGroup", { params: { id, groupId: ownGroup } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe("writes without effect", () => {
  test("given the same places and groups, then version and audit stay unchanged", async () => {
    const before = [await versionOf(shared), await logged(shared)];
    const schoolAssociations = [{ schoolUid: own, role: "student" }];
    expect(
      (await call("admin.se", "putUserSchools", { params: { id: shared }, body: { schoolAssociations } })).status,
    ).toBe(204);
    const place = { userUid: shared, schoolUid: own };
    expect((await call("admin.se", "putUserSchool", { params: place, body: { role: "student" } })).status).toBe(204);
    expect((await call("admin.se", "putUserGroup", { params: { id: shared, groupId: ownGroup } })).status).toBe(204);
    expect([await versionOf(shared), await logged(shared)]).toEqual(before);
  });

  test("given a group that the person is not in, then removing them leaves the audit unchanged", async () => {
    const params = { id: shared, groupId: ownGroup };
    expect((await call("admin.se", "deleteUserGroup", { params })).status).toBe(204);
    const lines = await logged(shared);
    expect((await call("admin.se", "deleteUserGroup", { params })).status).toBe(204);
    expect(await logged(shared)).toBe(lines);
  });
});

test("a school where an administrator is only employed is not listed, and reading it is forbidden (403)", async () => {
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select u.id, o.id, 'se', 'employee' from directory.users u, directory.organizations o
    where u.username = 'admin.se' and o.uid = ${foreign}`);
  const listed = await call("admin.se", "getSchoolUnits", { query: { pageSize: 100, calculateTotal: "true" } });
  const uids = listed.body.data.map(({ uid }: { uid: string }) => uid);
  expect(uids).toContain(own);
  expect(uids).not.toContain(foreign);
  expect(listed.body.meta.totalItems).toBe(uids.length);
  expect((await call("admin.se", "getSchoolUnit", { params: { uid: foreign } })).status).toBe(403);
});
