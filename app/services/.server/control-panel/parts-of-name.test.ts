import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "./service";

/** First and last name are derived from the name until they are set. docs/product/choices.md#wire: missing attributes are left alone. */

let database: Database;
let uid: string;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  uid = await uidOf(database, "student.se");
});

type Parts = { name?: string; firstName?: string | null; lastName?: string | null };

/** Updates these attributes and returns the stored name, first name and last name. */
async function write(sent: Parts) {
  const panel = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const attributes = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, { value }]));
  const params = { version: "v1", type: "students", id: uid };
  const { status, body } = await ask(
    panel,
    "updatePerson",
    { params, body: { data: { attributes } } },
    await callerOf(database, "admin.se"),
  );
  expect(status).toBe(200);
  const { name, firstName, lastName } = body.data.attributes;
  return [name.value, firstName.value, lastName.value];
}

const written = { name: "Hilma af Klint", firstName: "Hilma", lastName: "af Klint" };

describe("first and last name that were set", () => {
  test("are kept when only the name is sent", async () => {
    await write(written);
    expect(await write({ name: "Hilma Sofia af Klint" })).toEqual(["Hilma Sofia af Klint", "Hilma", "af Klint"]);
  });

  test("are derived from the name again once both are cleared", async () => {
    await write(written);
    expect(await write({ firstName: null, lastName: null })).toEqual(["Hilma af Klint", "Hilma af", "Klint"]);
    expect(await write({ name: "Hilma Klint" })).toEqual(["Hilma Klint", "Hilma", "Klint"]);
  });
});

describe("first and last name that are derived", () => {
  test("are updated when only the name is sent", async () => {
    await write({ name: "Astrid Berg", firstName: null, lastName: null });
    expect(await write({ name: "Astrid Lind" })).toEqual(["Astrid Lind", "Astrid", "Lind"]);
  });

  test("are updated when a form sends a new name with the old parts", async () => {
    await write({ name: "Astrid Berg", firstName: null, lastName: null });
    const form = { name: "Astrid Lind", firstName: "Astrid", lastName: "Berg" };
    expect(await write(form)).toEqual(["Astrid Lind", "Astrid", "Lind"]);
  });

  test("are stored as sent when they are changed together with the name", async () => {
    await write({ name: "Astrid Berg", firstName: null, lastName: null });
    const form = { name: "Astrid von Lind", firstName: "Astrid", lastName: "von Lind" };
    expect(await write(form)).toEqual(["Astrid von Lind", "Astrid", "von Lind"]);
  });
});
