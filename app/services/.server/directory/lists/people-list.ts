import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { queryOftenAsked } from "~/db/.server/prepared";
import { joinTies, type Person, personColumns } from "~/services/.server/directory/people/people-store";
import { createManyKnown } from "./list-counts";
import { planGroupedPage } from "./list-grouping";
import {
  countCap,
  isCursorOf,
  type PageAsked,
  type PagePlan,
  planPage,
  readTotal,
  type Sort,
  type Total,
  writeCursor,
} from "./list-page";
import { createPositions, shallow } from "./list-positions";
import { groupedAtMost, type PeopleGrouping, type PersonGroup, personGroup } from "./people-grouping";
import { chosenPage, collected, counting, isCountApart, plainPage, slice } from "./people-page";
import { isFiltered, isSearch, type PeopleQuery, peopleCondition, peopleSortColumns } from "./people-query";
import { isWalkable, walkedPage } from "./people-walk";

/** Lists of people: one statement a page, its count among it. */

export type PeoplePage = {
  people: Person[];
  total: Total;
  nextCursor: string | null;
  /** null where no groups were asked for. */
  groups: {
    /** Whether all pages together are in the order of groups. */ areWhole: boolean;
    names: Map<string, string>;
  } | null;
};

const positions = createPositions();
const manyKnown = createManyKnown();
/** Lists that hold too many to be grouped over all their pages. */
const tooManyKnown = createManyKnown();

/** Everything that says which rows there are, in whatever order. */
function countKey({ realm, organization, within, reach, q, qName, filters }: PeopleQuery): string {
  return JSON.stringify([realm, organization, within, reach, q, qName, filters]);
}

/** Whose values hardly anybody shares, or which an index holds together with the id: what comes after them decides nothing. */
const deciding = new Set(["id", "username", "email"]);

/**
 * The sorts that count. Whoever has no e-mail stands with all the others who have none, in the order of ids: sorting those by a
 * second column would sort nearly everybody.
 */
export function decidingSorts(sorts: Sort[]): Sort[] {
  const last = sorts.findIndex(({ by }) => deciding.has(by));
  return last < 0 ? sorts : sorts.slice(0, last + 1);
}

/** Everything that says which rows there are and in which order. */
function positionKey({ page, callerId: _, count: __, ...rows }: PeopleQuery): string {
  return JSON.stringify([rows, page.size]);
}

function fromKnownPosition(query: PeopleQuery): PageAsked {
  const cursor = query.page.cursor ?? positions.find(positionKey(query), query.page);
  return { ...query.page, cursor };
}

function rememberPosition(query: PeopleQuery, number: number, cursor: string): void {
  if (!query.page.cursor) positions.keep(positionKey(query), { ...query.page, number }, cursor);
}

type PageRow = Person & { total: number | null; keys: Array<string | number> };

/**
 * One page of people with their places: one statement. The rows of a page are found by keys alone, mostly in an index, and only
 * those of the page are read whole. Issue 5, "How well".
 */
export async function listPeople(database: Database, whole: PeopleQuery): Promise<PeoplePage> {
  const { grouping = null, ...plain } = whole;
  const query = { ...plain, sorts: decidingSorts(whole.sorts) };
  if (!grouping) return { ...(await listPlain(database, query)), groups: null };
  if (!tooManyKnown.has(countKey(query))) return listGrouped(database, query, grouping);
  return { ...(await listPlain(database, query)), groups: { areWhole: false, names: new Map() } };
}

async function listPlain(database: Database, query: PeopleQuery): Promise<Omit<PeoplePage, "groups">> {
  const isKnownMany = query.count === "capped" && manyKnown.has(countKey(query));
  const asked = { ...query, page: fromKnownPosition(query), ...(isKnownMany ? { count: "none" as const } : {}) };
  const plan = planPage(peopleSortColumns(query.realm), query.sorts, asked.page);
  // One row before a deep page tells where it begins, for those who ask for it again.
  const before = plan.offset >= shallow ? 1 : 0;
  plan.offset -= before;
  asked.page = { ...asked.page, size: query.page.size + before };
  const walked = isKnownMany ? await walk(database, query, asked, plan) : null;
  const isChosen = (isSearch(query) || isFiltered(query)) && !(isKnownMany && isCountApart(query));
  const parts = isChosen ? chosenPage(asked, plan, isKnownMany) : plainPage(asked, plan);
  const rows = walked ?? (await readPage(database, query, parts));
  const read = rows.filter((row) => row.id !== null);
  const [first] = read;
  const found = read.slice(before);
  const isStillLong = asked.page.cursor || found.length > query.page.size || plan.offset + read.length > countCap;
  if (isKnownMany && !isStillLong) {
    // Most of them were deleted, or no longer match.
    manyKnown.forget(countKey(query));
    return listPlain(database, query);
  }
  const counted = isKnownMany ? countCap + 1 : (rows[0]?.total ?? null);
  const total = readTotal(counted, query.count);
  if (total?.more && !isKnownMany) manyKnown.note(countKey(query));
  const people = found.slice(0, query.page.size);
  const last = found.length > query.page.size ? people.at(-1) : undefined;
  const nextCursor = last ? writeCursor(last.keys) : null;
  if (before && first) rememberPosition(query, query.page.number, writeCursor(first.keys));
  if (nextCursor) rememberPosition(query, query.page.number + 1, nextCursor);
  return { people, total, nextCursor };
}

