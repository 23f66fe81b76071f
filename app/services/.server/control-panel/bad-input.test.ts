import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import { formMessages, readMessage } from "~/services/contracts/form-messages";
import { groupFormFields } from "~/services/contracts/group-field-table";
import { organizationFieldNames } from "~/services/contracts/organization-field-table";
import { createControlPanelService } from "./service";

/** Invalid text in every field of people, groups and organisations: too long, emoji, direction marks, NUL, 1 MB. */

let database: Database;
let panel: ReturnType<typeof createControlPanelService>;
let management: ReturnType<typeof createCustomerManagementService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  panel = createControlPanelService(deps);
  management = createCustomerManagementService(deps);
});

const nasty: Record<string, string> = {
  "3,000 characters": "x".repeat(3000),
  "1,000,000 characters": "x".repeat(1_000_000),
  "a NUL character": "a\0b",
  "an emoji": "Åsa 😀",
  "a direction mark (U+202E)": "a\u202Eb",
  "a lone surrogate (U+D800)": "a\uD800b",
};

const superUser = () => callerOf(database, "super.se");

/** Expects 400 with the field's name and one of the form messages. */
function expectRefusal(response: { status: number; body: { error: string; details: unknown } }, attribute: string) {
  expect([response.status, response.body.error]).toEqual([400, "ValidationError"]);
  const details = response.body.details as Array<{ attribute: string; reason: string }>;
  expect(details.map((detail) => detail.attribute)).toEqual([attribute]);
  expect(readMessage(details[0]?.reason ?? ""), details[0]?.reason).not.toBeNull();
}

describe("fields of a person", () => {
  const fields = [
    ...["name", "username", "email", "ageFilter", "eppn", "gsuiteid", "gsuiteemail", "office365"],
    ...["firstName", "lastName", "externalId", "address", "postalCode"],
  ];
  test.each(fields.flatMap((field) => Object.keys(nasty).map((kind) => [field, kind] as const)))(
    "%s rejects (400) %s",
    async (field, kind) => {
      const params = { version: "v1", type: "students", id: await uidOf(database, "student.se") };
      const body = { data: { attributes: { [field]: { value: nasty[kind] } } } };
      expectRefusal(await ask(panel, "updatePerson", { params, body }, await superUser()), field);
    },
  );

  test.each(["bankid", "sms"] as const)("%s rejects (400) a number that is invalid in the country", async (field) => {
    const params = { version: "v1", type: "employees", id: await uidOf(database, "teacher.se") };
    for (const value of [...Object.values(nasty), "199013012385", "199001012386", "0046701", "12"]) {
      const body = { data: { attributes: { [field]: { value } } } };
      expectRefusal(await ask(panel, "updatePerson", { params, body }, await superUser()), field);
    }
  });

  test.each([
    ["bankid", "19900101-2385", formMessages.bankidExists],
    ["sms", "070-123 45 67", formMessages.smsExists],
    ["eppn", "same@school.se", formMessages.exists],
    ["gsuiteid", "12345", formMessages.exists],
    ["gsuiteemail", "same@school.se", formMessages.exists],
    ["office365", "same@school.se", formMessages.exists],
  ] as const)("%s is unique: a second person gets 409", async (field, value, reason) => {
    const write = async (username: string) => {
      const params = { version: "v1", type: "employees", id: await uidOf(database, username) };
      return ask(
        panel,
        "updatePerson",
        { params, body: { data: { attributes: { [field]: { value } } } } },
        await superUser(),
      );
    };
    expect((await write("teacher.se")).status).toBe(200);
    const second = await write("admin.se");
    expect([second.status, second.body.error]).toEqual([409, "ConflictError"]);
    expect(second.body.details).toEqual([{ attribute: field, reason }]);
  });
});

describe("fields of a group", () => {
  test.each(groupFormFields.flatMap((field) => Object.keys(nasty).map((kind) => [field, kind] as const)))(
    "%s rejects (400) %s",
    async (field, kind) => {
      const { rows } = await database.execute<{ uid: string }>(
        sql`select uid from directory.groups where realm = 'se' limit 1`,
      );
      const body = { data: { attributes: { [field]: { value: nasty[kind] } } } };
      const input = { params: { id: rows[0]?.uid }, body };
      expectRefusal(await ask(panel, "updateGroup", input, await superUser()), field);
    },
  );
});

describe("fields of an organisation", () => {
  const fields = [...organizationFieldNames, "parent"];
  test.each(fields.flatMap((field) => Object.keys(nasty).map((kind) => [field, kind] as const)))(
    "%s rejects (400) %s",
    async (field, kind) => {
      const { rows } = await database.execute<{ uid: string }>(
        sql`select uid from directory.organizations where school_unit_code = 'se-1001'`,
      );
      const input = { params: { uid: rows[0]?.uid }, body: { [field]: nasty[kind] } };
      const response = await dispatch(management, "updateSchoolUnit", input, await superUser()).then(
        ({ status, body }) => ({ status, body: body as never }),
        (error) => ({ status: error.status, body: error.toJSON() }),
      );
      expectRefusal(response, field);
    },
  );

  test("name and type are required", async () => {
    const refused = dispatch(management, "createSchoolUnit", { body: {} }, await superUser());
    await expect(refused).rejects.toMatchObject({
      status: 400,
      details: [
        { attribute: "name", reason: "This value is required" },
        { attribute: "type", reason: "Type must be specified" },
      ],
    });
  });
});
