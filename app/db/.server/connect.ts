import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { type Region, regions } from "~/realms/realm";

/** Drizzle over a pool of one region's database; `$client` is the pool. */
export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };

/** What is done on it stands whole, or not at all. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Personal data never crosses a region: each has a database of its own. docs/product/shell.md#users. */
export type Databases = Record<Region, Database>;

export type ConnectOptions = {
  /** Connections that one process may hold to one database. */
  max?: number;
};

/** Opens a pool lazily: the first query connects. Close it with `database.$client.end()`. */
export function connectDatabase(url: string, options: ConnectOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: "fabel",
    // What is asked of one connection in the same moment goes out at once, without waiting for the answer before it.
    pipeline: true,
  });
  // A connection that breaks says so here while it is idle, and itself while somebody has it. Whoever asks it next is refused and
  // the query after that opens another one; without a listener the process would die.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle({ client: pool });
}

export function connectDatabases(urls: Record<Region, string>, options: ConnectOptions = {}): Databases {
  return { eu: connectDatabase(urls.eu, options), us: connectDatabase(urls.us, options) };
}

/** Waits for running queries, then closes every pool. */
export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all(regions.map((region) => databases[region].$client.end()));
}

/** Whether every region's database answers within two seconds. docs/product/choices.md#health. */
export async function databasesAnswer(databases: Databases): Promise<boolean> {
  const deadline = new Promise<never>((_, reject) => setTimeout(reject, 2000, new Error("late")).unref());
  const questions = Promise.all(regions.map((region) => databases[region].$client.query("select 1")));
  return Promise.race([questions, deadline]).then(
    () => true,
    () => false,
  );
}
