import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "~/db/.server/connect";
import { type GroupColumn, planGroupedPage } from "./list-grouping";
import {
  type CountAsked,
  countCap,
  type PageAsked,
  planPage,
  readTotal,
  type Sort,
  type SortColumns,
  type SortOrder,
  type Total,
  writeCursor,
} from "./list-page";
import { createPositions, placePage } from "./list-positions";

/** What a list reads: a table, the name it goes by in the conditions, and the columns of each row. */
export type ListSource = {
  table: SQL;
  alias: string;
  columns: SQL;
  sortColumns: SortColumns;
};

export type ListAsked = {
  condition: SQL;
  sorts: Sort[];
  /** The groups that the rows stand in, over all pages. */
  grouped?: { column: GroupColumn; order: SortOrder } | null;
  page: PageAsked;
  count: CountAsked;
  /** One value that is read in the same statement, whatever rows there are. */
  beside?: SQL;
};

export type ListPage<Row> = { rows: Row[]; total: Total; nextCursor: string | null; beside: unknown };

const positions = createPositions();
const dialect = new PgDialect();

/** Which rows there are, as the database is told it, and in which order. */
function keyOf(rows: SQL, sorts: Sort[], grouped: ListAsked["grouped"], { size }: PageAsked): string {
  const { sql: text, params } = dialect.sqlToQuery(sql`${rows} ${grouped?.column.value ?? sql``}`);
  return JSON.stringify([text, params, sorts, grouped?.order, size]);
}

/**
 * One page of a list with its count, in one statement. Its rows are found by keys alone, and only those of the page are read
 * whole; where a deep page begins is remembered. docs/decisions/0021-lists-at-a-million.md.
 */
export async function fetchPage<Row extends { id: number }>(
  database: Database,
  { table, alias, columns, sortColumns }: ListSource,
  { condition, sorts, grouped = null, page, count, beside = sql`null` }: ListAsked,
): Promise<ListPage<Row>> {
  const planFor = (asked: PageAsked) =>
    grouped
      ? planGroupedPage(sortColumns, grouped.column, grouped.order, sorts, asked)
      : planPage(sortColumns, sorts, asked);
  const id = sql.raw(`${alias}.id`);
  const from = sql`from ${table} ${sql.raw(alias)}`;
  const rowsFrom = sql`${from} ${grouped?.column.join ?? sql``} where ${condition}`;
  const { plan, before, remember } = placePage(positions, page, () => keyOf(rowsFrom, sorts, grouped, page), planFor);
  const limit = count === "exact" ? sql`` : sql`limit ${countCap + 1}`;
  const counted =
    count === "none"
      ? sql`select null::int as total`
      : sql`select count(*)::int as total from (select 1 ${from} where ${condition} ${limit}) found`;
  const answer = await database.execute(sql`
    with counted as (${counted}), page as (
      select found.id, ${plan.keysFound} as keys, row_number() over () as place from (
        select ${id}, ${plan.keyColumns} ${rowsFrom} and ${plan.after}
        order by ${plan.orderBy} limit ${page.size + 1 + before} offset ${plan.offset}) found)
    select counted.total, page.keys, ${columns}, case when coalesce(page.place, 1) = 1 then (${beside}) end as beside
    from counted left join page on true left join ${table} ${sql.raw(alias)} on ${id} = page.id order by page.place`);
  // A generic row cannot be named to the driver; the caller's columns make it what it says.
  const rows = answer.rows as Array<Row & { total: number | null; keys: Array<string | number>; beside: unknown }>;
  const read = rows.filter((row) => row.id !== null);
  const found = read.slice(before);
  const last = found.length > page.size ? found[page.size - 1] : undefined;
  remember(read[0]?.keys, last?.keys);
  return {
    rows: found.slice(0, page.size),
    total: readTotal(rows[0]?.total ?? null, count),
    nextCursor: last ? writeCursor(last.keys) : null,
    beside: rows[0]?.beside ?? null,
  };
}
