import { type SQL, sql } from "drizzle-orm";
import { personTypes } from "~/services/contracts/person-fields";
import { countStatement, type PageStatement } from "./list-builder";
import { countCap, usesTrigramIndex } from "./list-page";
import { conditionBesidePlace, countRows, type PeopleQuery, peopleCondition } from "./people-query";

/**
 * Statements of the strategies specific to lists of people: `counted (total)` and `page (id, keys, place)`. list-strategy.ts describes when
 * each is used. PostgreSQL does not execute branches whose condition is false.
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

export function searchFirst(query: PeopleQuery, statement: PageStatement): SQL {
  const condition = peopleCondition(query);
  return sql`${firstMatches(condition)},
    counted as (${countSearched(query, statement, sql`select hits::int as total from size`)}),
    ${matchesPage(query, statement, condition)}`;
}

export function walk(query: PeopleQuery, statement: PageStatement): SQL {
  return sql`few as (select null::int as id where false), size as (select ${countCap + 1}::bigint as hits),
    counted as (${countSearched(query, statement, sql`select hits::int as total from size`)}),
    ${matchesPage(query, statement, peopleCondition(query))}`;
}

/**
 * Whether matches are distributed unevenly over person types: almost no pupil is without a group, and pupils are first when sorted by
 * e-mail. A search that uses the trigram index has few enough matches to be sorted together.
 */
export function isSplitByType({ filters, sorts, q, qName }: PeopleQuery): boolean {
  const isSplit = filters.isWithoutGroup === true && filters.types?.length !== 1 && sorts[0]?.by === "email";
  return isSplit && !usesTrigramIndex(q) && !usesTrigramIndex(qName);
}

/** The first matches of each type, merged, with each type's count even if none of its matches is on the page. */
export function byType(query: PeopleQuery, statement: PageStatement): SQL {
  const { plan, limit } = statement;
  const perType = { ...statement, plan: { ...plan, offset: 0 }, limit: plan.offset + limit };
  const shares = (query.filters.types ?? personTypes).map((type) => {
    const ofType = { ...query, filters: { ...query.filters, types: [type] } };
    const condition = peopleCondition(ofType);
    return sql`(with ${firstMatches(condition)}, ${matchesPage(ofType, perType, condition)}
      select ${type} as type, size.hits, page.id from size left join page on true)`;
  });
  const hits = sql`select least(sum(hits), ${countCap + 1})::int as total
    from (select distinct shares.type, shares.hits from shares) share`;
  return sql`shares as materialized (${sql.join(shares, sql` union all `)}),
    counted as (${countSearched(query, statement, hits)}),
    page as (select found.*, row_number() over () as place from (
      select u.id, ${plan.keys} as keys from directory.users u where u.id = any (array(select shares.id from shares))
      ${pageSlice(statement)}) found)`;
}

/** `few (id)`, `size (hits)`: the first matches, one more than `countCap`. */
function firstMatches(condition: SQL): SQL {
  return sql`few as materialized (select u.id from directory.users u where ${condition} limit ${countCap + 1}),
    size as materialized (select count(*) as hits from few)`;
}

function countSearched(query: PeopleQuery, { count }: PageStatement, capped: SQL): SQL {
  return count === "capped" ? capped : countStatement(countRows(query), count);
}

export function pageSlice({ plan, limit }: PageStatement): SQL {
  return sql`order by ${plan.orderBy} limit ${limit} offset ${plan.offset}`;
}

/** `page` and the tables it needs; `few` and `size` must be defined before. */
function matchesPage(query: PeopleQuery, statement: PageStatement, condition: SQL): SQL {
  const { plan } = statement;
  const isMany = sql`(select hits from size) > ${countCap}`;
  const few = sql`(select u.id, ${plan.keys} as keys from directory.users u
    where not ${isMany} and u.id = any (array(select few.id from few)) and ${plan.after} ${pageSlice(statement)})`;
  const { before, branches } = manyMatches(query, statement, condition, isMany);
  return sql`${before} page as (select found.*, row_number() over () as place from (
    ${sql.join([few, ...branches], sql` union all `)}) found)`;
}

