import { type SQL, sql } from "drizzle-orm";
import { personTypes } from "~/services/contracts/person-fields";
import { countStatement, type PageStatement } from "./list-builder";
import { countCap, usesTrigramIndex } from "./list-page";
import { conditionBesidePlace, countRows, type PeopleQuery, peopleCondition } from "./people-query";

/**
 * The statements of the strategies that only lists of people have: `counted (total)` and `page (id, keys, place)`. When which is
 * used: list-strategy.ts. PostgreSQL does not run the branches whose condition is false.
 */

/** People that a walk tests at most: about as much work as collecting and sorting some thousand of them. */
const walkLength = 5000;

/** Sorted matches that are tested for the organisation at most: a bounded sort is quicker than one of all matches. */
const sortedTested = 1000;

/**
 * Places of an organisation up to which its people are collected through them: in the realm's order they are too rare to walk to.
 */
const fewPlaces = 20_000;

/** Sorts that an index serves, whatever else is requested. */
const indexedSorts = new Set(["id", "name", "username", "email"]);

/** Whether an index has the list's order, and people read in it can be tested one by one. */
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
 * Whether each type of people has a share of its own: next to no pupil is without a group, and pupils come first in the order of
 * e-mail. Matches of an index of letters are few enough to be sorted together.
 */
export function isSplitByType({ filters, sorts, q, qName }: PeopleQuery): boolean {
  const isSplit = filters.isWithoutGroup === true && filters.types?.length !== 1 && sorts[0]?.by === "email";
  return isSplit && !usesTrigramIndex(q) && !usesTrigramIndex(qName);
}

/** The first matches of each type, merged, with the count of each type, whether or not they are on the page. */
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

/** `few (id)`, `size (hits)`: the first matches, one more than are counted. */
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

/** `page`, and before it what it is found by; `few` and `size` are there. */
function matchesPage(query: PeopleQuery, statement: PageStatement, condition: SQL): SQL {
  const { plan } = statement;
  const isMany = sql`(select hits from size) > ${countCap}`;
  const few = sql`(select u.id, ${plan.keys} as keys from directory.users u
    where not ${isMany} and u.id = any (array(select few.id from few)) and ${plan.after} ${pageSlice(statement)})`;
  const { before, branches } = manyMatches(query, statement, condition, isMany);
  return sql`${before} page as (select found.*, row_number() over () as place from (
    ${sql.join([few, ...branches], sql` union all `)}) found)`;
}

/** Tables that must stand before the page, and the branches of the page for more matches than `few` holds. */
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
  // In the order of ids the people of a school are adjacent and far from the start: they are collected.
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

/** `sorted (id, keys)`: the page among the first of all matches in the realm, or fewer rows where too few of these belong. */
function sortedPage(query: PeopleQuery, { plan, limit }: PageStatement, isWanted: SQL): SQL {
  return sql`matching as materialized (
        select u.id, u.name, u.username, u.email from directory.users u
        where ${conditionBesidePlace(query)} and ${isWanted}),
      sorted as materialized (select u.id, ${plan.keys} as keys from (
          select u.*, ${plan.keyColumns} from matching u where ${plan.after}
          order by ${plan.orderBy} limit ${sortedTested}) u
        where ${belongs(query)} order by ${plan.orderByKeys} limit ${limit} offset ${plan.offset})`;
}

/** The people of a condition: read in the order of ids, collected before they are sorted in any other. */
function collectedPeople(query: PeopleQuery, condition: SQL): SQL {
  if (query.sorts[0]?.by === "id") return sql`directory.users u where ${condition}`;
  return sql`(select u.* from directory.users u where ${condition} offset 0) u where true`;
}

/** `organization (is_large)`: whether its people are walked to or sorted first, instead of being collected by their places. */
function organizationSize({ organization }: PeopleQuery, isWanted: SQL): SQL {
  if (!organization) return sql`organization as materialized (select true as is_large)`;
  return sql`organization as materialized (select count(*) > ${fewPlaces} as is_large from (
      select 1 from directory.organization_closure c join directory.associations a on a.organization_id = c.descendant_id
      where c.ancestor_id = ${organization.id} and ${isWanted} limit ${fewPlaces + 1}) found)`;
}

/** `walked (id, keys)`: the page, or fewer rows where the walk ended before the page was full. */
function walkedPage(query: PeopleQuery, { plan, limit }: PageStatement, isWanted: SQL): SQL {
  const { realm, filters, sorts } = query;
  const by = sorts[0]?.by ?? "";
  // By names all types stand among each other: 5,000 guardians would be found among a hundred thousand people.
  const types = by === "name" || by === "username" ? sql`` : ofTypes(filters, sql`and u.type`);
  // People without an e-mail come first and are nearly everybody: a walk begins at those who are wanted.
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

/**
 * Whether a person belongs to the organisation, by look-ups: `offset 0` keeps PostgreSQL from collecting all its people to test one.
 */
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
