import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { joinRelations, type Person, personColumns } from "~/services/.server/directory/people/people-store";
import { countStatement, type ListGrouping, type ListQuery, type PageStatement, readListPage } from "./list-builder";
import { countCap, type Sort, type Total } from "./list-page";
import { maxGrouped, type PeopleGrouping, personGroup } from "./people-grouping";
import {
  countPeople,
  isPeopleFiltered,
  isSearch,
  type PeopleQuery,
  peopleCondition,
  peopleSortColumns,
} from "./people-query";
import { byType, isSplitByType, pageSlice, searchFirst, walk } from "./people-search";

/** Lists of people with their organisations and groups. */

export type PeoplePage = {
  people: Person[];
  total: Total;
  nextCursor: string | null;
  /** null if no grouping was requested. */
  groups: {
    /** Whether rows are sorted by group across all pages. */
    areWhole: boolean;
    /** Group heading of each row, if sorted across all pages. A person in several groups has a row under each. */
    headings?: string[];
  } | null;
};

/** Nearly unique columns, or columns that are indexed together with the id. */
const uniqueSorts = new Set(["id", "username", "email"]);

/**
 * Sort keys after a nearly unique one have no effect, so they are dropped. People without an e-mail are sorted by id: a second column would
 * require sorting nearly everybody.
 */
export function effectiveSorts(sorts: Sort[]): Sort[] {
  const last = sorts.findIndex(({ by }) => uniqueSorts.has(by));
  return last < 0 ? sorts : sorts.slice(0, last + 1);
}

/** A list of people as input of the list builder. */
function peopleListQuery(request: PeopleQuery): ListQuery {
  const { grouping = null, ...rest } = request;
  const query = { ...rest, sorts: effectiveSorts(request.sorts) };
  const { realm, callerId, sorts, page, count } = query;
  return {
    source: {
      name: "people",
      ids: sql`u.id`,
      sortColumns: peopleSortColumns(realm),
      pageRows: ({ idAfter }) => sql`from directory.users u where ${peopleCondition(query, idAfter)}`,
      countRows: countPeople(query),
      columns: personColumns,
      joins: sql`left join directory.users u on u.id = page.id
        ${joinRelations(callerId, sql`array(select distinct page.id from page)`)}`,
      ...(isSearch(query) || isPeopleFiltered(query)
        ? {
            selective: {
              isSplitByType: isSplitByType(query),
              statements: {
                "search-first": (statement) => searchFirst(query, statement),
                walk: (statement) => walk(query, statement),
                "by-type": (statement) => byType(query, statement),
              },
            },
          }
        : {}),
    },
    grouped: grouping && groupedPeople(query, grouping),
    sorts,
    page,
    count,
  };
}

/** Reads one page of people in one statement. Throws 400 for another list's cursor and beyond the last numbered page. */
export async function listPeople(database: Database, request: PeopleQuery): Promise<PeoplePage> {
  type Row = Person & { groupName?: string | null };
  const { rows, total, nextCursor, isGrouped } = await readListPage<Row>(database, peopleListQuery(request));
  const headings = isGrouped ? { headings: rows.map(({ groupName }) => groupName ?? "") } : {};
  return { people: rows, total, nextCursor, groups: request.grouping ? { areWhole: isGrouped, ...headings } : null };
}

/**
 * Groups are not part of a person's row, so they must be read for the whole list before the first row is known. Longer lists return no
 * rows.
 */
function groupedPeople(query: PeopleQuery, { by, order }: PeopleGrouping): ListGrouping {
  const { none, named, value } = personGroup(query.realm, by, query, sql`array(select few.id from few)`);
  const isFew = sql`(select hits from size) <= ${maxGrouped}`;
  const counted = ({ count }: PageStatement): SQL =>
    count === "capped"
      ? sql`select least(hits, ${countCap + 1})::int as total from size`
      : countStatement(countPeople(query), count);
  return {
    column: { value: sql`u.group_key`, none },
    order,
    own: {
      columns: sql`page.group_name as "groupName", not ${isFew} as "isTooLong"`,
      statement: (statement) => sql`
        few as materialized (select u.id from directory.users u where ${peopleCondition(query)} limit ${maxGrouped + 1}),
        size as materialized (select count(*) as hits from few), counted as (${counted(statement)}),
        page as (select found.*, row_number() over () as place from (
          select u.id, ${statement.plan.keys} as keys, u.group_key::text as group_name
          from (select u.*, ${value} as group_key from directory.users u left join (${named}) named on named.user_id = u.id
            where ${isFew} and u.id = any (array(select few.id from few)) offset 0) u
          where ${statement.plan.after} ${pageSlice(statement)}) found)`,
    },
  };
}
