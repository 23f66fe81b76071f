import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "~/db/.server/connect";
import { type GroupColumn, planGroupedPage } from "./list-grouping";
import { type ListMemory, listMemory } from "./list-memory";
import {
  type CountRequest,
  countCap,
  isCursorOf,
  type PagePlan,
  type PageRequest,
  planPage,
  readFromCursor,
  readTotal,
  type Sort,
  type SortColumns,
  type SortKeys,
  type SortOrder,
  type Total,
  writeCursor,
} from "./list-page";
import { type PlacedPage, placePage } from "./list-positions";
import { chooseStrategy, type Strategy } from "./list-strategy";

/** Builds one page of any list, with its count, as one statement. list-strategy.ts describes the strategies. */

/** Input of a statement: the page's start, the row limit and how to count. */
export type PageStatement = { plan: PagePlan; limit: number; count: CountRequest };

/** A list's table, columns and conditions. */
export type ListSource = {
  /** Part of the statement's comment, together with the strategy. */
  name: "people" | "groups" | "organizations" | "memberships" | "associations" | "periods";
  /** Columns that identify a row: `id`, and others that `joins` needs. */
  ids: SQL;
  sortColumns: SortColumns;
  /** `from … where …` of a page's rows. */
  pageRows(plan: PagePlan): SQL;
  /** `from … where …` of the counted rows; the exact form is also the list's key in the memory. */
  countRows(count: "capped" | "exact"): SQL;
  /** The columns of a row, and the joins on `page` that provide them. */
  columns: SQL;
  joins: SQL;
  /** Set if a search or filter restricts the rows: statements that end with `page (id, keys, place)` and define `counted (total)`. */
  selective?: {
    isSplitByType: boolean;
    statements: Record<"search-first" | "walk" | "by-type", (statement: PageStatement) => SQL>;
  };
};

/** Groups rows across all pages. */
export type ListGrouping = {
  column: GroupColumn;
  order: SortOrder;
  /** Set if the group is not a column of the row. */
  own?: {
    statement: (statement: PageStatement) => SQL;
    /** Additional columns, including `isTooLong`: if true, no rows are returned. */
    columns: SQL;
  };
};

export type ListQuery = {
  source: ListSource;
  sorts: Sort[];
  grouped?: ListGrouping | null;
  page: PageRequest;
  count: CountRequest;
  /** An additional value read in the same statement, even if there are no rows. */
  beside?: SQL | undefined;
};

type BuiltList = PlacedPage & {
  strategy: Strategy;
  statement: SQL;
  /** Identifies the rows of the list, independent of their order. */
  key: string;
  isKnownLong: boolean;
};

/** A list of the rows of one table. */
export type TableList = {
  name: ListSource["name"];
  table: SQL;
  alias: string;
  columns: SQL;
  sortColumns: SortColumns;
};

/** @param join joins the table that the grouping column is in */
export function tableSource(list: TableList, condition: SQL, join: SQL = sql``): ListSource {
  const { name, table, columns, sortColumns } = list;
  const alias = sql.raw(list.alias);
  return {
    name,
    ids: sql`${alias}.id`,
    sortColumns,
    pageRows: () => sql`from ${table} ${alias} ${join} where ${condition}`,
    countRows: () => sql`from ${table} ${alias} where ${condition}`,
    columns,
    joins: sql`left join ${table} ${alias} on ${alias}.id = page.id`,
  };
}

const dialect = new PgDialect();

function keyOf({ name, countRows }: ListSource): string {
  const { sql: text, params } = dialect.sqlToQuery(countRows("exact"));
  return JSON.stringify([name, text, params]);
}

/** The grouping, unless the list is too long for it or the cursor belongs to the ungrouped list. */
function groupingOf({ grouped, page, sorts }: ListQuery, key: string, memory: ListMemory): ListGrouping | null {
  if (!grouped?.own) return grouped ?? null;
  return memory.ungroupableLists.has(key) || isCursorOf(page.cursor, sorts) ? null : grouped;
}

