import { drizzle } from "drizzle-orm/node-postgres";
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./connect";
import { isDatabaseUnavailable } from "./unavailable";

/**
 * Runs `work` in a transaction, or in a savepoint of a given one: commits when it returns, rolls back when it throws. A failed connection
 * is closed, any other returns to the pool. Drizzle's own `transaction` on a pool does not release a connection whose `begin` failed, so
 * ten failures would exhaust the pool.
 * @param config isolation level and access mode; ignored within a given transaction
 * @throws errors of `work`, or of the driver (`isDatabaseUnavailable`)
 */
export async function inTransaction<Result>(
  database: Database | Transaction,
  work: (transaction: Transaction) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  if (!("$client" in database)) return database.transaction(work);
  const client = await database.$client.connect();
  let isBroken = false;
  try {
    return await drizzle({ client }).transaction(work, config);
  } catch (error) {
    isBroken = isDatabaseUnavailable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}
