import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import { connectDatabase, type Database, type Transaction } from "./connect";
import { inTransaction } from "./transaction";

test("given a connection that breaks within a transaction, then only that transaction fails", async () => {
  const { database } = await testDatabase();
  const uncaught: Error[] = [];
  const note = (error: Error) => uncaught.push(error);
  process.on("uncaughtExceptionMonitor", note);
  let ended: unknown;
  const broken = inTransaction(database, async (transaction) => {
    const { rows } = await transaction.execute<{ process: number }>(sql`select pg_backend_pid() as process`);
    const end = sql`select pg_terminate_backend(${rows[0]?.process}::int, 5000) as ended`;
    ended = (await database.execute(end)).rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
    await transaction.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  expect(ended).toEqual([{ ended: true }]);
  expect((await database.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  process.off("uncaughtExceptionMonitor", note);
  expect(uncaught).toEqual([]);
});

test("given a transaction or savepoint that throws, then it is rolled back and its connection is freed", async () => {
  const { url } = await testDatabase();
  const pool = connectDatabase(url, { max: 1 });
  const refuse = (within: Database | Transaction, table: string) =>
    inTransaction(within, async (transaction) => {
      await transaction.execute(sql.raw(`create table ${table} (id int)`));
      throw new Error(`no ${table}`);
    });
  try {
    await expect(refuse(pool, "alone")).rejects.toThrow("no alone");
    await inTransaction(pool, async (outer) => {
      await outer.execute(sql`create table outside (id int)`);
      await expect(refuse(outer, "inside")).rejects.toThrow("no inside");
    });
    const { rows } = await pool.execute(sql`select to_regclass('alone') as alone, to_regclass('inside') as inside,
      to_regclass('outside')::text as outside`);
    expect(rows).toEqual([{ alone: null, inside: null, outside: "outside" }]);
    expect(pool.$client).toMatchObject({ totalCount: 1, idleCount: 1 });
  } finally {
    await pool.$client.end();
  }
});
