import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import type { Database } from "./connect";
import { createFormDraftStore, type FormDraftStore } from "./form-draft-store";

let database: Database;
let drafts: FormDraftStore;
const me = "11111111-1111-4111-8111-111111111111";
const other = "22222222-2222-4222-8222-222222222222";

beforeAll(async () => {
  database = (await testDatabase()).database;
  drafts = createFormDraftStore({ eu: database, us: database }, "a secret of at least thirty-two letters");
});

test("finds a draft only for its author, page and realm, and stores it encrypted", async () => {
  const fields = { name: ["Åsa"], organizations: ["a", "b"] };
  const id = await drafts.save("se", me, "/page", fields);
  expect(await drafts.find("se", me, "/page", id)).toEqual(fields);
  expect(await drafts.find("se", me, "/page", id)).toEqual(fields);
  expect(await drafts.find("se", other, "/page", id)).toBeNull();
  expect(await drafts.find("se", me, "/other", id)).toBeNull();
  expect(await drafts.find("no", me, "/page", id)).toBeNull();
  expect(await drafts.find("se", me, "/page", "x' or true")).toBeNull();
  const { rows } = await database.execute<{ fields: Buffer }>(sql`select fields from web.form_drafts`);
  expect(rows[0]?.fields.toString("utf8")).not.toContain("Åsa");
});

test("given a draft that is 16 minutes old, then it is not found and purgeExpired deletes it", async () => {
  const id = await drafts.save("se", me, "/page", { name: ["Old"] });
  await database.execute(sql`update web.form_drafts set created_at = now() - interval '16 minutes' where id = ${id}`);
  expect(await drafts.find("se", me, "/page", id)).toBeNull();
  await drafts.purgeExpired("eu");
  const { rows } = await database.execute(sql`select 1 from web.form_drafts where id = ${id}`);
  expect(rows).toEqual([]);
});
