import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { createControlPanelService } from "./service";

/** A deleted person's username can be reused; the person is then restored with another one. docs/product/choices.md#who-and-where. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let pupil = "";
let school = "";

const students = { version: "v1", type: "students" };
const call = async (username: string, name: keyof typeof service.endpoints & string, input: object = {}) =>
  ask(service, name, input, await callerOf(database, username));
const write = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
const remove = (id = pupil) => call("admin.se", "deletePerson", { params: { ...students, id } });
const restore = (by: string, body?: { username?: string }, id = pupil) =>
  call(by, "restorePerson", { params: { ...students, id }, ...(body ? { body } : {}) });
const add = (username: string, more: object = {}) =>
  call("admin.se", "createPerson", {
    params: students,
    body: write({ name: "Ny Elev", username, organizations: [school], ...more }),
  });
const age = (days: number, id = pupil) =>
  database.execute(
    sql`update directory.users set deleted_at = now() - make_interval(days => ${days}) + interval '1 hour' where uid = ${id}`,
  );

beforeEach(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  service = createControlPanelService({ databases, credentials: credentialsDouble });
  pupil = await uidOf(database, "student.se");
  const me = await call("admin.se", "getMe");
  school = me.body.data.attributes.organizations.value[0].id;
});

describe("given a deleted student", () => {
  beforeEach(async () => {
    expect((await remove()).status).toBe(204);
  });

  test("a new student can take the username at once and is found by it", async () => {
    const made = await add("Student.SE");
    expect(made.status).toBe(201);
    const directory = createIdentityDirectory({ eu: database, us: database });
    expect((await directory.findByUsername("se", "student.se"))?.uid).toBe(made.body.data.id);
  });

  test("no user is found by the username before it is taken", async () => {
    const directory = createIdentityDirectory({ eu: database, us: database });
    expect(await directory.findByUsername("se", "student.se")).toBeNull();
  });

  test("an administrator can restore until day 28, a super user until the purge", async () => {
    await age(28);
    expect((await restore("admin.se")).status).toBe(200);
    await remove();
    await age(29);
    expect((await restore("admin.se")).status).toBe(404);
    const response = await call("super.se", "getPersonDeletion", { params: { ...students, id: pupil } });
    expect([response.status, response.body.data.username]).toEqual([200, "student.se"]);
    expect((await restore("super.se")).status).toBe(200);
  });

  test("a teacher gets 404 for the restore and for the details of the deletion", async () => {
    expect((await restore("teacher.se")).status).toBe(404);
    const params = { ...students, id: pupil };
    expect((await call("teacher.se", "getPersonDeletion", { params })).status).toBe(404);
  });

  test("returns 409 while the username is taken, and restores with another username", async () => {
    await add("student.se");
    const refused = await restore("admin.se");
    expect([refused.status, refused.body.error]).toEqual([409, "ConflictError"]);
    expect(refused.body.details).toEqual([{ attribute: "username", reason: "Username already exists" }]);
    const params = { ...students, id: pupil };
    expect((await call("admin.se", "getPersonDeletion", { params })).body.data.isUsernameTaken).toBe(true);
    expect((await restore("admin.se", { username: "teacher.se" })).status).toBe(409);
    const back = await restore("admin.se", { username: "student.two" });
    expect([back.status, back.body.data.attributes.username.value]).toEqual([200, "student.two"]);
  });

  test("does not restore an identifier that another person has taken", async () => {
    await database.execute(sql`update directory.users set office365 = 'elev@skolan.se' where uid = ${pupil}`);
    expect((await add("annan.elev", { office365: "elev@skolan.se" })).status).toBe(201);
    expect((await restore("admin.se")).body.data.attributes.office365.value).toBeNull();
  });
});

test("given a restored school, then a person whose username is taken stays deleted until restored separately", async () => {
  const management = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const bySuper = await callerOf(database, "super.se");
  const body = { name: "Lilla skolan", type: "school" };
  const small = (await ask(management, "createSchoolUnit", { body }, bySuper)).body.data.uid;
  const made = await call("super.se", "createPerson", {
    params: students,
    body: write({ name: "Lill Elev", username: "lill.elev", organizations: [small] }),
  });
  expect((await ask(management, "deleteSchoolUnit", { params: { uid: small } }, bySuper)).status).toBe(204);
  expect((await add("lill.elev")).status).toBe(201);
  const back = await ask(management, "restoreSchoolUnit", { params: { uid: small } }, bySuper);
  expect([back.status, back.body.meta]).toEqual([200, { peopleLeft: 1 }]);
  const again = await restore("super.se", { username: "lill.elev2" }, made.body.data.id);
  expect([again.status, again.body.data.attributes.username.value]).toEqual([200, "lill.elev2"]);
});
