import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf, uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createShelfPermission } from "./shelf-permission";

let database: Database;
let mayView: ReturnType<typeof createShelfPermission>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  mayView = createShelfPermission({ eu: database, us: database });
});

test("allows a teacher to view a student's shelf", async () => {
  const teacher = await callerOf(database, "teacher.se");
  expect(await mayView(teacher, await uidOf(database, "student.se"))).toBe(true);
});

test.each(["-".repeat(36), "0".repeat(36), "nobody"])("denies an id that is not a UUID: %s", async (id) => {
  expect(await mayView(await callerOf(database, "teacher.se"), id)).toBe(false);
});
