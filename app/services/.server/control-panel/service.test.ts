import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, countQueries, showTeachersTheSchool, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { matrixTarget } from "#tests/support/permission-matrix";
import type { Database } from "~/db/.server/connect";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import { createControlPanelService } from "./service";

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let deeds: string[] = [];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await showTeachersTheSchool(database);
  await seedRealm(database, "no");
  service = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: {
      ...credentialsDouble,
      setPassword: async (_, uid, __, { temporary }) => void deeds.push(`password ${uid} ${temporary}`),
      endSessions: async (_, uid) => void deeds.push(`sessions ${uid}`),
    },
  });
});

beforeEach(() => {
  deeds = [];
});

const as = (username: string, options = {}) => callerOf(database, username, options);
const person = (id: string, type = "students") => ({ params: { version: "v1", type, id } });
const change = (id: string, attributes: Record<string, unknown>, type = "students", version?: number) => ({
  ...person(id, type),
  body: {
    data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
    ...(version === undefined ? {} : { meta: { version } }),
  },
});

async function schoolOf(username: string): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select o.uid from directory.users u join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id where u.username = ${username} limit 1`);
  return rows[0]?.uid ?? "";
}
async function orgUid(realm: string, type: string, place = 0): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where realm = ${realm} and type = ${type} order by id`,
  );
  return rows[place]?.uid ?? "";
}
const active = (entity: PersonEntity) => entity.actions.filter((action) => action.active).map((action) => action.id);

describe("getMe", () => {
  it("returns the caller with organisations and subscriptions", async () => {
    const response = await ask(service, "getMe", {}, await as("admin.se"));
    expect(response.status).toBe(200);
    const { attributes } = response.body.data;
    expect(attributes.username.value).toBe("admin.se");
    expect(attributes.organizations.value[0].value).toMatchObject({ role: "employee", admin: true });
    expect(attributes.subscriptions.value).toEqual([
      { label: "fabel", values: [{ type: "fabel-school", active: true }] },
    ]);
    expect(attributes.guest.value).toBe(false);
  });

  it("returns 401 for an inactive user", async () => {
    await database.execute(sql`update directory.users set status = 'inactive' where username = 'family.se'`);
    expect((await ask(service, "getMe", {}, await as("family.se"))).status).toBe(401);
    await database.execute(sql`update directory.users set status = 'active' where username = 'family.se'`);
  });
});

