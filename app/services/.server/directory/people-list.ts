import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import type { Realm } from "../../../realms/realm";
import { createManyKnown } from "./list-counts";
import { planGroupedPage } from "./list-grouping";
import {
  type CountAsked,
  countCap,
  isCursorOf,
  type PageAsked,
  type PagePlan,
  planPage,
  readTotal,
  type Sort,
  type SortColumns,
  searchConditions,
  type Total,
  writeCursor,
} from "./list-page";
import { createPositions, shallow } from "./list-positions";
import { groupedAtMost, type PeopleGrouping, type PersonGroup, personGroup } from "./people-grouping";
import { joinTies, type Person, personColumns } from "./people-store";
import type { PersonType, Status } from "./rules";

/** Lists of people: one statement a page, its count among it. */

export type PeopleFilters = {
  status?: Status[];
  types?: PersonType[];
  organizationUid?: string;
  groupUid?: string;
  /** Pupils of a guardian, guardians of a pupil. */
  guardianUid?: string;
  studentUid?: string;
  admin?: boolean;
  shared?: boolean;
  hasEmail?: boolean;
  isWithoutGroup?: boolean;
  /** Attributes that equal a value, in any case of letters. */
  equals?: Partial<Record<"externalId" | "username" | "email" | "eppn" | "sms" | "bankid", string>>;
  uids?: string[];
};

export type PeopleQuery = {
  realm: Realm;
  /** Who is looking for: the organisation alone, or with everything below; null for the whole realm. */
  organization: { id: number; withBelow: boolean; activeOnly: boolean } | null;
  /** Only people of these organisations and all below them; absent or null: everybody whom `organization` lets through. */
  within?: number[] | null;
  /** Whose pupils are shown apart, see Person.isPupilOfCaller. */
  callerId: number;
  q?: string | undefined;
  qName?: string | undefined;
  filters: PeopleFilters;
  sorts: Sort[];
  /** Absent or null: one after the other, as the sorts say. */
  grouping?: PeopleGrouping | null;
  page: PageAsked;
  count: CountAsked;
};

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

/** The country's alphabet. */
const collations: Record<Realm, string> = {
  de: "de-x-icu",
  fi: "fi-x-icu",
  fr: "fr-x-icu",
  nl: "nl-x-icu",
  no: "nb-x-icu",
  se: "sv-x-icu",
  uk: "en-x-icu",
  us: "en-x-icu",
};

export function peopleSortColumns(realm: Realm): SortColumns {
  return {
    id: sql`u.id`,
    name: sql.raw(`u.name collate "${collations[realm]}"`),
    username: sql`lower(u.username)`,
    email: sql`coalesce(lower(u.email), '')`,
  };
}

const attributeColumns = {
  externalId: sql`u.external_id`,
  username: sql`lower(u.username)`,
  email: sql`coalesce(lower(u.email), '')`,
  eppn: sql`lower(u.eppn)`,
  sms: sql`u.sms`,
  bankid: sql`u.bankid`,
} as const;

const lettersFolded = new Set(["username", "email", "eppn"]);

type Scope = NonNullable<PeopleQuery["organization"]>;

/** What a place of a person must be to count; the role is the person's type, and stands in the index of places. */
function placeCondition({ activeOnly }: Scope, types: PersonType[] | undefined): SQL {
  return sql`${activeOnly ? sql`and a.active` : sql``} ${types?.length ? sql`and a.role in ${types}` : sql``}`;
}

function inOrganization(scope: Scope, types: PersonType[] | undefined, idAfter: SQL | null): SQL {
  const { id, withBelow } = scope;
  // PostgreSQL does not carry a bound from one side of the equation to the other.
  const active = sql`${placeCondition(scope, types)} ${idAfter ? sql`and a.user_id ${idAfter}` : sql``}`;
  return withBelow
    ? sql`u.id in (select a.user_id from directory.organization_closure c
        join directory.associations a on a.organization_id = c.descendant_id
        where c.ancestor_id = ${id} ${active})`
    : sql`u.id in (select a.user_id from directory.associations a where a.organization_id = ${id} ${active})`;
}

