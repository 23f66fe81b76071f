import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";

test("a connection that breaks between the steps of a transaction fails that transaction and nothing else", async () => {
  const { database } = await testDatabase();
  const uncaught: Error[] = [];
  const note = (error: Error) => uncaught.push(error);
  process.on("uncaughtExceptionMonitor", note);
  let ended: unknown;
  const broken = database.transaction(async (transaction) => {
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
