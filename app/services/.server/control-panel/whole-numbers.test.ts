import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { isOffered } from "~/services/.server/directory/permissions";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { ServiceError } from "~/services/contracts/service-error";
import { createControlPanelService } from "./service";

/** Values that a number field accepts, and its errors together with those of other fields. */

let database: Database;
let panel: ReturnType<typeof createControlPanelService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  panel = createControlPanelService({ databases: { eu: database, us: database }, credentials: credentialsDouble });
});

/** Updates the student; returns the stored age filter, or the error reasons by attribute. */
async function write(sent: Record<string, unknown>): Promise<Record<string, unknown>> {
  const params = { version: "v1", type: "students", id: await uidOf(database, "student.se") };
  const attributes = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, { value }]));
  const input = { params, body: { data: { attributes } } };
  return dispatch(panel, "updatePerson", input, await callerOf(database, "super.se")).then(
    ({ body }) => ({
      ageFilter: (body as { data: { attributes: { ageFilter: { value: unknown } } } }).data.attributes.ageFilter.value,
    }),
    (error: ServiceError) =>
      Object.fromEntries((error.details ?? []).map(({ attribute, reason }) => [attribute, reason])),
  );
}

describe("the age filter", () => {
  test.each([true, [[12]], "0x10", "1e1", [], {}])("rejects %j", async (value) =>
    expect(await write({ ageFilter: value })).toEqual({ ageFilter: "Must be a number" }),
  );
  test.each([12, "12", " 12 "])("accepts %j as 12", async (value) => {
    expect(await write({ ageFilter: value })).toEqual({ ageFilter: 12 });
  });
  test.each(["", null])("is cleared by %j", async (value) => {
    expect(await write({ ageFilter: value })).toEqual({ ageFilter: null });
  });
});

test("reports a NUL in a name together with the other errors", async () => {
  expect(await write({ name: "a\0b", email: "nobody", ageFilter: 99 })).toEqual({
    name: "Contains unsupported characters",
    email: "Invalid e-mail address",
    ageFilter: "Must be between 0 and 21",
  });
});

test("rejects a student as administrator with 'Incorrectly formatted'", async () => {
  const school = await database.$client.query(
    "select uid from directory.organizations where school_unit_code = 'se-1001'",
  );
  const organizations = [{ id: school.rows[0].uid, admin: true }];
  expect(await write({ organizations })).toEqual({ organizations: "Incorrectly formatted" });
});

test("offers the field bankid to employees in Sweden and not in the US", () => {
  expect([isOffered("se", "employee", "bankid"), isOffered("us", "employee", "bankid")]).toEqual([true, false]);
});