describe("lists of an organisation", () => {
  it("return its students by page, cursor, search and sort order", async () => {
    const id = await schoolOf("admin.se");
    const caller = await as("admin.se");
    const first = await ask(
      service,
      "getStudents",
      { params: { id }, query: { sortBy: "name", sortOrder: "asc" } },
      caller,
    );
    expect(first.body.data).toHaveLength(10);
    expect(first.body.meta.totalCount).toBeGreaterThan(90);
    const names = first.body.data.map((entity: PersonEntity) => entity.attributes.name.value);
    expect(names).toEqual([...names].sort(new Intl.Collator("sv").compare));
    const next = await ask(
      service,
      "getStudents",
      { params: { id }, query: { sortBy: "name", sortOrder: "asc", cursor: first.body.meta.nextCursor } },
      caller,
    );
    const second = await ask(
      service,
      "getStudents",
      { params: { id }, query: { sortBy: "name", sortOrder: "asc", pageNumber: 2 } },
      caller,
    );
    expect(next.body.data).toEqual(second.body.data);
    const found = await ask(service, "getStudents", { params: { id }, query: { q: "UDENT.s" } }, caller);
    expect(found.body.data.map((entity: PersonEntity) => entity.attributes.username.value)).toEqual(["student.se"]);
    const none = await ask(service, "getStudents", { params: { id }, query: { q: "100%_" } }, caller);
    expect(none.body).toEqual({ data: [], meta: { totalCount: 0, nextCursor: null } });
  });

  it("need no extra query for an organisation that the same request has listed", async () => {
    const id = await schoolOf("admin.se");
    const caller = await as("admin.se");
    const count = await countQueries(database, async () => {
      await ask(service, "getOrganizations", { query: { pageSize: 100 } }, caller);
      await ask(service, "getStudents", { params: { id } }, caller);
    });
    expect(count).toBeLessThanOrEqual(2);
  });

  it("send at most two queries", async () => {
    const id = await schoolOf("admin.se");
    const caller = await as("admin.se");
    const count = await countQueries(database, () =>
      ask(service, "getStudents", { params: { id }, query: { pageSize: 100 } }, caller),
    );
    expect(count).toBeLessThanOrEqual(2);
  });

  it("include organisations below the administrator's own, and return 404 for others", async () => {
    const municipality = await orgUid("se", "school_unit");
    const other = await orgUid("se", "school", 1);
    const caller = await as("admin.se");
    expect((await ask(service, "getStudents", { params: { id: municipality } }, caller)).status).toBe(404);
    expect((await ask(service, "getStudents", { params: { id: other } }, caller)).status).toBe(404);
    const sub = await ask(service, "getStudents", { params: { id: await orgUid("se", "sub_school") } }, caller);
    expect(sub.status).toBe(200);
    const all = await ask(service, "getStudents", { params: { id: municipality } }, await as("super.se"));
    expect(all.body.meta.totalCount).toBe(208);
  });

  it("show teachers only students and guardians, and return 403 to students and guardians", async () => {
    const id = await schoolOf("teacher.se");
    const teacher = await as("teacher.se");
    expect((await ask(service, "getStudents", { params: { id } }, teacher)).status).toBe(200);
    expect((await ask(service, "getGuardians", { params: { id } }, teacher)).status).toBe(200);
    expect((await ask(service, "getEmployees", { params: { id } }, teacher)).status).toBe(403);
    expect((await ask(service, "getStudents", { params: { id } }, await as("student.se"))).status).toBe(403);
    expect((await ask(service, "getStudents", { params: { id } }, await as("guardian.se"))).status).toBe(403);
    const users = await ask(service, "getOrganizationUsers", { params: { id }, query: { pageSize: 100 } }, teacher);
    expect(new Set(users.body.data.map((entity: PersonEntity) => entity.type))).toEqual(
      new Set(["students", "guardians"]),
    );
  });

  it("reject invalid sort, filter and cursor values, and return 404 for an invalid organisation id", async () => {
    const id = await schoolOf("admin.se");
    const caller = await as("admin.se");
    for (const query of [{ sortBy: "password" }, { filters: "{broken" }, { filters: '{"no":1}' }, { cursor: "x" }]) {
      expect((await ask(service, "getStudents", { params: { id }, query }, caller)).body.error).toBe("ValidationError");
    }
    expect((await ask(service, "getStudents", { params: { id: "no-uid" } }, caller)).status).toBe(404);
  });
});

