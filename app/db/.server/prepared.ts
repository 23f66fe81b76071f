import { createHash } from "node:crypto";
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

/** Maximum number of texts that are prepared automatically; each takes memory in every connection. */
const maxPreparedTexts = 64;
const namesOfTexts = new Map<string, string>();

/**
 * Like `queryPrepared` for a query whose text depends on its input: the first 64 texts become prepared statements, later ones are
 * planned each time. Inputs with few values may be part of the text, inputs with many must be parameters.
 */
export function queryAutoPrepared<Row extends QueryResultRow>(database: Database, query: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const name = nameOfText(text);
  if (name !== null) return runPrepared<Row>(database, { name, text, values: params });
  return database.$client.query<Row>(text, params).then(({ rows }) => rows);
}

function nameOfText(text: string): string | null {
  const known = namesOfTexts.get(text);
  if (known) return known;
  if (namesOfTexts.size >= maxPreparedTexts) return null;
  const name = `text-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  namesOfTexts.set(text, name);
  return name;
}

/** Runs a named statement: each connection parses and plans it once. */
async function runPrepared<Row extends QueryResultRow>(
  { $client: pool }: Database,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(statement);
  return rows;
}