/** @param parts `counted (total)` and `page (id, keys, place)` */
async function readPage(database: Database, query: PeopleQuery, parts: SQL): Promise<PageRow[]> {
  const { rows } = await database.execute<PageRow>(wholePage(query, parts));
  return rows;
}

function wholePage(query: PeopleQuery, parts: SQL): SQL {
  return sql`with ${parts} select counted.total, page.keys, ${personColumns} ${fromPage(query)}`;
}

/** Lists whose people are few among their country's. */
const fewAmongMany = createManyKnown();

/** The page of a list that is known to be long, by a statement whose plan is kept; null where it has to be asked the ordinary way. */
async function walk(
  database: Database,
  query: PeopleQuery,
  asked: PeopleQuery,
  plan: PagePlan,
): Promise<PageRow[] | null> {
  if (!isWalkable(asked, plan) || fewAmongMany.has(countKey(query))) return null;
  const parts = sql`counted as (select null::int as total), ${walkedPage(asked, plan)}`;
  const rows = await queryOftenAsked<PageRow>(database, wholePage(query, parts));
  if (rows.length > asked.page.size) return rows;
  // Far apart: an index of their places finds them sooner. Behind a cursor it may as well be the list's end.
  if (!asked.page.cursor) fewAmongMany.note(countKey(query));
  return null;
}

/** The people of `page`, whole and in its order; one row without a person where there are none, since `counted` counts all the same. */
function fromPage({ callerId }: PeopleQuery): SQL {
  return sql`from counted left join page on true left join directory.users u on u.id = page.id
    ${joinTies(callerId, sql`array(select page.id from page)`)} order by page.place`;
}

type GroupedRow = PageRow & { areWhole: boolean; groupName: string | null };

/**
 * One page of people in the order of their groups, in one statement too. What somebody's group is must be looked up for everybody
 * before the first can be shown: a list of more than `groupedAtMost` comes in its own order, and says so.
 */
async function listGrouped(database: Database, query: PeopleQuery, grouping: PeopleGrouping): Promise<PeoplePage> {
  const { page, sorts, realm } = query;
  const columns = peopleSortColumns(realm);
  const isPlain = isCursorOf(page.cursor, sorts);
  const withoutCursor = { ...page, cursor: null };
  const group = personGroup(realm, grouping.by, query, sql`array(select few.id from few)`);
  const column = { value: sql`u.group_key`, none: group.none };
  const plan = planGroupedPage(columns, column, grouping.order, sorts, isPlain ? withoutCursor : page);
  const rest = planPage(columns, sorts, isPlain ? page : withoutCursor);
  const { rows } = await database.execute<GroupedRow>(sql`
    with ${groupedPage(query, group, plan, rest)}
    select counted.total, page.keys, page.group_name as "groupName",
      (select hits from size) <= ${groupedAtMost} as "areWhole", ${personColumns} ${fromPage(query)}`);
  const areWhole = rows[0]?.areWhole ?? true;
  if (!areWhole) tooManyKnown.note(countKey(query));
  const read = rows.filter((row) => row.id !== null);
  const people = read.slice(0, page.size);
  const last = read.length > page.size ? people.at(-1) : undefined;
  return {
    people,
    total: readTotal(rows[0]?.total ?? null, query.count),
    nextCursor: last ? writeCursor(last.keys) : null,
    groups: { areWhole, names: new Map(people.map(({ uid, groupName }) => [uid, groupName ?? ""])) },
  };
}

function groupedPage(query: PeopleQuery, { named, value }: PersonGroup, plan: PagePlan, rest: PagePlan): SQL {
  const { page, count } = query;
  const condition = peopleCondition(query);
  const counted =
    count === "capped" ? sql`select least(hits, ${countCap + 1})::int as total from size` : counting(query);
  const isFew = sql`(select hits from size) <= ${groupedAtMost}`;
  return sql`few as materialized (select u.id from directory.users u where ${condition} limit ${groupedAtMost + 1}),
    size as materialized (select count(*) as hits from few),
    counted as (${counted}),
    page as (select found.*, row_number() over () as place from (
      (select u.id, ${plan.keys} as keys, u.group_key::text as group_name
        from (select u.*, ${value} as group_key from directory.users u left join (${named}) named on named.user_id = u.id
          where ${isFew} and u.id = any (array(select few.id from few)) offset 0) u
        where ${plan.after} ${slice(plan, page.size)})
      union all
      (select u.id, ${rest.keys} as keys, null from ${collected(query, condition)} and not ${isFew} and ${rest.after}
        ${slice(rest, page.size)})) found)`;
}
