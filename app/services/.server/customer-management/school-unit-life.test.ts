import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import type { AuditLine } from "~/services/contracts/customer-management";
import { createCustomerManagementService } from "./customer-management-service";

/** Life cycle of an organisation: concurrent changes, deletion with its content, restoring, and the audit log. */

let database: Database;
let service: ReturnType<typeof createCustomerManagementService>;
let ended: string[] = [];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  service = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: { ...credentialsDouble, endSessions: async (_realm, uid) => void ended.push(...[uid].flat()) },
  });
});
beforeEach(() => {
  ended = [];
});

type Name = keyof typeof service.endpoints & string;
const call = async (username: string, name: Name, input: object = {}, options = {}) =>
  ask(service, name, input, await callerOf(database, username, options));

async function schoolCalled(code: string): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where school_unit_code = ${code}`,
  );
  return rows[0]?.uid ?? "";
}

async function statusOf(uid: string): Promise<string> {
  const { rows } = await database.execute<{ status: string }>(
    sql`select status from directory.users where uid = ${uid}`,
  );
  return rows[0]?.status ?? "";
}

test("given two writes of the same version, then the second returns 412 and the first is kept", async () => {
  const params = { uid: await schoolCalled("se-1003") };
  const { version } = (await call("super.se", "getSchoolUnit", { params })).body.data;
  const write = (city: string) => call("super.se", "updateSchoolUnit", { params, body: { city, version } });
  expect((await write("Lund")).status).toBe(200);
  const second = await write("Ystad");
  expect([second.status, second.body.error]).toEqual([412, "stale_version"]);
  expect((await call("super.se", "getSchoolUnit", { params })).body.data.city).toBe("Lund");
});

test("a consumer unit has no parent (400) and nothing below it (400)", async () => {
  const parent = await schoolCalled("se-1001");
  const consumer = await call("super.se", "createSchoolUnit", { body: { name: "Familjer", type: "consumer", parent } });
  const reason = "Families cannot have anything above or below them";
  expect(consumer.body.details).toEqual([{ attribute: "parent", reason }]);
  const alone = await call("super.se", "createSchoolUnit", { body: { name: "Familjer", type: "consumer" } });
  expect(alone.status).toBe(201);
  const below = { name: "Skola", type: "school", parent: alone.body.data.uid };
  expect((await call("super.se", "createSchoolUnit", { body: below })).status).toBe(400);
});

test("a country's consumer unit can be renamed, but not deleted, deactivated or changed in type (409)", async () => {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select o.uid from directory.organizations o join directory.consumer_units c on c.organization_id = o.id
    where c.realm = 'se'`);
  const params = { uid: String(rows[0]?.uid) };
  const write = (body: object) => call("super.se", "updateSchoolUnit", { params, body });
  expect((await write({ name: "Familjer hos oss" })).status).toBe(200);
  const refused = [await write({ type: "school" }), await write({ status: "inactive" })];
  refused.push(await call("super.se", "deleteSchoolUnit", { params }));
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
    [409, "ConflictError"],
    [409, "ConflictError"],
    [409, "ConflictError"],
  ]);
  const family = await uidOf(database, "family.se");
  expect(await statusOf(family)).toBe("active");
});

