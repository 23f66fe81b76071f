import { drizzle } from "drizzle-orm/node-postgres";
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./connect";
import { isDatabaseUnavailable } from "./unavailable";

/**
 * Runs `work` in one transaction, or within a given one in a savepoint: commits when it returns, rolls back when it throws. A
 * connection that failed is closed, any other goes back to the pool. Drizzle's own `transaction` on a pool keeps a connection whose
 * `begin` failed: ten of those, and the pool has none left.
 * @param config isolation level and access mode, without effect within a given transaction
 * @throws what `work` throws, or the driver's error (`isDatabaseUnavailable`)
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
