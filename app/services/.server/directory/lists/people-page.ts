import { type SQL, sql } from "drizzle-orm";
import { personTypes } from "~/services/contracts/person-fields";
import { countCap, isFoundByLetters, type PagePlan } from "./list-page";
import { isFiltered, isSearch, type PeopleQuery, peopleCondition, placeCondition } from "./people-query";
import { isInIndexedOrder, isSortedFirst, scopeOf, sortedFirst, walkedSearch } from "./people-walk";

/** The rows of a page of people, found by their keys: `counted (total)` and `page (id, keys, place)`. Decision 21. */

/** Whether a page is found without its count; what is chosen from a list, by another order than that of ids, begins with a thousand. */
export function isCountApart(query: PeopleQuery): boolean {
  return (!isSearch(query) && !isFiltered(query)) || query.sorts[0]?.by === "id";
}

export function counting(query: PeopleQuery): SQL {
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

export function slice(plan: PagePlan, size: number): SQL {
  return sql`order by ${plan.orderBy} limit ${size + 1} offset ${plan.offset}`;
}

export function plainPage(query: PeopleQuery, plan: PagePlan): SQL {
  const { page } = query;
  const condition = peopleCondition(query, plan.idAfter);
  return sql`counted as (${counting(query)}),
    page as (select found.*, row_number() over () as place from (
      select u.id, ${plan.keys} as keys from directory.users u where ${condition} and ${plan.after}
      ${slice(plan, page.size)}) found)`;
}

/**
 * What a search or a filter finds is often little, and then it is sorted; or much, and then it is found soon by walking in the list's order.
 * Where a walk finds too few, it is collected and sorted, since everybody called Elsa stands in one place of the alphabet. Which
 * of them it is shows when the first thousand are found; PostgreSQL leaves the other branches alone.
 * @param isKnownMany whether more than a thousand were found a while ago: they are not looked for again
 */
export function chosenPage(query: PeopleQuery, plan: PagePlan, isKnownMany: boolean): SQL {
  if (isFoundByType(query)) return foundByType(query, plan);
  const condition = peopleCondition(query);
  return sql`${isKnownMany ? moreThanThousand : firstThousand(condition)},
    counted as (${countOf(query, sql`select hits::int as total from size`)}),
    ${foundPage(query, plan, condition)}`;
}

function firstThousand(condition: SQL): SQL {
  return sql`few as materialized (select u.id from directory.users u where ${condition} limit ${countCap + 1}),
    size as materialized (select count(*) as hits from few)`;
}

const moreThanThousand = sql`few as (select null::int as id where false), size as (select ${countCap + 1}::bigint as hits)`;

function countOf(query: PeopleQuery, capped: SQL): SQL {
  return query.count === "capped" ? capped : counting(query);
}

/** `page (id, keys, place)`, and before it what it is found by; `few` and `size` are there. */
function foundPage(query: PeopleQuery, plan: PagePlan, condition: SQL): SQL {
  const { page } = query;
  const many = collected(query, condition);
  const isMany = sql`(select hits from size) > ${countCap}`;
  const isWalked = isInIndexedOrder(query);
  const isFilled = sql`(select count(*) from walked) > ${page.size}`;
  const isLarge = sql`${isMany} and (select large from scope)`;
  const walk = isWalked ? sql`${scopeOf(query, isMany)}, ${walkedSearch(query, plan, isLarge)},` : sql``;
  const fromWalk = isWalked ? sql`union all (select walked.id, walked.keys from walked where ${isFilled})` : sql``;
  const isUnfilled = isWalked ? sql`${isMany} and not ${isFilled}` : isMany;
  const isSorted = isSortedFirst(query);
  const isSortFilled = sql`(select count(*) from sorted) > ${page.size}`;
  const sort = isSorted ? sql`${sortedFirst(query, plan, sql`${isLarge} and not ${isFilled}`)},` : sql``;
  const fromSort = isSorted ? sql`union all (select sorted.id, sorted.keys from sorted where ${isSortFilled})` : sql``;
  const isLeft = isSorted ? sql`${isUnfilled} and not ${isSortFilled}` : isUnfilled;
  return sql`${walk}
    ${sort}
    page as (select found.*, row_number() over () as place from (
      (select u.id, ${plan.keys} as keys from directory.users u
        where not ${isMany} and u.id = any (array(select few.id from few)) and ${plan.after}
        ${slice(plan, page.size)})
      ${fromWalk}
      ${fromSort}
      union all
      (select u.id, ${plan.keys} as keys from ${many} and ${isLeft} and ${plan.after} ${slice(plan, page.size)})) found)`;
}

/**
 * Whether each type of people has its own share of the list: nearly all pupils have no e-mail and stand before all others in the
 * order of addresses, and next to none of them is without a group. Whom an index of letters finds are sorted together.
 */
function isFoundByType({ filters, sorts, q, qName }: PeopleQuery): boolean {
  const isWanted = filters.isWithoutGroup === true && filters.types?.length !== 1 && sorts[0]?.by === "email";
  return isWanted && !isFoundByLetters(q) && !isFoundByLetters(qName);
}

/** The first of each type, put together; each says how many it has, whether or not some of them are on the page. */
function foundByType(query: PeopleQuery, plan: PagePlan): SQL {
  const reach = plan.offset + query.page.size;
  const shares = (query.filters.types ?? personTypes).map((type) => {
    const ofType = { ...query, filters: { ...query.filters, types: [type] }, page: { ...query.page, size: reach } };
    const condition = peopleCondition(ofType);
    return sql`(with ${firstThousand(condition)}, ${foundPage(ofType, { ...plan, offset: 0 }, condition)}
      select ${type} as type, size.hits, page.id from size left join page on true)`;
  });
  const hits = sql`select least(sum(hits), ${countCap + 1})::int as total
    from (select distinct shares.type, shares.hits from shares) share`;
  return sql`shares as materialized (${sql.join(shares, sql` union all `)}),
    counted as (${countOf(query, hits)}),
    page as (select found.*, row_number() over () as place from (
      select u.id, ${plan.keys} as keys from directory.users u where u.id = any (array(select shares.id from shares))
      ${slice(plan, query.page.size)}) found)`;
}

/** The rows where there are many: walked in the order of ids, collected before any other. */
export function collected(query: PeopleQuery, condition: SQL): SQL {
  if (query.sorts[0]?.by === "id") return sql`directory.users u where ${condition}`;
  return sql`(select u.* from directory.users u where ${condition} offset 0) u where true`;
}
