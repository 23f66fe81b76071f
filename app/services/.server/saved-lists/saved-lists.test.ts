import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createSavedListEndpoints } from "~/services/.server/control-panel/saved-list-endpoints";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { maxViews, type SavedListContracts, type SavedLists } from "~/services/contracts/saved-lists";
import { eraseSavedLists } from "./saved-lists-store";

/** Saved views and selected columns of lists. */

let database: Database;
let service: Service<SavedListContracts>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  service = { name: "control-panel", endpoints: createSavedListEndpoints({ eu: database, us: database }) };
});

async function savedOf(username: string): Promise<SavedLists> {
  const panel = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: { ...credentialsDouble, endSession: async () => true },
  });
  const request = { query: { include: "lists", pageSize: 1 } };
  return (await ask(panel, "getOrganizations", request, await callerOf(database, username))).body.meta.lists;
}

const students = { params: { list: "students" } };
const save = async (username: string, name: string, query = "sortBy=name") =>
  ask(service, "createListView", { ...students, body: { data: { name, query } } }, await callerOf(database, username));

it("rejects writes of a user who must sign in with a second factor first (403)", async () => {
  const setRequired = (isRequired: boolean) =>
    database.execute(
      sql`update directory.organizations set secure_auth_enabled = ${isRequired} where school_unit_code = 'se-1001'`,
    );
  await setRequired(true);
  const caller = await callerOf(database, "admin.se");
  await setRequired(false);
  const view = { params: { list: "students", view: "00000000-0000-4000-8000-000000000000" } };
  const responses = [
    await ask(service, "createListView", { ...students, body: { data: { name: "Early", query: "" } } }, caller),
    await ask(service, "deleteListView", view, caller),
    await ask(service, "putListColumns", { ...students, body: { data: ["email"] } }, caller),
  ];
  expect(responses.map(({ status, body }) => [status, body?.error])).toEqual(
    responses.map(() => [403, "secure_login_needed"]),
  );
});

describe("saved view", () => {
  it("is listed for its owner until deleted, and cannot be deleted by other users (404)", async () => {
    const { status, body } = await save("admin.se", " Without a class ", 'filters={"withoutGroup":true}&columns=email');
    expect(status).toBe(201);
    const view = { ...body.data, list: "students", name: "Without a class" };
    expect(view.query).toBe('filters={"withoutGroup":true}&columns=email');
    expect((await savedOf("admin.se")).views).toEqual([view]);
    expect((await savedOf("teacher.se")).views).toEqual([]);
    const gone = { params: { ...students.params, view: view.id } };
    expect((await ask(service, "deleteListView", gone, await callerOf(database, "teacher.se"))).status).toBe(404);
    expect((await ask(service, "deleteListView", gone, await callerOf(database, "admin.no"))).status).toBe(404);
    expect((await ask(service, "deleteListView", gone, await callerOf(database, "admin.se"))).status).toBe(204);
    expect((await ask(service, "deleteListView", gone, await callerOf(database, "admin.se"))).status).toBe(404);
    const nonsense = { params: { ...students.params, view: "1' or '1'='1" } };
    expect((await ask(service, "deleteListView", nonsense, await callerOf(database, "admin.se"))).status).toBe(404);
    expect((await savedOf("admin.se")).views).toEqual([]);
  });

  it("has a unique name per user, also when two are saved at the same time (409)", async () => {
    const responses = await Promise.all([save("admin.se", "Mine"), save("admin.se", "MINE")]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(JSON.stringify(refused?.body)).toContain("Name already exists");
    expect((await save("teacher.se", "Mine")).status).toBe(201);
  });

  it("is rejected above the limit of 50 views (409)", async () => {
    for (let number = 0; number < maxViews; number += 1) await save("super.se", `View ${number}`);
    const { status, body } = await save("super.se", "One too many");
    expect(status).toBe(409);
    const reason = "You can save up to 50 views: delete one first";
    expect(body.details).toEqual([{ attribute: "name", reason }]);
  });

  it("is forbidden for a student and a guardian (403)", async () => {
    expect((await save("student.se", "Mine")).status).toBe(403);
    expect((await save("guardian.se", "Mine")).status).toBe(403);
  });
});

const saveColumns = async (username: string, list: string, data: string[]) =>
  ask(service, "putListColumns", { params: { list }, body: { data } }, await callerOf(database, username));

describe("selected columns", () => {
  it("are stored per user and list, and deleted when none is selected", async () => {
    expect((await saveColumns("admin.se", "students", ["email", "status"])).status).toBe(204);
    await saveColumns("admin.se", "groups", ["year"]);
    await saveColumns("admin.se", "students", ["email"]);
    expect((await savedOf("admin.se")).columns).toEqual({ students: ["email"], groups: ["year"] });
    expect((await savedOf("teacher.se")).columns).toEqual({});
    await saveColumns("admin.se", "groups", []);
    expect((await savedOf("admin.se")).columns).toEqual({ students: ["email"] });
  });
});

it("erasing a person deletes their saved views and columns, and keeps those of another user", async () => {
  for (const username of ["admin.no", "super.no"]) {
    await save(username, "Mine");
    await saveColumns(username, "students", ["email"]);
  }
  const stored = {
    views: [expect.objectContaining({ list: "students", name: "Mine" })],
    columns: { students: ["email"] },
  };
  expect([await savedOf("admin.no"), await savedOf("super.no")]).toEqual([stored, stored]);
  await eraseSavedLists({ eu: database, us: database })("no", [await uidOf(database, "admin.no")]);
  expect([await savedOf("admin.no"), await savedOf("super.no")]).toEqual([{ views: [], columns: {} }, stored]);
});