/** Chooses a page's strategy and builds its statement. Throws 400 for another list's cursor and beyond the last numbered page. */
function buildList(query: ListQuery, memory: ListMemory = listMemory): BuiltList {
  const { source, sorts, page } = query;
  const key = keyOf(source);
  const grouped = groupingOf(query, key, memory);
  const isKnownLong = query.count === "capped" && !grouped?.own && memory.longLists.has(key);
  // A cursor of the grouped list cannot be used for the ungrouped one.
  const isOtherCursor = query.grouped?.own && !grouped && !isCursorOf(page.cursor, sorts);
  const placed = placePage(
    isOtherCursor ? { ...page, cursor: null } : page,
    () => JSON.stringify([key, sorts, grouped?.order, grouped && dialect.sqlToQuery(grouped.column.value).sql]),
    (start) =>
      grouped
        ? planGroupedPage(source.sortColumns, grouped.column, grouped.order, sorts, start)
        : planPage(source.sortColumns, sorts, start),
    memory,
  );
  const { plan, before } = placed;
  const strategy = chooseStrategy({
    hasStart: plan.startsAt !== null,
    isGrouped: grouped !== null,
    isSelective: source.selective !== undefined,
    isKnownLong,
    isInIdOrder: sorts[0]?.by === "id",
    isSplitByType: source.selective?.isSplitByType ?? false,
  });
  const request = { plan, limit: page.size + 1 + before, count: isKnownLong ? "none" : query.count } as const;
  const statement = sql`${sql.raw(`/* ${source.name}: ${strategy} */`)}
    with ${pageKeys(source, strategy, grouped, request)}
    select counted.total, page.keys, ${source.columns} ${grouped?.own ? sql`, ${grouped.own.columns}` : sql``}
      ${query.beside ? sql`, case when coalesce(page.place, 1) = 1 then (${query.beside}) end as beside` : sql``}
    from counted left join page on true ${source.joins} order by page.place`;
  return { ...placed, strategy, statement, key, isKnownLong };
}

/** `counted (total)` and `page`: the keys of the page's rows with their positions. */
function pageKeys(source: ListSource, strategy: Strategy, grouped: ListGrouping | null, request: PageStatement): SQL {
  if (grouped?.own) return grouped.own.statement(request);
  if (source.selective && strategy in source.selective.statements) {
    return source.selective.statements[strategy as keyof typeof source.selective.statements](request);
  }
  const { plan, limit } = request;
  return sql`counted as (${countStatement(source.countRows, request.count)}), page as (
    select found.*, ${plan.keysFound} as keys, row_number() over () as place from (
      select ${source.ids}, ${plan.keyColumns} ${source.pageRows(plan)} and ${plan.after}
      order by ${plan.orderBy} limit ${limit} offset ${plan.offset}) found)`;
}

/** `select … as total`; null if nothing is counted. */
export function countStatement(countRows: ListSource["countRows"], count: CountRequest): SQL {
  if (count === "none") return sql`select null::int as total`;
  if (count === "exact") return sql`select count(*)::int as total ${countRows("exact")}`;
  return sql`select count(*)::int as total from (select 1 ${countRows("capped")} limit ${countCap + 1}) found`;
}

export type DirectoryListPage<Row> = {
  rows: Row[];
  total: Total;
  nextCursor: string | null;
  /** Whether the rows are sorted by group across all pages. */
  isGrouped: boolean;
  beside: unknown;
};

type ReadRow = { total: number | null; keys: SortKeys | null; beside?: unknown; isTooLong?: boolean };

/** Reads one page. Sends a second statement only if the memory's information about the list is outdated. */
export async function readListPage<Row extends object>(
  database: Database,
  query: ListQuery,
  memory: ListMemory = listMemory,
): Promise<DirectoryListPage<Row>> {
  const { page, count } = query;
  const { statement, strategy, plan, before, remember, key, isKnownLong } = buildList(query, memory);
  // The driver cannot express a generic row; the source's columns determine the type.
  const rows = (await readFromCursor(page, () => database.execute(statement))).rows as Array<Row & ReadRow>;
  if (rows[0]?.isTooLong) {
    memory.ungroupableLists.set(key, true);
    return readListPage(database, query, memory);
  }
  const read = rows.filter(({ keys }) => keys !== null);
  const pageRows = read.slice(before);
  if (isKnownLong && !plan.startsAt && pageRows.length <= page.size && plan.offset + read.length <= countCap) {
    memory.longLists.delete(key);
    return readListPage(database, query, memory);
  }
  const total = readTotal(isKnownLong ? countCap + 1 : (rows[0]?.total ?? null), count);
  if (total?.more && !isKnownLong) memory.longLists.set(key, true);
  const last = pageRows.length > page.size ? (pageRows[page.size - 1]?.keys ?? undefined) : undefined;
  remember(read[0]?.keys ?? undefined, last);
  return {
    rows: pageRows.slice(0, page.size),
    total,
    nextCursor: last ? writeCursor(last) : null,
    isGrouped: strategy === "grouped",
    beside: rows[0]?.beside ?? null,
  };
}
