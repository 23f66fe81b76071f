import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { writeCursor } from "~/services/.server/directory/lists/list-page";
import { createShelfPermission } from "~/services/.server/directory/people/shelf-permission";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { ServiceError } from "~/services/contracts/service-error";
import { createCustomerManagementService } from "./customer-management-service";

/** Ids, cursors and versions that the database cannot parse return 400, in both APIs of the directory. */

let database: Database;
let services: { panel: unknown; management: unknown };
let school: string;
let group: string;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  services = { panel: createControlPanelService(deps), management: createCustomerManagementService(deps) };
  const one = async (table: string) =>
    (await database.$client.query(`select uid from directory.${table} where realm = 'se' order by id limit 1`)).rows[0];
  school = (await one("organizations")).uid;
  group = (await one("groups")).uid;
});

async function refusalOf(service: "panel" | "management", name: string, input: object): Promise<[number, string[]]> {
  return dispatch(services[service] as never, name, input, await callerOf(database, "super.se")).then(
    ({ status }) => [status, []],
    (error: ServiceError) => [error.status, (error.details ?? []).map(({ attribute }) => attribute)],
  );
}

const unfitKeys = { "a fraction": [1.5], "a number beyond bigint": [1e30], "a NUL character": ["a\0b", 1] };
const lists = [
  ["panel", "getOrganizationUsers"],
  ["panel", "getOrganizationGroups"],
  ["panel", "getOrganizations"],
  ["management", "getSchoolUnitAuditLogs"],
] as const;

describe.each(lists)("the %s call %s", (service, name) => {
  test.each(Object.entries(unfitKeys))("returns 400 for a cursor with %s", async (_, keys) => {
    const isLog = name === "getSchoolUnitAuditLogs";
    const params = isLog ? { uid: school } : { id: school };
    const written = isLog && keys.length === 1 ? ["2026-01-01T00:00:00Z", ...keys] : keys;
    const sortBy = !isLog && keys.length > 1 ? { sortBy: "name" } : {};
    const query = { cursor: writeCursor(written), ...sortBy };
    expect(await refusalOf(service, name, { params, query })).toEqual([400, ["cursor"]]);
  });
});

test("returns 400 for a log's cursor with an invalid time", async () => {
  const input = { params: { uid: school }, query: { cursor: writeCursor(["yesterday evening", 1]) } };
  expect(await refusalOf("management", "getSchoolUnitAuditLogs", input)).toEqual([400, ["cursor"]]);
});

test("returns 400 for a version beyond the integer range", async () => {
  const meta = { version: 99_999_999_999 };
  const student = { version: "v1", type: "students", id: await uidOf(database, "student.se") };
  const data = { attributes: { name: { value: "Astrid" } } };
  expect(await refusalOf("panel", "updatePerson", { params: student, body: { data, meta } })).toEqual([
    400,
    ["meta.version"],
  ]);
  expect(await refusalOf("panel", "updateGroup", { params: { id: group }, body: { data, meta } })).toEqual([
    400,
    ["meta.version"],
  ]);
  const unit = { params: { uid: school }, body: { name: "Skola", ...meta } };
  expect(await refusalOf("management", "updateSchoolUnit", unit)).toEqual([400, ["version"]]);
});

test("returns 400 for a school that is not a uid", async () => {
  const input = {
    params: { id: await uidOf(database, "student.se") },
    body: { schoolAssociations: [{ schoolUid: "school", role: "student" }] },
  };
  expect(await refusalOf("management", "putUserSchools", input)).toEqual([400, ["schoolAssociations.0.schoolUid"]]);
});

test("denies the shelf of an invalid user id", async () => {
  const mayView = createShelfPermission({ eu: database, us: database });
  expect(await mayView(await callerOf(database, "super.se"), "-".repeat(36))).toBe(false);
});