/** The rows that a query asks for, as a condition on `directory.users u`; with `idAfter`, those behind a page's place. */
export function peopleCondition(
  query: Omit<PeopleQuery, "page" | "count" | "sorts" | "callerId">,
  idAfter: SQL | null = null,
): SQL {
  const { filters } = query;
  // The realm stands in the text, not as a parameter, so that the partial indexes of its alphabet can serve.
  const all: SQL[] = [sql.raw(`u.realm = '${query.realm}'`)];
  const wanted = filters.status;
  if (wanted?.includes("deleted")) all.push(sql`u.status = 'deleted'`);
  else all.push(sql`u.status <> 'deleted'`);
  if (wanted?.length === 1 && wanted[0] !== "deleted") all.push(sql`u.status = ${wanted[0]}`);
  if (filters.types?.length === 1) all.push(sql`u.type = ${filters.types[0]}`);
  else if (filters.types?.length) all.push(sql`u.type in ${filters.types}`);
  if (query.organization) all.push(inOrganization(query.organization, filters.types, idAfter));
  if (query.within) {
    all.push(
      query.within.length
        ? sql`u.id in (select a.user_id from directory.organization_closure c
            join directory.associations a on a.organization_id = c.descendant_id where c.ancestor_id in ${query.within})`
        : sql`false`,
    );
  }
  if (filters.organizationUid) {
    all.push(sql`u.id in (select a.user_id from directory.organizations o
      join directory.organization_closure c on c.ancestor_id = o.id
      join directory.associations a on a.organization_id = c.descendant_id where o.uid = ${filters.organizationUid})`);
  }
  if (filters.groupUid) {
    all.push(sql`u.id in (select m.user_id from directory.groups g
      join directory.memberships m on m.group_id = g.id where g.uid = ${filters.groupUid})`);
  }
  if (filters.guardianUid) {
    all.push(sql`u.id in (select w.student_id from directory.users g
      join directory.guardianships w on w.guardian_id = g.id where g.uid = ${filters.guardianUid})`);
  }
  if (filters.studentUid) {
    all.push(sql`u.id in (select w.guardian_id from directory.users s
      join directory.guardianships w on w.student_id = s.id where s.uid = ${filters.studentUid})`);
  }
  if (filters.admin !== undefined) {
    const administrators = sql`(select a.user_id from directory.associations a where a.admin)`;
    all.push(filters.admin ? sql`u.id in ${administrators}` : sql`u.id not in ${administrators}`);
  }
  if (filters.shared !== undefined) all.push(sql`u.shared = ${filters.shared}`);
  if (filters.hasEmail !== undefined) all.push(filters.hasEmail ? sql`u.email is not null` : sql`u.email is null`);
  if (filters.isWithoutGroup) {
    // The table finds them; what it says is asked again, since two writers at a time may leave a row too many in it.
    all.push(sql`u.id in (select w.user_id from directory.without_group w)
      and not exists (select 1 from directory.memberships m where m.user_id = u.id)`);
  }
  for (const [name, value] of Object.entries(filters.equals ?? {})) {
    const column = attributeColumns[name as keyof typeof attributeColumns];
    all.push(sql`${column} = ${lettersFolded.has(name) ? value.toLowerCase() : value}`);
  }
  if (filters.uids) all.push(filters.uids.length ? sql`u.uid in ${filters.uids}` : sql`false`);
  all.push(...searchConditions(searchedText, query.q ?? ""));
  // Both, since only the first has an index.
  all.push(...searchConditions(searchedText, query.qName ?? ""), ...searchConditions(nameText, query.qName ?? ""));
  return sql.join(all, sql` and `);
}

/** Written as the index users_search has it. */
const searchedText = sql`lower(u.name || ' ' || u.username || ' ' || coalesce(u.email, ''))`;
const nameText = sql`lower(u.name)`;

const positions = createPositions();
const manyKnown = createManyKnown();
/** Lists that hold too many to be grouped over all their pages. */
const tooManyKnown = createManyKnown();

