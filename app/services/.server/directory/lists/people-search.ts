import { type SQL, sql } from "drizzle-orm";
import type { PersonType } from "~/services/.server/directory/rules";
import { personTypes } from "~/services/contracts/person-field-table";
import { countStatement, type PageStatement } from "./list-builder";
import { countCap, usesTrigramIndex } from "./list-page";
import { conditionWithoutOrganization, countPeople, type PeopleQuery, peopleCondition } from "./people-query";

/**
 * Statements of the strategies specific to lists of people: `counted (total)` and `page (id, keys, place)`. list-strategy.ts describes when
 * each is used. Each is written as the whole list of its tables; functions named `…People` are the selects in them.
 */

/** Maximum number of people that a walk tests: about the cost of collecting and sorting a few thousand. */
const walkLength = 5000;

/** Maximum number of sorted matches tested for the organisation: a bounded sort is faster than sorting all matches. */
const sortedTested = 1000;

/**
 * Organisations with at most this many associations are not walked: their people are too rare in the realm's order, so they are collected
 * by association.
 */
const fewPlaces = 20_000;

/** Sorts with an index that can be combined with any filter. */
const indexedSorts = new Set(["id", "name", "username", "email"]);

/** Whether an index provides the list's order, so that people can be read in it and tested one by one. */
function isWalkable({ filters, within, ofGroups, organization, sorts }: PeopleQuery): boolean {
  return (
    !filters.status?.includes("deleted") &&
    !within &&
    !ofGroups &&
    organization?.withBelow !== false &&
    sorts.length === 1 &&
    indexedSorts.has(sorts[0]?.by ?? "")
  );
}

/** The strategy `search-first`: collects the first matches, and reads on in the list's order if there are more. */
export function searchFirst(query: PeopleQuery, statement: PageStatement): SQL {
  const matches = peopleCondition(query);
  return sql`
    few as materialized (select u.id from directory.users u where ${matches} limit ${countCap + 1}),
    size as materialized (select count(*) as hits from few),
    counted as (${countSearched(query, statement, sql`select hits::int as total from size`)}),
    ${pageOfMatches(query, statement)}`;
}

/** The strategy `walk`: there are known to be more matches than `few` would hold. */
export function walk(query: PeopleQuery, statement: PageStatement): SQL {
  return sql`
    few as (select null::int as id where false),
    size as (select ${countCap + 1}::bigint as hits),
    counted as (${countSearched(query, statement, sql`select hits::int as total from size`)}),
    ${pageOfMatches(query, statement)}`;
}

/**
 * Whether matches are distributed unevenly over person types: almost no pupil is without a group, and pupils are first when sorted by
 * e-mail. A search that uses the trigram index has few enough matches to be sorted together.
 */
export function isSplitByType({ filters, sorts, q, qName }: PeopleQuery): boolean {
  const isSplit = filters.isWithoutGroup === true && filters.types?.length !== 1 && sorts[0]?.by === "email";
  return isSplit && !usesTrigramIndex(q) && !usesTrigramIndex(qName);
}

/** The strategy `by-type`: the first matches of each type, merged, with each type's count even if none of its matches is on the page. */
export function byType(query: PeopleQuery, statement: PageStatement): SQL {
  const { plan, limit } = statement;
  const shares = (query.filters.types ?? personTypes).map((type) => shareOfType(query, statement, type));
  const hits = sql`select least(sum(hits), ${countCap + 1})::int as total
    from (select distinct shares.type, shares.hits from shares) share`;
  return sql`
    shares as materialized (${sql.join(shares, unionAll)}),
    counted as (${countSearched(query, statement, hits)}),
    page as (select found.*, row_number() over () as place from (
      select u.id, ${plan.keys} as keys from directory.users u where u.id = any (array(select shares.id from shares))
      ${pageSlice({ plan, limit })}) found)`;
}