describe("one person", () => {
  it("is returned with levels and actions that depend on the caller's relation", async () => {
    const id = await uidOf(database, "student.se");
    const seenBy = async (name: string) =>
      (await ask(service, "getPerson", person(id), await as(name))).body.data as PersonEntity;
    const ofOneself = ["ViewUserInfo", "ViewBookshelf", "EditBookshelf", "ViewReading"];
    expect(active(await seenBy("student.se"))).toEqual(ofOneself);
    expect(active(await seenBy("guardian.se"))).toEqual(["ViewUserInfo", "ViewBookshelf", "ViewReading"]);
    const teacher = await seenBy("teacher.se");
    expect(active(teacher)).toContain("EditPassword");
    expect(active(teacher)).not.toContain("DeleteUser");
    expect(teacher.attributes.name).toMatchObject({ viewable: 2, editable: 2 });
    expect(teacher.attributes.eppn).toMatchObject({ viewable: 2, editable: 0 });
    expect(teacher.attributes.bankid).toEqual({ value: null, viewable: 0, editable: 0 });
    expect(teacher.attributes.speakingBookRights).toMatchObject({ editable: 0, needs: "secure_login" });
    expect(active(await seenBy("admin.se"))).toContain("DeleteUser");
    expect(active(await seenBy("super.se"))).not.toContain("RestoreUser");
    const self = { version: "v1", type: "employees", id: await uidOf(database, "teacher.se") };
    const own = await ask(service, "getPerson", { params: self }, await as("teacher.se"));
    expect(active(own.body.data)).not.toContain("EditPassword");
  });

  it("is not found (404) by a caller of another school or realm, or by another type", async () => {
    const id = await uidOf(database, "student.se");
    const norwegian = await as("super.no");
    expect((await ask(service, "getPerson", person(id), norwegian)).status).toBe(404);
    expect((await ask(service, "getPerson", person(id, "guardians"), await as("admin.se"))).status).toBe(404);
    const { rows } = await database.execute<{ uid: string }>(sql`
      select u.uid from directory.users u join directory.associations a on a.user_id = u.id
      join directory.organizations o on o.id = a.organization_id
      where u.type = 'student' and o.type = 'preschool' and o.realm = 'se' limit 1`);
    for (const call of ["getPerson", "updatePerson", "deletePerson"] as const) {
      const input = { ...change(rows[0]?.uid ?? "", { name: "Mine Now" }) };
      expect((await ask(service, call, input, await as("admin.se"))).status).toBe(404);
    }
  });

  it("is updated with the sent attributes only, and the change is logged with the actor", async () => {
    const id = await uidOf(database, "student.se");
    const caller = await as("teacher.se", { actor: "11111111-1111-4111-8111-111111111111" });
    const before = await ask(service, "getPerson", person(id), caller);
    const response = await ask(service, "updatePerson", change(id, { name: "  Åsa Öberg-Ek " }), caller);
    expect(response.status).toBe(200);
    expect(response.body.data.attributes.name.value).toBe("Åsa Öberg-Ek");
    expect(response.body.data.attributes.username.value).toBe("student.se");
    expect(response.body.meta.version).toBe(before.body.meta.version + 1);
    const { rows } = await database.execute(sql`
      select action, user_uid, actor_uid, details from directory.audit where subject_uid = ${id} order by id desc limit 1`);
    expect(rows[0]).toEqual({
      action: "user.changed",
      user_uid: await uidOf(database, "teacher.se"),
      actor_uid: "11111111-1111-4111-8111-111111111111",
      details: { attributes: ["name", "firstName", "lastName"] },
    });
  });

  it("rejects attributes above the caller's level (403) and unknown ones (400)", async () => {
    const id = await uidOf(database, "student.se");
    const teacher = await as("teacher.se");
    const eppn = await ask(service, "updatePerson", change(id, { eppn: "a@b.se" }), teacher);
    expect([eppn.status, eppn.body.error]).toEqual([403, "forbidden"]);
    const unknown = await ask(service, "updatePerson", change(id, { scopes: ["ilt.user.se.write"] }), teacher);
    expect([unknown.status, unknown.body.error]).toEqual([400, "ValidationError"]);
    const rights = await ask(service, "updatePerson", change(id, { speakingBookRights: true }), teacher);
    expect(rights.body.message).toBe("A secure login is needed to do this");
    const secure = await as("teacher.se", { acr: "secure" });
    expect((await ask(service, "updatePerson", change(id, { speakingBookRights: true }), secure)).status).toBe(200);
    const own = await ask(service, "updatePerson", change(id, { name: "Me" }), await as("student.se"));
    expect(own.status).toBe(403);
  });

  it("rejects (400) a status that is not active or inactive", async () => {
    const id = await uidOf(database, "student.se");
    const wrong = [{ attribute: "status", reason: "Incorrectly formatted" }];
    for (const status of ["deleted", "purged", "", null, 1, true, ["active"]]) {
      const response = await ask(service, "updatePerson", change(id, { status }), await as("super.se"));
      expect([response.status, response.body.details], String(status)).toEqual([400, wrong]);
    }
  });

  it("accepts the whole entity as it was read, without a new version", async () => {
    const id = await uidOf(database, "student.se");
    const caller = await as("teacher.se");
    const read = await ask(service, "getPerson", person(id), caller);
    const body = { data: { attributes: read.body.data.attributes } };
    const response = await ask(service, "updatePerson", { ...person(id), body }, caller);
    expect([response.status, response.body.meta?.version]).toEqual([200, read.body.meta.version]);
  });

  it("returns 412 for a stale version, and the reason for each invalid value", async () => {
    const id = await uidOf(database, "student.se");
    const caller = await as("admin.se");
    const { body } = await ask(service, "getPerson", person(id), caller);
    await ask(service, "updatePerson", change(id, { name: "First Writer" }, "students", body.meta.version), caller);
    const stale = await ask(
      service,
      "updatePerson",
      change(id, { name: "Second" }, "students", body.meta.version),
      caller,
    );
    expect([stale.status, stale.body.error]).toEqual([412, "stale_version"]);
    const reasons = async (attributes: Record<string, unknown>) =>
      (await ask(service, "updatePerson", change(id, attributes), caller)).body.details;
    expect(await reasons({ name: "" })).toEqual([{ attribute: "name", reason: "This value is required" }]);
    expect(await reasons({ name: "a\0b" })).toEqual([{ attribute: "name", reason: "Contains unsupported characters" }]);
    expect(await reasons({ name: "😀" })).toEqual([{ attribute: "name", reason: "Contains unsupported characters" }]);
    expect(await reasons({ name: "a\u202Eb" })).toEqual([
      { attribute: "name", reason: "Contains unsupported characters" },
    ]);
    expect(await reasons({ name: "x".repeat(1_000_000) })).toEqual([
      { attribute: "name", reason: "Up to 255 characters" },
    ]);
    expect(await reasons({ username: "a b" })).toEqual([
      { attribute: "username", reason: "Username contains unauthorized characters" },
    ]);
    expect(await reasons({ email: "nobody" })).toEqual([{ attribute: "email", reason: "Invalid e-mail address" }]);
    expect(await reasons({ ageFilter: "old" })).toEqual([{ attribute: "ageFilter", reason: "Must be a number" }]);
    expect(await reasons({ ageFilter: 99 })).toEqual([{ attribute: "ageFilter", reason: "Must be between 0 and 21" }]);
    expect(await reasons({ bankid: "199001012385" })).toEqual([
      { attribute: "bankid", reason: "Incorrectly formatted" },
    ]);
    expect(await reasons({ username: "teacher.se" })).toEqual([
      { attribute: "username", reason: "User already exists as a different type in the system" },
    ]);
    expect(await reasons({ organizations: [] })).toEqual([
      { attribute: "organizations", reason: "Select at least one item" },
    ]);
  });

  it("cannot deactivate themselves (403)", async () => {
    for (const username of ["teacher.se", "admin.se", "super.se"]) {
      const own = change(await uidOf(database, username), { status: "inactive" }, "employees");
      const response = await ask(service, "updatePerson", own, await as(username));
      const reason = "You do not have permission to do this";
      expect([response.status, response.body.details], username).toEqual([403, [{ attribute: "status", reason }]]);
    }
  });

  it("cannot be changed or promoted by an administrator of equal or lower rank", async () => {
    const admin = await as("admin.se");
    const { employee: clientInfo } = await matrixTarget(database, "se", "se-1001", "school");
    await database.execute(sql`
      update directory.associations set admin = true where user_id = (select id from directory.users where uid = ${clientInfo})`);
    const rename = async (id: string) => ask(service, "updatePerson", change(id, { name: "X" }, "employees"), admin);
    expect((await rename(clientInfo)).status).toBe(403);
    // The super user belongs to the municipality, above the school.
    expect((await rename(await uidOf(database, "super.se"))).status).toBe(404);
    const teacher = await uidOf(database, "teacher.se");
    expect((await ask(service, "getPerson", person(teacher, "employees"), admin)).status).toBe(200);
    const school = await schoolOf("admin.se");
    const promoted = change(teacher, { organizations: [{ id: school, admin: true }] }, "employees");
    expect((await ask(service, "updatePerson", promoted, admin)).status).toBe(403);
    expect((await ask(service, "updatePerson", promoted, await as("super.se"))).status).toBe(200);
    const back = change(teacher, { organizations: [{ id: school, admin: false }] }, "employees");
    expect((await ask(service, "updatePerson", back, await as("super.se"))).status).toBe(200);
  });
});

