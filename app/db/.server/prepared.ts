import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResultRow } from "pg";
import type { Database } from "./connect";

const dialect = new PgDialect();

/**
 * Runs a query whose plan each connection keeps: for what every request asks, planning would cost more than the answer.
 * @param name one for each text; the values alone may differ from call to call
 * @returns rows as the driver gives them: moments are Dates, not texts
 */
export async function queryPrepared<Row extends QueryResultRow>(
  database: Database,
  name: string,
  query: SQL,
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const { rows } = await database.$client.query<Row>({ name, text, values: params });
  return rows;
}
