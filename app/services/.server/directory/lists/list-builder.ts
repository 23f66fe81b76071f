import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "~/db/.server/connect";
import { type GroupColumn, planGroupedPage } from "./list-grouping";
import { type ListMemory, listMemory } from "./list-memory";
import {
  type CountRequest,
  countCap,
  isCursorOf,
  type Keys,
  type PagePlan,
  type PageRequest,
  planPage,
  readFromCursor,
  readTotal,
  type Sort,
  type SortColumns,
  type SortOrder,
  type Total,
  writeCursor,
} from "./list-page";
import { type PlacedPage, placePage } from "./list-positions";
import { chooseStrategy, type Strategy } from "./list-strategy";

/** One page of any list, with its count, in one statement. When which strategy is used: list-strategy.ts. */

/** What a statement is made for: where its page begins, how many rows it reads, how it counts. */
export type PageStatement = { plan: PagePlan; limit: number; count: CountRequest };

/** What a list reads. */
export type ListSource = {
  /** Stands in the statement with the strategy. */
  name: "people" | "groups" | "organizations" | "memberships" | "associations" | "periods";
  /** Columns that identify a row: `id`, and whatever else `joins` need. */
  ids: SQL;
  sortColumns: SortColumns;
  /** `from … where …` of the rows, as a page reads them. */
  pageRows(plan: PagePlan): SQL;
  /** The same as counting reads them; the exact form is also the list's key in the memory. */
  countRows(count: "capped" | "exact"): SQL;
  /** The columns of a row and the joins from `page` that they are read from. */
  columns: SQL;
  joins: SQL;
  /** Present where a search or a filter selects among the rows: statements up to `page (id, keys, place)`, `counted (total)` among them. */
  selective?: {
    isSplitByType: boolean;
    statements: Record<"search-first" | "walk" | "by-type", (statement: PageStatement) => SQL>;
  };
};

/** Rows in groups over all pages. */
export type ListGrouping = {
  column: GroupColumn;
  order: SortOrder;
  /** Present where the group is not read from the row itself. */
  own?: {
    statement: (statement: PageStatement) => SQL;
    /** Further columns, `isTooLong` among them: then no rows are returned. */
    columns: SQL;
  };
};

export type ListQuery = {
  source: ListSource;
  sorts: Sort[];
  grouped?: ListGrouping | null;
  page: PageRequest;
  count: CountRequest;
  /** One value that is read in the same statement, whatever rows there are. */
  beside?: SQL | undefined;
};

export type BuiltList = PlacedPage & {
  strategy: Strategy;
  statement: SQL;
  /** Says which rows the list has, in whatever order. */
  key: string;
  isKnownLong: boolean;
};

/** A list of one table's rows. */
export type TableList = {
  name: ListSource["name"];
  table: SQL;
  alias: string;
  columns: SQL;
  sortColumns: SortColumns;
};

/** @param join brings what the rows are grouped by */
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

/** Groups, unless the list is too long for them or the cursor is of the list without them. */
function groupingOf({ grouped, page, sorts }: ListQuery, key: string, memory: ListMemory): ListGrouping | null {
  if (!grouped?.own) return grouped ?? null;
  return memory.ungroupableLists.has(key) || isCursorOf(page.cursor, sorts) ? null : grouped;
}

/** Chooses the strategy of a page and makes its statement. Throws 400 for a cursor of another list and beyond the deepest page. */
export function buildList(query: ListQuery, memory: ListMemory = listMemory): BuiltList {
  const { source, sorts, page } = query;
  const key = keyOf(source);
  const grouped = groupingOf(query, key, memory);
  const isKnownLong = query.count === "capped" && !grouped?.own && memory.longLists.has(key);
  // A cursor of the grouped list means nothing to the list without groups.
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

/** `counted (total)` and `page`, the keys of the page's rows in their places. */
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

/** `select … as total`, null where nothing is counted. */
export function countStatement(countRows: ListSource["countRows"], count: CountRequest): SQL {
  if (count === "none") return sql`select null::int as total`;
  if (count === "exact") return sql`select count(*)::int as total ${countRows("exact")}`;
  return sql`select count(*)::int as total from (select 1 ${countRows("capped")} limit ${countCap + 1}) found`;
}

export type ListPage<Row> = {
  rows: Row[];
  total: Total;
  nextCursor: string | null;
  /** Whether the rows are in the order of their groups over all pages. */
  isGrouped: boolean;
  beside: unknown;
};

type ReadRow = { total: number | null; keys: Keys | null; beside?: unknown; isTooLong?: boolean };

/** Reads one page. A second statement is sent only where what was remembered of the list no longer holds. */
export async function fetchList<Row extends object>(
  database: Database,
  query: ListQuery,
  memory: ListMemory = listMemory,
): Promise<ListPage<Row>> {
  const { page, count } = query;
  const { statement, strategy, plan, before, remember, key, isKnownLong } = buildList(query, memory);
  // A generic row cannot be named to the driver; the source's columns make it what it says.
  const rows = (await readFromCursor(page, () => database.execute(statement))).rows as Array<Row & ReadRow>;
  if (rows[0]?.isTooLong) {
    memory.ungroupableLists.set(key, true);
    return fetchList(database, query, memory);
  }
  const read = rows.filter(({ keys }) => keys !== null);
  const found = read.slice(before);
  if (isKnownLong && !plan.startsAt && found.length <= page.size && plan.offset + read.length <= countCap) {
    memory.longLists.delete(key);
    return fetchList(database, query, memory);
  }
  const total = readTotal(isKnownLong ? countCap + 1 : (rows[0]?.total ?? null), count);
  if (total?.more && !isKnownLong) memory.longLists.set(key, true);
  const last = found.length > page.size ? (found[page.size - 1]?.keys ?? undefined) : undefined;
  remember(read[0]?.keys ?? undefined, last);
  return {
    rows: found.slice(0, page.size),
    total,
    nextCursor: last ? writeCursor(last) : null,
    isGrouped: strategy === "grouped",
    beside: rows[0]?.beside ?? null,
  };
}