/** Everything that says which rows there are, in whatever order. */
function countKey({ realm, organization, within, q, qName, filters }: PeopleQuery): string {
  return JSON.stringify([realm, organization, within, q, qName, filters]);
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
  const isKnownMany = query.count === "capped" && isCountApart(query) && manyKnown.has(countKey(query));
  const asked = { ...query, page: fromKnownPosition(query), ...(isKnownMany ? { count: "none" as const } : {}) };
  const plan = planPage(peopleSortColumns(query.realm), query.sorts, asked.page);
  // One row before a deep page tells where it begins, for those who ask for it again.
  const before = plan.offset >= shallow ? 1 : 0;
  plan.offset -= before;
  asked.page = { ...asked.page, size: query.page.size + before };
  const { rows } = await database.execute<PageRow>(sql`
    with ${isSearch(query) && !isKnownMany ? searchedPage(asked, plan) : plainPage(asked, plan)}
    select counted.total, page.keys, ${personColumns} ${fromPage(query)}`);
  const counted = isKnownMany ? countCap + 1 : (rows[0]?.total ?? null);
  const total = readTotal(counted, query.count);
  if (total?.more && !isKnownMany) manyKnown.note(countKey(query));
  const read = rows.filter((row) => row.id !== null);
  const [first] = read;
  const found = read.slice(before);
  const people = found.slice(0, query.page.size);
  const last = found.length > query.page.size ? people.at(-1) : undefined;
  const nextCursor = last ? writeCursor(last.keys) : null;
  if (before && first) rememberPosition(query, query.page.number, writeCursor(first.keys));
  if (nextCursor) rememberPosition(query, query.page.number + 1, nextCursor);
  return { people, total, nextCursor };
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

function isSearch({ q, qName }: PeopleQuery): boolean {
  return Boolean(q?.trim() || qName?.trim());
}

/** Whether a page is found without its count; a search by another order than that of ids begins with the first thousand. */
function isCountApart(query: PeopleQuery): boolean {
  return !isSearch(query) || query.sorts[0]?.by === "id";
}

function counting(query: PeopleQuery): SQL {
  if (query.count === "none") return sql`select null::int as total`;
  if (query.count === "exact") {
    return sql`select count(*)::int as total from directory.users u where ${peopleCondition(query)}`;
  }
  return sql`select count(*)::int as total from (select 1 from ${rowsToCount(query)} limit ${countCap + 1}) found`;
}

/**
 * Everybody once, so that counting can stop at any time: whoever has several places below an organisation counts at the first.
 * Gathering them all to tell doubles apart would read every place, however few are to be counted; `offset 0` keeps
 * PostgreSQL from doing so.
 */
function rowsToCount(query: PeopleQuery): SQL {
  const scope = query.organization;
  if (!scope?.withBelow) return sql`directory.users u where ${peopleCondition(query)}`;
  const place = placeCondition(scope, query.filters.types);
  const active = scope.activeOnly ? sql`and b.active` : sql``;
  return sql`directory.organization_closure c
    join directory.associations a on a.organization_id = c.descendant_id ${place}
    join directory.users u on u.id = a.user_id
    where c.ancestor_id = ${scope.id} and ${peopleCondition({ ...query, organization: null })}
      and not exists (select 1 from directory.associations b
        join directory.organization_closure d on d.descendant_id = b.organization_id and d.ancestor_id = ${scope.id}
        where b.user_id = a.user_id and b.organization_id < a.organization_id ${active} offset 0)`;
}

function slice(plan: PagePlan, size: number): SQL {
  return sql`order by ${plan.orderBy} limit ${size + 1} offset ${plan.offset}`;
}

function plainPage(query: PeopleQuery, plan: PagePlan): SQL {
  const { page } = query;
  const condition = peopleCondition(query, plan.idAfter);
  return sql`counted as (${counting(query)}),
    page as (select found.*, row_number() over () as place from (
      select u.id, ${plan.keys} as keys from directory.users u where ${condition} and ${plan.after}
      ${slice(plan, page.size)}) found)`;
}

/**
 * What a search finds is often little, and then it is sorted; or much, and then it is found soon by walking in the order of
 * ids. By any other order it is collected and sorted, since everybody called Elsa stands in one place of the alphabet. Which
 * of the two it is shows when the first thousand are found; PostgreSQL leaves the other branch alone.
 */
function searchedPage(query: PeopleQuery, plan: PagePlan): SQL {
  const { page, count } = query;
  const condition = peopleCondition(query);
  const many = collected(query, condition);
  const counted = count === "capped" ? sql`select (select hits from size)::int as total` : counting(query);
  return sql`few as materialized (select u.id from directory.users u where ${condition} limit ${countCap + 1}),
    size as materialized (select count(*) as hits from few),
    counted as (${counted}),
    page as (select found.*, row_number() over () as place from (
      (select u.id, ${plan.keys} as keys from directory.users u
        where (select hits from size) <= ${countCap} and u.id = any (array(select few.id from few)) and ${plan.after}
        ${slice(plan, page.size)})
      union all
      (select u.id, ${plan.keys} as keys from ${many} and (select hits from size) > ${countCap} and ${plan.after}
        ${slice(plan, page.size)})) found)`;
}

/** The rows of a search that finds many: walked in the order of ids, collected before any other. */
function collected(query: PeopleQuery, condition: SQL): SQL {
  if (!isSearch(query) || query.sorts[0]?.by === "id") return sql`directory.users u where ${condition}`;
  return sql`(select u.* from directory.users u where ${condition} offset 0) u where true`;
}