/** `type, hits, id`: one type's matches of all pages up to this one; one row without an id if there are none. */
function shareOfType(query: PeopleQuery, { plan, limit, count }: PageStatement, type: PersonType): SQL {
  const ofType = { ...query, filters: { ...query.filters, types: [type] } };
  const upToPage = { plan: { ...plan, offset: 0 }, limit: plan.offset + limit, count };
  return sql`(with
    few as materialized (select u.id from directory.users u where ${peopleCondition(ofType)} limit ${countCap + 1}),
    size as materialized (select count(*) as hits from few),
    ${pageOfMatches(ofType, upToPage)}
    select ${type} as type, size.hits, page.id from size left join page on true)`;
}

const unionAll = sql` union all `;

function countSearched(query: PeopleQuery, { count }: PageStatement, capped: SQL): SQL {
  return count === "capped" ? capped : countStatement(countPeople(query), count);
}

export function pageSlice({ plan, limit }: Pick<PageStatement, "plan" | "limit">): SQL {
  return sql`order by ${plan.orderBy} limit ${limit} offset ${plan.offset}`;
}

/**
 * `page` and the tables it needs, after `few (id)` and `size (hits)`. At most one branch of the page's union has rows: PostgreSQL executes
 * the others only as far as their first condition.
 */
function pageOfMatches(query: PeopleQuery, statement: PageStatement): SQL {
  if (!isWalkable(query)) return collectedPage(query, statement);
  // When sorted by id, a school's people are adjacent and may be far from the start, so they are collected instead of sorted.
  if (!query.organization || query.sorts[0]?.by === "id") return walkedPage(query, statement);
  return walkedOrSortedPage(query, statement);
}

/** Whether there are more matches than `few` holds. */
const isMany = sql`(select hits from size) > ${countCap}`;
const isLarge = sql`(select is_large from organization)`;
const isWalkFull = (limit: number) => sql`(select count(*) from walked) >= ${limit}`;
const isSortFull = (limit: number) => sql`(select count(*) from sorted) >= ${limit}`;

/** The page of the few matches, else of all matches, collected. */
function collectedPage(query: PeopleQuery, statement: PageStatement): SQL {
  return sql`
    page as (select found.*, row_number() over () as place from (
      (${fewPeople(statement)})
      union all
      (${collectedPeople(query, statement, isMany)})
    ) found)`;
}

/** The page of the few matches, else by a walk, else, if that did not fill it, of all matches. */
function walkedPage(query: PeopleQuery, statement: PageStatement): SQL {
  const isWalked = isWalkFull(statement.limit);
  return sql`
    organization as materialized (${organizationSize(query)}),
    walked as materialized (${walkedPeople(query, statement)}),
    page as (select found.*, row_number() over () as place from (
      (${fewPeople(statement)})
      union all
      (select walked.id, walked.keys from walked where ${isWalked})
      union all
      (${collectedPeople(query, statement, sql`${isMany} and not ${isWalked}`)})
    ) found)`;
}

/** Like `walkedPage`; before all matches of the organisation are collected, those of the realm are sorted and tested one by one. */
function walkedOrSortedPage(query: PeopleQuery, statement: PageStatement): SQL {
  const { plan, limit } = statement;
  const isWalked = isWalkFull(limit);
  const isSorted = isSortFull(limit);
  return sql`
    organization as materialized (${organizationSize(query)}),
    walked as materialized (${walkedPeople(query, statement)}),
    matching as materialized (
      select u.id, u.name, u.username, u.email from directory.users u
      where ${conditionWithoutOrganization(query)} and ${isMany} and ${isLarge} and not ${isWalked}),
    sorted as materialized (
      select u.id, ${plan.keys} as keys from (
        select u.*, ${plan.keyColumns} from matching u where ${plan.after}
        order by ${plan.orderBy} limit ${sortedTested}) u
      where ${belongs(query)} order by ${plan.orderByKeys} limit ${limit} offset ${plan.offset}),
    page as (select found.*, row_number() over () as place from (
      (${fewPeople(statement)})
      union all
      (select walked.id, walked.keys from walked where ${isWalked})
      union all
      (select sorted.id, sorted.keys from sorted where ${isSorted})
      union all
      (${collectedPeople(query, statement, sql`${isMany} and not ${isWalked} and not ${isSorted}`)})
    ) found)`;
}

