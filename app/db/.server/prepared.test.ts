import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database";
import type { Database } from "./connect";
import { prepared } from "./prepared";

let database: Database;

beforeAll(async () => {
  ({ database } = await testDatabase());
});

it("a prepared statement binds its values by name for each call", async () => {
  const add = prepared<{ sum: number }>(
    "prepared-test-sum",
    sql`select ${sql.placeholder("one")}::int + ${sql.placeholder("two")}::int + ${1}::int as sum`,
  );
  const sums = await Promise.all([add(database, { one: 1, two: 2 }), add(database, { two: 40, one: 1 })]);
  expect(sums).toEqual([[{ sum: 4 }], [{ sum: 42 }]]);
});