describe("new, deleted and restored people", () => {
  it("are created once per username, deleted and restored by an administrator, not by a teacher", async () => {
    const caller = await as("admin.se");
    const school = await schoolOf("admin.se");
    const draft = { name: "Ny Elev", username: "ny.elev", organizations: [school] };
    const input = { ...change("", draft), params: { version: "v1", type: "students" } };
    const made = await ask(service, "createPerson", input, caller);
    expect(made.status).toBe(201);
    const id = made.body.data.id;
    expect(made.headers.location).toBe(`/services/control-panel/v1/students/${id}`);
    expect((await ask(service, "createPerson", input, caller)).body).toMatchObject({
      error: "ConflictError",
      details: [{ attribute: "username", reason: "Username already exists" }],
    });
    const asGuardian = { ...input, params: { version: "v1", type: "guardians" } };
    expect((await ask(service, "createPerson", asGuardian, caller)).body.details).toEqual([
      { attribute: "username", reason: "User already exists as a different type in the system" },
    ]);

    expect((await ask(service, "deletePerson", person(id), await as("teacher.se"))).status).toBe(403);
    expect((await ask(service, "deletePerson", person(id), caller)).status).toBe(204);
    expect(deeds).toContain(`sessions ${id}`);
    expect((await ask(service, "getPerson", person(id), caller)).status).toBe(404);
    expect((await ask(service, "deletePerson", person(id), caller)).status).toBe(204);
    expect((await ask(service, "deletePerson", person(id), await as("teacher.se"))).status).toBe(404);
    expect(deeds.filter((deed) => deed === `sessions ${id}`)).toHaveLength(1);
    expect((await ask(service, "restorePerson", person(id), await as("teacher.se"))).status).toBe(404);
    const restored = await ask(service, "restorePerson", person(id), caller);
    expect(restored.body.data.attributes.username.value).toBe("ny.elev");
  });

  it("require a name, a username and an organisation in the caller's scope", async () => {
    const caller = await as("admin.se");
    const input = (attributes: Record<string, unknown>) => ({
      ...change("", attributes),
      params: { version: "v1", type: "students" },
    });
    const empty = await ask(service, "createPerson", input({}), caller);
    expect(empty.body.details.map((detail: { attribute: string }) => detail.attribute)).toEqual([
      "name",
      "username",
      "organizations",
    ]);
    const elsewhere = { name: "A", username: "a.b", organizations: [await orgUid("no", "school")] };
    expect((await ask(service, "createPerson", input(elsewhere), caller)).status).toBe(400);
    const teacher = await as("teacher.se");
    expect((await ask(service, "createPerson", input(elsewhere), teacher)).status).toBe(403);
  });

  it("get random passwords: students words that need no change, employees letters that must be changed", async () => {
    const id = await uidOf(database, "student.se");
    const response = await ask(service, "resetPassword", person(id), await as("teacher.se"));
    expect(response.body.data.password).toMatch(/^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/);
    expect(deeds).toEqual([`password ${id} false`]);
    const teacher = await uidOf(database, "teacher.se");
    const input = { params: { version: "v1", type: "employees", id: teacher } };
    const letters = await ask(service, "resetPassword", input, await as("admin.se"));
    expect(letters.body.data.password).toMatch(/^[a-zA-Z2-9]{4}-[a-zA-Z2-9]{4}-[a-zA-Z2-9]{4}$/);
    expect(deeds.at(-1)).toBe(`password ${teacher} true`);
    expect((await ask(service, "resetPassword", person(id), await as("student.se"))).status).toBe(403);
  });
});

