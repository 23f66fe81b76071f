import type { Writable } from "node:stream";
import { fillPlaceholders, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Pool, PoolClient, QueryResultRow } from "pg";
import type { Database } from "./connect";

const dialect = new PgDialect();

/** One text for each name: its plan is kept by each connection. */
export type Statement = { name: string; text: string; values: unknown[] };

/**
 * Runs a query whose plan each connection keeps: for what every request asks, planning would cost more than the answer.
 * @param name one for each text; the values alone may differ from call to call
 * @returns rows as the driver gives them: moments are Dates, not texts
 */
export function queryPrepared<Row extends QueryResultRow>(
  database: Database,
  name: string,
  query: SQL,
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return askPrepared<Row>(database, { name, text, values: params });
}

/** Like `queryPrepared`, the text made once: what changes from call to call stands in it as `sql.placeholder(name)`. */
export function prepared<Row extends QueryResultRow>(name: string, query: SQL) {
  let made: ReturnType<typeof dialect.sqlToQuery> | undefined;
  return (database: Database, values: Record<string, unknown>): Promise<Row[]> => {
    made ??= dialect.sqlToQuery(query);
    return askPrepared<Row>(database, { name, text: made.sql, values: fillPlaceholders(made.params, values) });
  };
}

type Asked = { statement: Statement; resolve(rows: never): void; reject(error: unknown): void };

/** What was asked since the process last had a moment, by pool. */
const gathered = new WeakMap<Pool, Asked[]>();

/** Statements that one connection is given at a time; one after the other, each still small. */
const mostTogether = 4;

/**
 * Asks at once with whatever else is asked in the same moment, over one connection and in one message: a page's first questions
 * have small answers, and waking a connection for each cost more than they did. Each is a transaction of its own. Decision 31.
 */
export function askPrepared<Row extends QueryResultRow>(
  { $client: pool }: Database,
  statement: Statement,
): Promise<Row[]> {
  return new Promise<Row[]>((resolve, reject) => {
    const waiting = gathered.get(pool);
    const asked = { statement, resolve, reject };
    if (waiting) {
      waiting.push(asked);
      return;
    }
    gathered.set(pool, [asked]);
    // After all that the present moment still sets going.
    process.nextTick(() => {
      const all = gathered.get(pool) ?? [];
      gathered.delete(pool);
      for (let start = 0; start < all.length; start += mostTogether) {
        void askTogether(pool, all.slice(start, start + mostTogether));
      }
    });
  });
}

async function askTogether(pool: Pool, asked: Asked[]): Promise<void> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    for (const { reject } of asked) reject(error);
    return;
  }
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  // The driver's types know no connection.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  const answers = asked.map(({ statement, resolve, reject }) =>
    client.query(statement).then(({ rows }) => resolve(rows as never), reject),
  );
  stream.uncork();
  await Promise.all(answers);
  client.off("error", onError);
  client.release(broken);
}
