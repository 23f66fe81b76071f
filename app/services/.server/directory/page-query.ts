import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "../../../db/.server/connect";
import { type GroupColumn, planGroupedPage } from "./list-grouping";
import {
  type CountAsked,
  countCap,
  type PageAsked,
  type PagePlan,
  planPage,
  readTotal,
  type Sort,
  type SortColumns,
  type SortOrder,
  type Total,
  writeCursor,
} from "./list-page";
import { createPositions, shallow } from "./list-positions";

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

/** Everything that says which rows there are and in which order, as the database is told it. */
function positionKey(rows: SQL, plan: PagePlan, { size }: PageAsked): string {
  const { sql: text, params } = dialect.sqlToQuery(sql`${rows} order by ${plan.orderBy}`);
  return JSON.stringify([text, params, size]);
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
  let plan = planFor(page);
  const isDeep = !page.cursor && page.number * page.size >= shallow;
  const key = isDeep ? positionKey(rowsFrom, plan, page) : "";
  const cursor = isDeep ? positions.find(key, page) : null;
  if (cursor) plan = planFor({ ...page, cursor });
  // One row before a deep page tells where it begins, for those who ask for it again.
  const before = plan.offset >= shallow ? 1 : 0;
  const limit = count === "exact" ? sql`` : sql`limit ${countCap + 1}`;
  const counted =
    count === "none"
      ? sql`select null::int as total`
      : sql`select count(*)::int as total from (select 1 ${from} where ${condition} ${limit}) found`;
  const answer = await database.execute(sql`
    with counted as (${counted}), page as (
      select found.id, ${plan.keysFound} as keys, row_number() over () as place from (
        select ${id}, ${plan.keyColumns} ${rowsFrom} and ${plan.after}
        order by ${plan.orderBy} limit ${page.size + 1 + before} offset ${plan.offset - before}) found)
    select counted.total, page.keys, ${columns}, case when coalesce(page.place, 1) = 1 then (${beside}) end as beside
    from counted left join page on true left join ${table} ${sql.raw(alias)} on ${id} = page.id order by page.place`);
  // A generic row cannot be named to the driver; the caller's columns make it what it says.
  const rows = answer.rows as Array<Row & { total: number | null; keys: Array<string | number>; beside: unknown }>;
  const read = rows.filter((row) => row.id !== null);
  const found = read.slice(before);
  const last = found.length > page.size ? found[page.size - 1] : undefined;
  const nextCursor = last ? writeCursor(last.keys) : null;
  const [first] = read;
  if (before && first) positions.keep(key, page, writeCursor(first.keys));
  if (isDeep && nextCursor) positions.keep(key, { ...page, number: page.number + 1 }, nextCursor);
  return {
    rows: found.slice(0, page.size),
    total: readTotal(rows[0]?.total ?? null, count),
    nextCursor,
    beside: rows[0]?.beside ?? null,
  };
}
