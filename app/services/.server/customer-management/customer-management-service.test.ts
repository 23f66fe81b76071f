import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { ManagedUser, SchoolUnit } from "~/services/contracts/customer-management";
import type { ServiceError } from "~/services/contracts/service-error";
import { createCustomerManagementService } from "./customer-management-service";

let database: Database;
let service: ReturnType<typeof createCustomerManagementService>;
const ended: string[] = [];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  service = createCustomerManagementService({
    databases: { eu: database, us: database },
    // why: sessions are tested with the auth service; this test needs to know only that they are ended.
    credentials: { ...credentialsDouble, endSessions: async (_realm, uid) => void ended.push(...[uid].flat()) },
  });
});

const as = (username: string) => callerOf(database, username);
type Name = keyof typeof service.endpoints & string;
const call = async (username: string, name: Name, input: object = {}) => ask(service, name, input, await as(username));

async function schoolOf(username: string): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select o.uid from directory.users u join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id where u.username = ${username} limit 1`);
  return rows[0]?.uid ?? "";
}

describe("access", () => {
  test.each(["teacher.se", "student.se", "guardian.se", "family.se"])(
    "%s gets 403 from every list",
    async (username) => {
      for (const name of ["getUsers", "getGroups", "getSchoolUnits", "getSubscriptionTypes"] as const) {
        expect((await call(username, name)).status, name).toBe(403);
      }
    },
  );

  test("an administrator lists fewer people than a super user, and another realm's person is not found (404)", async () => {
    const all = await call("super.se", "getUsers", { query: { calculateTotal: "true" } });
    const own = await call("admin.se", "getUsers", { query: { calculateTotal: "true" } });
    expect(own.body.meta.totalItems).toBeGreaterThan(0);
    expect(own.body.meta.totalItems).toBeLessThan(all.body.meta.totalItems);
    const foreign = await uidOf(database, "student.no");
    expect((await call("super.se", "getUser", { params: { uid: foreign } })).status).toBe(404);
    expect((await call("super.se", "deleteUser", { params: { uid: foreign } })).status).toBe(404);
  });
});

describe("lists", () => {
  test("return the page size without a total unless requested, and sort by uid", async () => {
    const plain = await call("super.se", "getUsers", { query: { pageNumber: 2, pageSize: 10 } });
    expect(plain.body.meta).toEqual({ pageSize: 10 });
    expect(plain.body.data).toHaveLength(10);
    const first = await call("super.se", "getUsers", { query: { sortBy: "uid", sortOrder: "asc" } });
    const ids = first.body.data.map((user: ManagedUser) => user.legacyId);
    expect(ids).toEqual([...ids].sort((one: number, other: number) => one - other));
  });

  test.each([{ sortBy: "shoeSize" }, { filters: "{broken" }, { filters: '{"shoeSize":1}' }])(
    "return 400 for the query %j",
    async (query) => {
      const response = await call("super.se", "getUsers", { query });
      expect([response.status, response.body.error]).toEqual([400, "ValidationError"]);
    },
  );

  test("filter people by username (q), and include a group's school on request", async () => {
    const found = await call("super.se", "getUsers", { query: { q: "student.se" } });
    expect(found.body.data.map((user: ManagedUser) => user.username)).toContain("student.se");
    const groups = await call("admin.se", "getGroups", { query: { include: "schoolUnit" } });
    expect(groups.body.data[0].schoolUnit.name).toEqual(expect.any(String));
  });

  test("return a person's schools and a person's groups", async () => {
    const query = { filters: JSON.stringify({ username: "student.se" }) };
    const uid = await uidOf(database, "student.se");
    const schools = await call("super.se", "getUserSchoolUnits", { query });
    expect(schools.body.data[0]).toMatchObject({ userUid: uid, role: "student", active: true });
    const groups = await call("super.se", "getUserGroups", { query });
    expect(groups.body.data[0]).toMatchObject({ userUid: uid, schoolUnit: { uid: schools.body.data[0].schoolUid } });
  });

  test("return full pages of a person's schools and groups, a total of rows, and each row once", async () => {
    for (const name of ["getUserSchoolUnits", "getUserGroups"] as const) {
      const first = await call("admin.se", name, { query: { pageSize: 7, calculateTotal: "true" } });
      const { totalItems } = first.body.meta;
      const uids: string[] = [];
      for (let pageNumber = 1; pageNumber <= Math.ceil(totalItems / 7); pageNumber += 1) {
        const page = await call("admin.se", name, { query: { pageSize: 7, pageNumber, sortBy: "name" } });
        expect(page.body.data, name).toHaveLength(Math.min(7, totalItems - uids.length));
        uids.push(...page.body.data.map(({ uid }: { uid: string }) => uid));
      }
      expect(new Set(uids).size, name).toBe(totalItems);
    }
  });

  test("filter groups and school units by a part of the name (qName)", async () => {
    const groups = await call("super.se", "getGroups", { query: { qName: "3a" } });
    expect(new Set(groups.body.data.map(({ name }: { name: string }) => name))).toEqual(new Set(["3A"]));
    const units = await call("super.se", "getSchoolUnits", { query: { qName: "ekbackens sk" } });
    expect(units.body.data.map(({ name }: { name: string }) => name)).toEqual(["Ekbackens skola"]);
  });
});

describe("groups", () => {
  test("are created, get and lose a code, reject a duplicate name (409), and are deleted repeatably", async () => {
    const schoolUnitUid = await schoolOf("admin.se");
    const made = await call("admin.se", "putGroup", { body: { name: "Klass 9Z", schoolUnitUid } });
    expect(made.status).toBe(200);
    const { uid } = made.body;
    await call("admin.se", "putGroup", { body: { uid, generateCode: true } });
    const list = () => call("admin.se", "getGroups", { query: { q: "9Z" } });
    expect((await list()).body.data[0]).toMatchObject({
      name: "Klass 9Z",
      generateCode: true,
      code: expect.stringMatching(/^\w{8}$/),
    });
    await call("admin.se", "putGroup", { body: { uid, generateCode: false } });
    expect((await list()).body.data[0]).toMatchObject({ name: "Klass 9Z", generateCode: false, code: null });
    expect((await call("admin.se", "putGroup", { body: { name: "klass 9z", schoolUnitUid } })).status).toBe(409);
    expect((await call("admin.se", "deleteGroup", { params: { groupId: uid } })).status).toBe(204);
    expect((await call("admin.se", "deleteGroup", { params: { groupId: uid } })).status).toBe(204);
  });

  test("require a school (400), which must be within the caller's scope (404)", async () => {
    expect((await call("admin.se", "putGroup", { body: { name: "Ensam" } })).status).toBe(400);
    const elsewhere = await schoolOf("student.no");
    expect((await call("admin.se", "putGroup", { body: { name: "Borta", schoolUnitUid: elsewhere } })).status).toBe(
      404,
    );
  });
});

describe("a person's places", () => {
  const associationsOf = async (uid: string) =>
    (await call("super.se", "getUser", { params: { uid } })).body.data.schoolAssociations;

  test("are added, extended to sub-schools and removed, except the last one (400)", async () => {
    const uid = await uidOf(database, "student.se");
    const home = await schoolOf("student.se");
    const { rows } = await database.execute<{ uid: string }>(
      sql`select uid from directory.organizations where realm = 'se' and type = 'school' and uid <> ${home} limit 1`,
    );
    const schoolUid = rows[0]?.uid ?? "";
    const params = { userUid: uid, schoolUid };
    expect((await call("super.se", "putUserSchool", { params, body: { role: "student" } })).status).toBe(204);
    expect(await associationsOf(uid)).toContainEqual(expect.objectContaining({ schoolUid, addToSubSchools: false }));
    await call("super.se", "putUserSchool", { params, body: { role: "student", addToSubSchools: true } });
    expect(await associationsOf(uid)).toContainEqual(expect.objectContaining({ schoolUid, addToSubSchools: true }));
    expect((await call("super.se", "deleteUserSchool", { params })).status).toBe(200);
    expect((await call("super.se", "deleteUserSchool", { params })).status).toBe(200);
    const only = await call("super.se", "deleteUserSchool", { params: { userUid: uid, schoolUid: home } });
    expect([only.status, only.body.error]).toEqual([400, "ValidationError"]);
    expect(await associationsOf(uid)).toHaveLength(1);
  });

  test("reject a role of another user type", async () => {
    const uid = await uidOf(database, "student.se");
    const body = { schoolAssociations: [{ schoolUid: await schoolOf("student.se"), role: "employee" }] };
    const response = await call("super.se", "putUserSchools", { params: { id: uid }, body });
    expect(response.body.details).toEqual([
      { attribute: "role", reason: "User already exists as a different type in the system" },
    ]);
  });

  test("are added and removed in a group of the own school, but not in another school's group (400)", async () => {
    const uid = await uidOf(database, "student.se");
    const schoolUnitUid = await schoolOf("student.se");
    const group = (await call("super.se", "putGroup", { body: { name: "Läsgrupp", schoolUnitUid } })).body.uid;
    const params = { id: uid, groupId: group };
    expect((await call("super.se", "putUserGroup", { params })).status).toBe(204);
    expect((await call("super.se", "deleteUserGroup", { params })).status).toBe(204);
    const { rows } = await database.execute<{ uid: string }>(sql`
      select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
      where o.realm = 'se' and o.uid <> ${schoolUnitUid} limit 1`);
    const foreign = await call("super.se", "putUserGroup", { params: { id: uid, groupId: rows[0]?.uid ?? "" } });
    expect(foreign.status).toBe(400);
  });
});

describe("an audit log", () => {
  const logs: Array<[Name, () => Promise<object>]> = [
    ["getUserAuditLogs", async () => ({ userUid: await uidOf(database, "student.se") })],
    ["getSchoolUnitAuditLogs", async () => ({ uid: await schoolOf("student.se") })],
  ];

  test.each(logs)(
    "returns the newest lines first from %s, and 400 for every other sort order",
    async (name, params) => {
      const fetchList = async (query: object) => call("super.se", name, { params: await params(), query });
      const [subject = ""] = Object.values(await params());
      await database.execute(sql`
      insert into directory.audit (realm, at, action, subject_type, subject_uid, request_id)
      select 'se', at::timestamptz, 'user.changed', ${name === "getUserAuditLogs" ? "user" : "organization"}, ${subject}, 'test'
      from unnest(array['2026-03-01T08:00:00Z', '2026-03-03T08:00:00Z', '2026-03-02T08:00:00Z']) at`);
      for (const query of [{}, { sortBy: "uid" }, { sortBy: "at", sortOrder: "desc" }]) {
        const { status, body } = await fetchList(query);
        expect(status, JSON.stringify(query)).toBe(200);
        const moments: string[] = body.data.map(({ at }: { at: string }) => at);
        expect(moments.length).toBeGreaterThanOrEqual(3);
        expect(moments).toEqual(moments.toSorted().toReversed());
        expect((await fetchList({ ...query, pageSize: 2 })).body.data).toEqual(body.data.slice(0, 2));
      }
      for (const query of [{ sortBy: "shoeSize" }, { sortOrder: "sideways" }, { sortBy: "at", sortOrder: "asc" }]) {
        const { status, body } = await fetchList(query);
        const attribute = "sortBy" in query && query.sortBy === "shoeSize" ? "sortBy" : "sortOrder";
        expect([status, body.details]).toEqual([400, [{ attribute, reason: "Incorrectly formatted" }]]);
      }
    },
  );
});

test("rejected fields of a group or a place have the product's own messages", async () => {
  const mistakesOf = async (name: Name, input: object) =>
    dispatch(service, name, input, await as("super.se")).then(
      () => null,
      ({ details }: ServiceError) => Object.fromEntries((details ?? []).map((each) => [each.attribute, each.reason])),
    );
  const group = { name: "Läsarna", schoolUnitUid: await schoolOf("student.se"), type: "crowd", generateCode: "yes" };
  expect(await mistakesOf("putGroup", { body: group })).toEqual({
    type: "Type must be specified",
    generateCode: "Incorrectly formatted",
  });
  const params = { userUid: await uidOf(database, "student.se"), schoolUid: await schoolOf("student.se") };
  const place = { role: "student", addToSubSchools: "yes", admin: 1 };
  const wrong = { addToSubSchools: "Incorrectly formatted", admin: "Incorrectly formatted" };
  expect(await mistakesOf("putUserSchool", { params, body: place })).toEqual(wrong);
});

describe("school units", () => {
  test("are created below a parent, not moved into a cycle (400), and detached by a super user", async () => {
    const parent = await schoolOf("admin.se");
    const made = await call("super.se", "createSchoolUnit", {
      body: { name: "Nya skolan", type: "sub_school", parent },
    });
    expect(made.status).toBe(201);
    const { uid } = made.body.data as SchoolUnit;
    expect(made.headers.location).toContain(uid);
    expect(made.body.data.parent.uid).toBe(parent);
    const circle = await call("super.se", "updateSchoolUnit", { params: { uid: parent }, body: { parent: uid } });
    expect(circle.status).toBe(400);
    const freed = await call("super.se", "updateSchoolUnit", { params: { uid }, body: { parent: null } });
    expect(freed.body.data).toMatchObject({ parent: null, name: "Nya skolan" });
  });

  test("have contact data that their administrator may change, unlike the parent and new units (403)", async () => {
    const uid = await schoolOf("admin.se");
    const change = (body: object) => call("admin.se", "updateSchoolUnit", { params: { uid }, body });
    const before = (await change({})).body.data as SchoolUnit;
    const changed = await change({ phone: "08-123 45" });
    expect(changed.body.data).toEqual({ ...before, phone: "08-123 45", version: before.version + 1 });
    expect((await change({ parent: null })).status).toBe(403);
    expect((await call("admin.se", "createSchoolUnit", { body: { name: "Egen", type: "school" } })).status).toBe(403);
  });
});

test("given a deleted person, then they are in no list and not found (404), their sessions end, and it is audited once", async () => {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select u.uid from directory.users u where u.realm = 'se' and u.type = 'student' and u.username <> 'student.se'
    order by u.id desc limit 1`);
  const uid = rows[0]?.uid ?? "";
  const listed = async (name: "getUsers" | "getUserGroups" | "getUserSchoolUnits") => {
    const query = { filters: JSON.stringify({ ids: [uid] }), calculateTotal: "true" };
    const { body } = await call("super.se", name, { query });
    expect(body.data).toHaveLength(body.meta.totalItems);
    const all = await call("super.se", name, { query: { calculateTotal: "true" } });
    return { own: body.data.length, all: all.body.meta.totalItems };
  };
  const lists = async () => [
    await listed("getUsers"),
    await listed("getUserGroups"),
    await listed("getUserSchoolUnits"),
  ];
  const before = await lists();
  expect(before.map(({ own }) => own)).toEqual([1, 1, 1]);
  expect((await call("super.se", "deleteUser", { params: { uid } })).status).toBe(204);
  expect((await call("super.se", "deleteUser", { params: { uid } })).status).toBe(204);
  expect(await lists()).toEqual(before.map(({ all }) => ({ own: 0, all: all - 1 })));
  expect((await call("super.se", "getUser", { params: { uid } })).status).toBe(404);
  expect(ended).toContain(uid);
  const lines = await database.execute<{ action: string; user_uid: string }>(
    sql`select action, user_uid from directory.audit where subject_uid = ${uid}`,
  );
  expect(lines.rows).toEqual([{ action: "user.deleted", user_uid: await uidOf(database, "super.se") }]);
});
