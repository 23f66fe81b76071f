import { beforeAll, describe, expect, test } from "vitest";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { seedRealm } from "~/db/.server/seed/people";
import { createControlPanelService } from "./service";

/** A first and a last name follow the name as long as nobody has written them. docs/product/choices.md#wire: missing attributes are left alone. */

let database: Database;
let uid: string;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  uid = await uidOf(database, "student.se");
});

type Parts = { name?: string; firstName?: string | null; lastName?: string | null };

/** Writes these attributes; returns name, first name and last name as they are then stored. */
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

describe("parts that somebody wrote", () => {
  test("stay when the name alone is sent", async () => {
    await write(written);
    expect(await write({ name: "Hilma Sofia af Klint" })).toEqual(["Hilma Sofia af Klint", "Hilma", "af Klint"]);
  });

  test("follow the name again once both are emptied", async () => {
    await write(written);
    expect(await write({ firstName: null, lastName: null })).toEqual(["Hilma af Klint", "Hilma af", "Klint"]);
    expect(await write({ name: "Hilma Klint" })).toEqual(["Hilma Klint", "Hilma", "Klint"]);
  });
});

describe("parts that nobody wrote", () => {
  test("follow the name that is sent alone", async () => {
    await write({ name: "Astrid Berg", firstName: null, lastName: null });
    expect(await write({ name: "Astrid Lind" })).toEqual(["Astrid Lind", "Astrid", "Lind"]);
  });

  test("follow the name of a form, which sends them as they were", async () => {
    await write({ name: "Astrid Berg", firstName: null, lastName: null });
    const form = { name: "Astrid Lind", firstName: "Astrid", lastName: "Berg" };
    expect(await write(form)).toEqual(["Astrid Lind", "Astrid", "Lind"]);
  });

  test("are kept as one writes them beside a new name", async () => {
    await write({ name: "Astrid Berg", firstName: null, lastName: null });
    const form = { name: "Astrid von Lind", firstName: "Astrid", lastName: "von Lind" };
    expect(await write(form)).toEqual(["Astrid von Lind", "Astrid", "von Lind"]);
  });
});