describe("deleting a school", () => {
  test("deletes its parts and the people who belong nowhere else, and restoring returns their previous status", async () => {
    const school = await schoolCalled("se-1001");
    const other = await schoolCalled("se-1002");
    const params = { uid: school };
    const pupil = await uidOf(database, "student.se");
    const teacher = await uidOf(database, "teacher.se");
    const inactive = await call("super.se", "getUsers", { query: { filters: '{"type":"student"}', pageSize: 100 } });
    const off = inactive.body.data.find(
      (user: { uid: string; schoolAssociations: Array<{ schoolUid: string }> }) =>
        user.uid !== pupil && user.schoolAssociations.every((place) => place.schoolUid === school),
    ).uid as string;
    await database.execute(sql`update directory.users set status = 'inactive' where uid = ${off}`);
    const joined = { params: { userUid: teacher, schoolUid: other }, body: { role: "employee" } };
    expect((await call("super.se", "putUserSchool", joined)).status).toBe(204);

    const effect = (await call("super.se", "getSchoolUnitDeletion", { params })).body.data;
    expect(effect.organizations).toBe(2);
    expect(effect.groups).toBeGreaterThan(5);
    expect(effect.people).toBeGreaterThan(90);
    expect(effect.staying).toBeGreaterThan(0);

    expect((await call("admin.se", "deleteSchoolUnit", { params })).status).toBe(403);
    expect((await call("super.se", "deleteSchoolUnit", { params })).status).toBe(204);
    expect((await call("super.se", "deleteSchoolUnit", { params })).status).toBe(204);
    expect(ended).toHaveLength(effect.people);
    expect(ended).toContain(pupil);
    expect([await statusOf(pupil), await statusOf(teacher)]).toEqual(["deleted", "active"]);
    expect((await call("super.se", "getSchoolUnit", { params })).status).toBe(404);
    const deleted = await call("super.se", "getSchoolUnits", { query: { filters: '{"status":"deleted"}' } });
    expect(deleted.body.data).toHaveLength(2);

    expect((await call("super.se", "restoreSchoolUnit", { params })).status).toBe(200);
    expect([await statusOf(pupil), await statusOf(off)]).toEqual(["active", "inactive"]);
    expect((await call("super.se", "getSchoolUnitDeletion", { params })).body.data).toEqual(effect);
    expect((await call("super.se", "restoreSchoolUnit", { params })).status).toBe(404);
  });

  test("prevents restoring a part (409) before its deleted parent", async () => {
    const made = await call("super.se", "createSchoolUnit", { body: { name: "Ägaren", type: "school_unit" } });
    const parent = made.body.data.uid as string;
    const below = await call("super.se", "createSchoolUnit", { body: { name: "Skolan", type: "school", parent } });
    const child = { params: { uid: below.body.data.uid as string } };
    await call("super.se", "deleteSchoolUnit", child);
    await call("super.se", "deleteSchoolUnit", { params: { uid: parent } });
    const refused = await call("super.se", "restoreSchoolUnit", child);
    expect([refused.status, refused.body.message]).toEqual([409, "Conflict occurred"]);
    await call("super.se", "restoreSchoolUnit", { params: { uid: parent } });
    expect((await call("super.se", "getSchoolUnit", child)).status).toBe(404);
    expect((await call("super.se", "restoreSchoolUnit", child)).status).toBe(200);
  });
});

describe("the audit log of a school", () => {
  test("contains its own and its people's changes, filtered by action, day and person, with user and actor", async () => {
    const uid = await schoolCalled("se-1001");
    const actor = await uidOf(database, "super.se");
    await call("admin.se", "updateSchoolUnit", { params: { uid }, body: { phone: "08-123 45" } }, { actor });
    const pupil = await uidOf(database, "student.se");
    const group = await call("admin.se", "putGroup", { body: { name: "Loggen", schoolUnitUid: uid } });
    await call("admin.se", "putUserGroup", { params: { id: pupil, groupId: group.body.uid } });
    const lines = async (filters: object = {}) =>
      (
        await call("admin.se", "getSchoolUnitAuditLogs", {
          params: { uid },
          query: { filters: JSON.stringify(filters), pageSize: 100 },
        })
      ).body.data as AuditLine[];
    const all = (await lines()).map((line) => line.action);
    expect(all.slice(0, 3)).toEqual(["user.groups_changed", "group.created", "organization.changed"]);
    const [changed] = await lines({ action: "organization.changed", who: "super" });
    expect(changed).toMatchObject({ user: { name: expect.any(String) }, actor: { uid: actor }, subject: { uid } });
    expect(await lines({ action: "organization.changed", who: "nobody at all" })).toEqual([]);
    expect(await lines({ to: "2020-01-01" })).toEqual([]);
    const other = await call("admin.se", "getSchoolUnitAuditLogs", { params: { uid: await schoolCalled("se-1002") } });
    expect(other.status).toBe(404);
  });
});