/** Tables to define before the page, and the page's branches for more matches than `few` holds. */
function manyMatches(query: PeopleQuery, statement: PageStatement, condition: SQL, isMany: SQL) {
  const { plan, limit } = statement;
  const collected = (isWanted: SQL) =>
    sql`(select u.id, ${plan.keys} as keys from ${collectedPeople(query, condition)} and ${isWanted} and ${plan.after}
      ${pageSlice(statement)})`;
  if (!isWalkable(query)) return { before: sql``, branches: [collected(isMany)] };
  const isWalked = sql`${isMany} and (select is_large from organization)`;
  const isFilled = sql`(select count(*) from walked) >= ${limit}`;
  const walked = sql`(select walked.id, walked.keys from walked where ${isFilled})`;
  const before = sql`${organizationSize(query, isMany)}, ${walkedPage(query, statement, isWalked)},`;
  // When sorted by id, a school's people are adjacent and may be far from the start, so they are collected instead.
  if (!query.organization || query.sorts[0]?.by === "id") {
    return { before, branches: [walked, collected(sql`${isMany} and not ${isFilled}`)] };
  }
  const isSortFilled = sql`(select count(*) from sorted) >= ${limit}`;
  return {
    before: sql`${before} ${sortedPage(query, statement, sql`${isWalked} and not ${isFilled}`)},`,
    branches: [
      walked,
      sql`(select sorted.id, sorted.keys from sorted where ${isSortFilled})`,
      collected(sql`${isMany} and not ${isFilled} and not ${isSortFilled}`),
    ],
  };
}

/**
 * `sorted (id, keys)`: the page, taken from the first of all matches in the realm; fewer rows if too few of them belong to the
 * organisation.
 */
function sortedPage(query: PeopleQuery, { plan, limit }: PageStatement, isWanted: SQL): SQL {
  return sql`matching as materialized (
        select u.id, u.name, u.username, u.email from directory.users u
        where ${conditionBesidePlace(query)} and ${isWanted}),
      sorted as materialized (select u.id, ${plan.keys} as keys from (
          select u.*, ${plan.keyColumns} from matching u where ${plan.after}
          order by ${plan.orderBy} limit ${sortedTested}) u
        where ${belongs(query)} order by ${plan.orderByKeys} limit ${limit} offset ${plan.offset})`;
}

/** People that match a condition: read in id order, or collected first and then sorted in any other order. */
function collectedPeople(query: PeopleQuery, condition: SQL): SQL {
  if (query.sorts[0]?.by === "id") return sql`directory.users u where ${condition}`;
  return sql`(select u.* from directory.users u where ${condition} offset 0) u where true`;
}

/** `organization (is_large)`: whether its people are found by walking or sorting instead of collecting its associations. */
function organizationSize({ organization }: PeopleQuery, isWanted: SQL): SQL {
  if (!organization) return sql`organization as materialized (select true as is_large)`;
  return sql`organization as materialized (select count(*) > ${fewPlaces} as is_large from (
      select 1 from directory.organization_closure c join directory.associations a on a.organization_id = c.descendant_id
      where c.ancestor_id = ${organization.id} and ${isWanted} limit ${fewPlaces + 1}) found)`;
}

/** `walked (id, keys)`: the page; fewer rows if the walk reached its limit first. */
function walkedPage(query: PeopleQuery, { plan, limit }: PageStatement, isWanted: SQL): SQL {
  const { realm, filters, sorts } = query;
  const by = sorts[0]?.by ?? "";
  // Sorted by name, the types are mixed: 5,000 guardians would be spread over a hundred thousand people.
  const types = by === "name" || by === "username" ? sql`` : ofTypes(filters, sql`and u.type`);
  // Most people have no e-mail and are sorted first, so the walk starts at the people that match the filter.
  const isByEmail = filters.hasEmail !== undefined && by === "email";
  const withEmail = isByEmail
    ? sql`and coalesce(lower(u.email), '') ${sql.raw(filters.hasEmail ? ">" : "=")} ''`
    : sql``;
  return sql`walked as materialized (
      select u.id, ${plan.keys} as keys from (
        select u.*, ${plan.keyColumns} from directory.users u
        where u.realm = ${sql.raw(`'${realm}'`)} and u.status <> 'deleted' ${types} and ${plan.after} ${withEmail}
          and ${isWanted} order by ${plan.orderBy} limit ${walkLength}) u
      where ${conditionBesidePlace(query)} and ${belongs(query)}
      order by ${plan.orderByKeys} limit ${limit} offset ${plan.offset})`;
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
