import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { mayUseWords } from "./word-rights";

let database: Database;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
});

const may = async (username: string, words?: "on" | "off") =>
  mayUseWords(database, "se", await uidOf(database, username), words && { words });

it("permits words until a school switches them off, and then to everybody but its pupils", async () => {
  expect(await may("student.se")).toBe(true);
  await database.execute(sql`update directory.organizations set words_hidden = true where realm = 'se'`);
  expect(await may("student.se")).toBe(false);
  expect([await may("teacher.se"), await may("family.se")]).toEqual([true, true]);
});

it("permits none to a child whose parent has switched them off", async () => {
  expect([await may("family.se", "on"), await may("family.se", "off")]).toEqual([true, false]);
});
