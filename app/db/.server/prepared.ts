import { fillPlaceholders, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResultRow } from "pg";
import type { Database } from "./connect";

const dialect = new PgDialect();

/**
 * Runs a query as a prepared statement: for queries that run on every request, planning would cost more than execution.
 * @param name unique for each query text; only the values may differ from call to call
 * @returns rows as the driver returns them: timestamps are Dates, not texts
 */
export function queryPrepared<Row extends QueryResultRow>(
  database: Database,
  name: string,
  query: SQL,
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return runPrepared<Row>(database, { name, text, values: params });
}

/** Like `queryPrepared`, but builds the text only once: values that vary are written as `sql.placeholder(name)`. */
export function prepared<Row extends QueryResultRow>(name: string, query: SQL) {
  let made: ReturnType<typeof dialect.sqlToQuery> | undefined;
  return (database: Database, values: Record<string, unknown>): Promise<Row[]> => {
    made ??= dialect.sqlToQuery(query);
    return runPrepared<Row>(database, { name, text: made.sql, values: fillPlaceholders(made.params, values) });
  };
}

/** Runs a named statement: each connection parses and plans it once. */
async function runPrepared<Row extends QueryResultRow>(
  { $client: pool }: Database,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(statement);
  return rows;
}
