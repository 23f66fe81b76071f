import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { type Region, regions } from "~/realms/realm";

type Drizzle = NodePgDatabase<Record<string, never>>;

/**
 * Drizzle over a pool of one region's database; `$client` is the pool. Transactions are run by `inTransaction`
 * (`transaction.ts`), which
 * returns every connection to the pool.
 */
export type Database = Drizzle & { $client: pg.Pool; transaction: never };

/** Statements on it are committed together, or not at all. */
export type Transaction = Parameters<Parameters<Drizzle["transaction"]>[0]>[0];

/** Personal data never crosses a region: each has a database of its own. docs/product/shell.md#users. */
export type Databases = Record<Region, Database>;

export type ConnectOptions = {
  /** Connections that one process may hold to one database. */
  max?: number;
  /** Milliseconds that a statement may take before the database cancels it. */
  statementLimit?: number;
  /** Milliseconds for a connection to be made, or to become free. */
  connectionLimit?: number;
};

/** Milliseconds for a statement that somebody waits for, and for one of a job. docs/operating.md. */
export const requestStatementLimit = 10_000;
export const jobStatementLimit = 10 * 60_000;

/** Milliseconds after the statement limit until a connection that is silent is given up: a frozen server cancels nothing. */
const silence = 2000;

export const connectionLimit = 10_000;

/** Opens a pool lazily: the first query connects. Close it with `database.$client.end()`. */
export function connectDatabase(url: string, options: ConnectOptions = {}): Database {
  const statementLimit = options.statementLimit ?? requestStatementLimit;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectionLimit ?? connectionLimit,
    statement_timeout: statementLimit,
    // The driver destroys the connection then, since the response to this query would be taken for the next one's.
    query_timeout: statementLimit + silence,
    idleTimeoutMillis: 30_000,
    application_name: "fabel",
    // Queries issued on one connection at the same time are pipelined: each is sent without waiting for the previous result.
    pipeline: true,
  });
  // A connection that breaks says so here while it is idle, and itself while somebody has it. Whoever asks it next is refused and
  // the query after that opens another one; without a listener the process would die.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle({ client: pool }) as Database;
}

export function connectDatabases(urls: Record<Region, string>, options: ConnectOptions = {}): Databases {
  return { eu: connectDatabase(urls.eu, options), us: connectDatabase(urls.us, options) };
}

/** Waits for running queries, then closes every pool. */
export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all(regions.map((region) => databases[region].$client.end()));
}

/** Whether every region's database responds within two seconds. docs/product/choices.md#health. */
export async function databasesRespond(databases: Databases): Promise<boolean> {
  const deadline = new Promise<never>((_, reject) => setTimeout(reject, 2000, new Error("late")).unref());
  const questions = Promise.all(regions.map((region) => databases[region].$client.query("select 1")));
  return Promise.race([questions, deadline]).then(
    () => true,
    () => false,
  );
}
