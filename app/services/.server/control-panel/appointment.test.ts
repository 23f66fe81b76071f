import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { Database } from "~/db/.server/connect";
import { validationError } from "~/services/contracts/service-error";
import { createControlPanelService } from "./service";

/** An administrator can appoint an employee of their school; only a user of higher rank can revoke it. docs/security.md, line 27. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let target: MatrixTarget;
let checkedPasswords: Array<string | undefined> = [];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const requireFreshProof = async (_caller: unknown, password: string | undefined) => {
    checkedPasswords.push(password);
    if (password !== "right") throw validationError([{ attribute: "currentPassword", reason: "Mandatory" }]);
  };
  const credentials = { ...credentialsDouble, requireFreshProof };
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials });
});

beforeEach(async () => {
  checkedPasswords = [];
  target = await matrixTarget(database, "se", "se-1001", "school");
});

const appoint = async (username: string, body: object, id = target.employee) =>
  ask(service, "appointAdministrator", { params: { id }, body }, await callerOf(database, username));
const change = async (username: string, admin: boolean) => {
  const value = [{ id: target.school, admin }];
  const input = {
    params: { version: "v1", type: "employees", id: target.employee },
    body: { data: { attributes: { organizations: { value } } } },
  };
  return (await ask(service, "updatePerson", input, await callerOf(database, username))).status;
};

test("given the administrator's own password, then the employee is appointed and it is logged", async () => {
  const response = await appoint("admin.se", { organization: target.school, currentPassword: "right" });
  expect([response.status, response.body.data?.attributes.organizations.value[0].admin]).toEqual([200, true]);
  const { rows } = await database.execute(sql`
    select action from directory.audit where subject_uid = ${target.employee} order by id desc limit 1`);
  expect(rows).toEqual([{ action: "user.appointed_administrator" }]);
});

test("returns 400 without the password, and 403 for an update of the person instead", async () => {
  expect((await appoint("admin.se", { organization: target.school })).status).toBe(400);
  expect(checkedPasswords).toEqual([undefined]);
  expect(await change("admin.se", true)).toBe(403);
});

test("returns 403 when the administrator revokes the appointment, and 200 for a super user", async () => {
  await appoint("admin.se", { organization: target.school, currentPassword: "right" });
  expect(await change("admin.se", false)).toBe(403);
  expect(await change("super.se", false)).toBe(200);
});

test("rejects a student, oneself, a teacher as the caller and another school, before checking the password", async () => {
  const body = { organization: target.school, currentPassword: "right" };
  expect((await appoint("admin.se", body, target.student)).status).toBe(404);
  expect((await appoint("admin.se", body, await uidOf(database, "admin.se"))).status).toBe(403);
  expect((await appoint("teacher.se", body)).status).toBe(404);
  const elsewhere = await matrixTarget(database, "se", "se-1002", "school");
  expect((await appoint("admin.se", { ...body, organization: elsewhere.school })).status).toBe(400);
  expect((await appoint("admin.se", body, elsewhere.employee)).status).toBe(404);
  expect(checkedPasswords).toEqual([]);
});

test("returns 403 while a super user acts as the administrator", async () => {
  const caller = await callerOf(database, "admin.se", { actor: await uidOf(database, "super.se") });
  const input = { params: { id: target.employee }, body: { organization: target.school, currentPassword: "right" } };
  expect((await ask(service, "appointAdministrator", input, caller)).status).toBe(403);
});
