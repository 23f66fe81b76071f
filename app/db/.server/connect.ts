import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { type Region, regions } from "~/realms/realm";
import { TracedPool } from "./traced-pool";

type Drizzle = NodePgDatabase<Record<string, never>>;

/**
 * Drizzle with a pool of one region's database; `$client` is the pool. `inTransaction` (`transaction.ts`) runs transactions and returns
 * every connection to the pool.
 */
export type Database = Drizzle & { $client: pg.Pool; transaction: never };

/** Its statements are committed together, or not at all. */
export type Transaction = Parameters<Parameters<Drizzle["transaction"]>[0]>[0];

/** Personal data never crosses a region: each region has its own database. docs/product/shell.md#users. */
export type Databases = Record<Region, Database>;

type ConnectOptions = {
  /** Maximum number of connections of this process to one database. */
  max?: number;
  /** Milliseconds after which the database cancels a statement. */
  statementLimit?: number;
  /** Milliseconds to open a connection, or to wait for a free one. */
  connectionLimit?: number;
};

/** Statement timeouts in milliseconds, for requests and for jobs. docs/operating.md. */
const requestStatementLimit = 10_000;
export const jobStatementLimit = 10 * 60_000;

/** Milliseconds after the statement timeout until an unresponsive connection is closed, because a frozen server cancels nothing. */
const silence = 2000;

export const connectionLimit = 10_000;

/** Opens a pool lazily: the first query connects. Close it with `database.$client.end()`. */
export function connectDatabase(url: string, options: ConnectOptions = {}): Database {
  const statementLimit = options.statementLimit ?? requestStatementLimit;
  const pool = new TracedPool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectionLimit ?? connectionLimit,
    statement_timeout: statementLimit,
    // The driver then destroys the connection, since the pending response could be taken for that of the next query.
    query_timeout: statementLimit + silence,
    idleTimeoutMillis: 30_000,
    application_name: "fabel",
    // Queries issued on one connection at the same time are pipelined: each is sent without waiting for the previous result.
    pipeline: true,
  });
  // A broken connection emits an error on the pool while idle, else on the client. The next query on it fails, and the one after
  // that opens a new connection; without these listeners the error would end the process.
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
