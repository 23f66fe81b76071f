import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { Database } from "~/db/.server/connect";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { accessOf } from "~/services/.server/directory/access";
import { createShelfPermission } from "~/services/.server/directory/people/shelf-permission";
import { readSelection, selectedPeople } from "~/services/.server/jobs/selection";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { createControlPanelService } from "./service";

/** Teachers see their own classes, or the whole school if its setting allows it. docs/product/choices.md#default-permissions. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let management: ReturnType<typeof createCustomerManagementService>;
let school = "";
let own: MatrixTarget;
let others: MatrixTarget;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  service = createControlPanelService({ databases, credentials: credentialsDouble });
  management = createCustomerManagementService({ databases, credentials: credentialsDouble });
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where school_unit_code = 'se-1001'`,
  );
  school = rows[0]?.uid ?? "";
});

beforeEach(async () => {
  await teachersSee("classes");
  own = await matrixTarget(database, "se", "se-1001", "school", "own");
  others = await matrixTarget(database, "se", "se-1001", "school", "others");
});

async function teachersSee(whom: "classes" | "school") {
  const input = { params: { uid: school }, body: { teachersSee: whom } };
  expect((await ask(management, "updateSchoolUnit", input, await callerOf(database, "admin.se"))).status).toBe(200);
}

const call = async (name: keyof ControlPanelContracts, input: object) =>
  ask(service, name, input, await callerOf(database, "teacher.se"));

const found = async (
  name: "getStudents" | "getGuardians" | "getOrganizationUsers",
  q: string,
  filters: object = {},
) => {
  const query = { q, filters: JSON.stringify(filters), calculateTotal: true };
  const { body } = await call(name, { params: { id: school }, query });
  return [body.data.map(({ id }: { id: string }) => id), body.meta.totalCount];
};

describe("a teacher who sees their own classes", () => {
  test("finds only the students and guardians of their classes in the school's lists", async () => {
    expect(await found("getStudents", own.secret)).toEqual([[own.student], 1]);
    expect(await found("getGuardians", own.secret)).toEqual([[own.guardian], 1]);
    expect(await found("getStudents", others.secret)).toEqual([[], 0]);
    expect(await found("getGuardians", others.secret)).toEqual([[], 0]);
    expect(await found("getOrganizationUsers", others.secret)).toEqual([[], 0]);
  });

  test("gets the same results for a filter by another teacher's group as for an unknown group", async () => {
    const elsewhere = { group: others.group };
    expect(await found("getStudents", "", elsewhere)).toEqual([[], 0]);
    const all = await found("getStudents", "");
    expect(await found("getStudents", "", { outsideGroup: others.group })).toEqual(all);
  });

  test("sees only their own groups in the school's list", async () => {
    const { body } = await call("getOrganizationGroups", { params: { id: school }, query: { pageSize: 100 } });
    const ids = body.data.map(({ id }: { id: string }) => id);
    expect(ids).toContain(own.group);
    expect(ids).not.toContain(others.group);
  });

  test("sees a group below one of their own, and its students", async () => {
    await database.execute(sql`update directory.groups set parent_group_id = (
      select id from directory.groups where uid = ${own.group}) where uid = ${others.group}`);
    expect((await call("getGroup", { params: { id: others.group } })).status).toBe(200);
    expect(await found("getStudents", others.secret)).toEqual([[others.student], 1]);
  });

  test("does not see the other groups of their students", async () => {
    await database.execute(sql`insert into directory.memberships (user_id, group_id, realm)
      select u.id, g.id, 'se' from directory.users u, directory.groups g where u.uid = ${own.student} and g.uid = ${others.group}`);
    const params = { version: "v1", type: "students", id: own.student };
    const { body } = await call("getPerson", { params });
    expect(body.data.attributes.groups.value.map(({ id }: { id: string }) => id)).toEqual([own.group]);
    const listed = await call("getUserGroups", { params: { id: own.student } });
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([own.group]);
  });

  test("cannot add themselves, staff or students to a group (403 or 404)", async () => {
    const self = await uidOf(database, "teacher.se");
    for (const [userId, status] of [
      [self, 403],
      [own.employee, 404],
      [own.student, 403],
      [others.student, 404],
    ] as const) {
      expect((await call("putGroupUser", { params: { id: own.group, userId } })).status).toBe(status);
    }
    expect((await call("putUserGroups", { params: { id: self }, body: { data: [others.group] } })).status).toBe(403);
  });

  test("is refused before any work for a group to which they may not add members", async () => {
    await database.execute(sql`update directory.groups set parent_group_id = (
      select id from directory.groups where uid = ${own.group}) where uid = ${others.group}`);
    const input = { query: undefined, params: { id: own.student }, body: { data: [own.group, others.group] } };
    const caller = await callerOf(database, "teacher.se");
    const proving = service.endpoints.putUserGroups.authorise(input, caller);
    await expect(proving).rejects.toMatchObject({ status: 403 });
  });

  test("gets only their own groups as options, none of them selectable", async () => {
    const { body } = await call("getUserGroupOptions", { params: { id: own.student, organizationId: school } });
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data.filter(({ selectable }: { selectable: boolean }) => selectable)).toEqual([]);
  });

  test("selects only people of their classes in a job, by ids and by a search", async () => {
    const access = accessOf(await callerOf(database, "teacher.se"));
    const selections = [
      { ids: [own.student, others.student, others.guardian] },
      { match: { list: "users" as const, organization: school, q: "kept" } },
    ];
    for (const selection of selections) {
      const { rows } = await database.execute<{ uid: string }>(
        selectedPeople(await readSelection(database, access, selection)),
      );
      const uids = rows.map(({ uid }) => uid);
      expect(uids).toContain(own.student);
      expect(uids).not.toContain(others.student);
      expect(uids).not.toContain(others.guardian);
    }
  });

  test("can view the shelves of their own students only", async () => {
    const mayLook = createShelfPermission({ eu: database, us: database });
    const teacher = await callerOf(database, "teacher.se");
    expect(await mayLook(teacher, own.student)).toBe(true);
    expect(await mayLook(teacher, others.student)).toBe(false);
  });

  test("does not see their group (404) while their association with the school is inactive", async () => {
    const teacher = sql`user_id = (select id from directory.users where username = 'teacher.se')`;
    await database.execute(sql`update directory.associations set active = false where ${teacher}`);
    expect((await call("getGroup", { params: { id: own.group } })).status).toBe(404);
    await database.execute(sql`update directory.associations set active = true where ${teacher}`);
    expect((await call("getGroup", { params: { id: own.group } })).status).toBe(200);
  });
});

describe("a teacher who sees the whole school", () => {
  beforeEach(() => teachersSee("school"));

  test("finds students and groups outside their classes, and can add a student to a group", async () => {
    expect(await found("getStudents", others.secret)).toEqual([[others.student], 1]);
    expect((await call("getGroup", { params: { id: others.group } })).status).toBe(200);
    const params = { id: own.group, userId: others.student };
    expect((await call("putGroupUser", { params })).status).toBe(204);
  });

  test("cannot add themselves or staff to a group (403)", async () => {
    const self = await uidOf(database, "teacher.se");
    for (const userId of [self, own.employee]) {
      expect((await call("putGroupUser", { params: { id: own.group, userId } })).status).toBe(403);
    }
  });
});

test("the setting can be changed by an administrator, not by a teacher (403), and the change is logged", async () => {
  await teachersSee("school");
  const { rows } = await database.execute<{ details: { attributes: string[] } }>(sql`
    select details from directory.audit where subject_uid = ${school} order by id desc limit 1`);
  expect(rows[0]?.details.attributes).toEqual(["teachersSee"]);
  const input = { params: { uid: school }, body: { teachersSee: "school" } };
  const refused = await ask(management, "updateSchoolUnit", input, await callerOf(database, "teacher.se"));
  expect(refused.status).toBe(403);
});
