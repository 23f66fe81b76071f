import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
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

/** One page of a list with its count, in one statement. */
export async function fetchPage<Row extends { id: number }>(
  database: Database,
  { table, alias, columns, sortColumns }: ListSource,
  { condition, sorts, grouped = null, page, count, beside = sql`null` }: ListAsked,
): Promise<ListPage<Row>> {
  const plan = grouped
    ? planGroupedPage(sortColumns, grouped.column, grouped.order, sorts, page)
    : planPage(sortColumns, sorts, page);
  const from = sql`from ${table} ${sql.raw(alias)}`;
  const limit = count === "exact" ? sql`` : sql`limit ${countCap + 1}`;
  const counted =
    count === "none"
      ? sql`select null::int as total`
      : sql`select count(*)::int as total from (select 1 ${from} where ${condition} ${limit}) found`;
  const answer = await database.execute(sql`
    with counted as (${counted}), page as (
      select ${sql.raw(alias)}.*, ${plan.keys} as keys, row_number() over (order by ${plan.orderBy}) as place
      ${from} where ${condition} and ${plan.after}
      order by ${plan.orderBy} limit ${page.size + 1} offset ${plan.offset})
    select counted.total, ${sql.raw(alias)}.keys, ${columns},
      case when coalesce(${sql.raw(alias)}.place, 1) = 1 then (${beside}) end as beside
    from counted left join page ${sql.raw(alias)} on true order by ${sql.raw(alias)}.place`);
  // A generic row cannot be named to the driver; the caller's columns make it what it says.
  const rows = answer.rows as Array<Row & { total: number | null; keys: Array<string | number>; beside: unknown }>;
  const found = rows.filter((row) => row.id !== null);
  const last = found.length > page.size ? found[page.size - 1] : undefined;
  return {
    rows: found.slice(0, page.size),
    total: readTotal(rows[0]?.total ?? null, count),
    nextCursor: last ? writeCursor(last.keys) : null,
    beside: rows[0]?.beside ?? null,
  };
}