/** `id, keys`: the page of the few matches. */
function fewPeople({ plan, limit }: PageStatement): SQL {
  return sql`select u.id, ${plan.keys} as keys from directory.users u
    where not ${isMany} and u.id = any (array(select few.id from few)) and ${plan.after}
    order by ${plan.orderBy} limit ${limit} offset ${plan.offset}`;
}

/** `id, keys`: the page of all matches, read in id order, or collected first and then sorted in any other order. */
function collectedPeople(query: PeopleQuery, { plan, limit }: PageStatement, isWanted: SQL): SQL {
  const matches = peopleCondition(query);
  const people =
    query.sorts[0]?.by === "id"
      ? sql`directory.users u where ${matches}`
      : sql`(select u.* from directory.users u where ${matches} offset 0) u where true`;
  return sql`select u.id, ${plan.keys} as keys from ${people} and ${isWanted} and ${plan.after}
    order by ${plan.orderBy} limit ${limit} offset ${plan.offset}`;
}

/** `is_large`: whether the organisation's people are found by walking or sorting instead of collecting its associations. */
function organizationSize({ organization }: PeopleQuery): SQL {
  if (!organization) return sql`select true as is_large`;
  return sql`select count(*) > ${fewPlaces} as is_large from (
    select 1 from directory.organization_closure c
    join directory.associations a on a.organization_id = c.descendant_id
    where c.ancestor_id = ${organization.id} and ${isMany} limit ${fewPlaces + 1}) found`;
}

/** `id, keys`: the page by a walk in the list's order; fewer rows if the walk reached its limit first. */
function walkedPeople(query: PeopleQuery, { plan, limit }: PageStatement): SQL {
  const { filters, sorts } = query;
  const by = sorts[0]?.by ?? "";
  const realm = sql.raw(`'${query.realm}'`);
  // Sorted by name, the types are mixed: 5,000 guardians would be spread over a hundred thousand people.
  const ofType = by === "name" || by === "username" ? sql`` : ofTypes(filters, sql`and u.type`);
  // Most people have no e-mail and are sorted first, so the walk starts at the people that match the filter.
  const isByEmail = filters.hasEmail !== undefined && by === "email";
  const withEmail = isByEmail
    ? sql`and coalesce(lower(u.email), '') ${sql.raw(filters.hasEmail ? ">" : "=")} ''`
    : sql``;
  return sql`
    select u.id, ${plan.keys} as keys from (
      select u.*, ${plan.keyColumns} from directory.users u
      where u.realm = ${realm} and u.status <> 'deleted' ${ofType} and ${plan.after} ${withEmail}
        and ${isMany} and ${isLarge}
      order by ${plan.orderBy} limit ${walkLength}) u
    where ${conditionWithoutOrganization(query)} and ${belongs(query)}
    order by ${plan.orderByKeys} limit ${limit} offset ${plan.offset}`;
}

/** Whether a person belongs to the organisation, by key look-ups: `offset 0` prevents PostgreSQL from collecting all its people. */
function belongs({ organization, filters }: PeopleQuery): SQL {
  if (!organization) return sql`true`;
  const place = sql`${organization.activeOnly ? sql`and a.active` : sql``} ${ofTypes(filters, sql`and a.role`)}`;
  return sql`exists (select 1 from directory.associations a where a.user_id = u.id ${place}
        and exists (select 1 from directory.organization_closure c
          where c.ancestor_id = ${organization.id} and c.descendant_id = a.organization_id offset 0) offset 0)`;
}

function ofTypes({ types }: PeopleQuery["filters"], column: SQL): SQL {
  return types?.length ? sql`${column} in ${types}` : sql``;
}