describe("groups", () => {
  it("are created and deleted by an administrator, and read and changed by a teacher", async () => {
    const admin = await as("admin.se");
    const teacher = await as("teacher.se");
    const school = await schoolOf("admin.se");
    const list = await ask(
      service,
      "getOrganizationGroups",
      { params: { id: school }, query: { pageSize: 100 } },
      teacher,
    );
    expect(list.body.data.length).toBeGreaterThan(10);
    const body = { data: { attributes: { name: { value: "Läsgruppen" }, organization: { value: school } } } };
    expect((await ask(service, "createGroup", { body }, teacher)).status).toBe(403);
    const made = await ask(service, "createGroup", { body }, admin);
    const id = made.body.data.id;
    expect([made.status, made.headers.location]).toEqual([201, `/services/control-panel/v1/groups/${id}`]);
    expect((await ask(service, "createGroup", { body }, admin)).body.details).toEqual([
      { attribute: "name", reason: "Name already exists" },
    ]);
    const coded = { params: { id }, body: { data: { attributes: { code: { value: true } } } } };
    expect((await ask(service, "updateGroup", coded, teacher)).body.data.attributes.code.value).toMatch(
      /^[A-Z2-9]{8}$/,
    );

    const pupil = await uidOf(database, "student.se");
    const before = await ask(service, "getUserGroups", { params: { id: pupil } }, teacher);
    const ids = before.body.data.map((group: { id: string }) => group.id);
    const put = await ask(service, "putUserGroups", { params: { id: pupil }, body: { data: [...ids, id] } }, teacher);
    expect(put.body.data.map((group: { name: string }) => group.name)).toContain("Läsgruppen");
    const members = await ask(service, "getGroupUsers", { params: { id } }, teacher);
    expect(members.body.data.map((entity: PersonEntity) => entity.id)).toEqual([pupil]);

    expect((await ask(service, "deleteGroup", { params: { id } }, teacher)).status).toBe(403);
    expect((await ask(service, "deleteGroup", { params: { id } }, admin)).status).toBe(204);
    expect((await ask(service, "deleteGroup", { params: { id } }, admin)).status).toBe(204);
    expect((await ask(service, "getGroup", { params: { id } }, admin)).status).toBe(404);
    expect((await ask(service, "getGroup", { params: { id } }, admin)).status).toBe(404);
    expect((await ask(service, "getGroup", { params: { id } }, await as("super.no"))).status).toBe(404);
  });
});

describe("the audit log", () => {
  it("cannot be altered by the application's database role", async () => {
    for (const statement of [
      sql`update directory.audit set action = 'x'`,
      sql`delete from directory.audit`,
      sql`truncate directory.audit`,
    ]) {
      await expect(database.execute(statement)).rejects.toThrow();
    }
  });
});
