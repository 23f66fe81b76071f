import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { deletedBeforePurge, isPurgeDue, isRestorable, isRestorableBy, restorableUntil } from "./deletion-times";

/** 28 days for administrators, until the purge on day 29 for super users. docs/product/choices.md#who-and-where: deletion. */

const administrator = { isSuper: false };
const superUser = { isSuper: true };
const [day, minute, second] = [24 * 60 * 60, 60, 1];

let database: Database;

beforeAll(async () => {
  database = (await testDatabase()).database;
});

/** One transaction, so that the database's time stays the same. */
async function timesOf(age: number) {
  return inTransaction(database, async (within) => {
    const { rows: times } = await within.execute<{ now: string }>(sql`select to_json(now()) #>> '{}' as now`);
    const now = new Date(String(times[0]?.now));
    const since = sql`(now() - make_interval(secs => ${age}::float))`;
    const { rows } = await within.execute<Record<string, boolean>>(sql`
      select ${isRestorableBy(administrator, since)} as "byAdministrator", ${isRestorableBy(superUser, since)} as "bySuperUser",
        ${isRestorable(since)} as "atAll", ${isPurgeDue(since, now)} as purged`);
    return rows[0];
  });
}

test.each<[string, number, { byAdministrator: boolean; bySuperUser: boolean; purged: boolean }]>([
  ["just now", 0, { byAdministrator: true, bySuperUser: true, purged: false }],
  ["nearly 28 days ago", 28 * day - second, { byAdministrator: true, bySuperUser: true, purged: false }],
  ["28 days ago", 28 * day, { byAdministrator: false, bySuperUser: true, purged: false }],
  ["29 days less two minutes ago", 29 * day - 2 * minute, { byAdministrator: false, bySuperUser: true, purged: false }],
  [
    "so late that a restore could meet the purge",
    29 * day - 30,
    { byAdministrator: false, bySuperUser: false, purged: false },
  ],
  ["29 days ago", 29 * day + second, { byAdministrator: false, bySuperUser: false, purged: true }],
])("what was deleted %s", async (_, age, { byAdministrator, bySuperUser, purged }) => {
  expect(await timesOf(age)).toEqual({ byAdministrator, bySuperUser, atAll: bySuperUser, purged });
});

test("each is told until when they can restore", async () => {
  const since = sql`timestamptz '2026-03-01T12:00:00Z'`;
  const { rows } = await database.execute(sql`
    select ${restorableUntil(administrator, since)} = timestamptz '2026-03-29T12:00:00Z' as administrator,
      ${restorableUntil(superUser, since)} = timestamptz '2026-03-30T12:00:00Z' as "superUser"`);
  expect(rows).toEqual([{ administrator: true, superUser: true }]);
});

test("what is to be gone at once is restored by nobody and purged next", async () => {
  const { rows } = await database.execute(sql`
    select ${isRestorable(deletedBeforePurge)} as "isRestorable", ${isPurgeDue(deletedBeforePurge, new Date(Date.now() + 1000))} as "isDue"`);
  expect(rows).toEqual([{ isRestorable: false, isDue: true }]);
});
