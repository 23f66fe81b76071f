import { type SQL, sql } from "drizzle-orm";
import { personTypes } from "~/services/contracts/person-fields";
import type { PagePlan } from "./list-page";
import { isFiltered, isSearch, type PeopleQuery, peopleCondition } from "./people-query";

/**
 * Pages of lists that hold many, found by walking the realm in the list's order and looking at each person's places. As a
 * statement it is the same for a school of two thousand and for a country, so that each connection may keep its plan: planning
 * cost more than all the rest. docs/decisions/0021-lists-at-a-million.md.
 */

/** People that a walk looks at, at most; whoever finds too few among them asks the ordinary way. */
const farthest = 1000;
/** The same where more than a thousand match: as long as collecting and sorting some thousand of them takes. */
const farthestSearched = 5000;

/**
 * People of an organisation and all below it, from whom on it is quicker to sort or to walk first and then to see who belongs: of
 * a fiftieth of a country of a million, twenty stand among any thousand.
 */
const fewPlaces = 20_000;
/** Who matches anywhere, at most, to be sorted before it is seen who belongs. */
const mostMatching = 100_000;

/** Sorts that an index serves, whatever else is asked. */
const indexed = new Set(["id", "name", "username", "email"]);

/** Page sizes that lists offer: each is a text of its own. */
const sizes = new Set([10, 25, 50, 100]);

/** Whether nothing is asked but types and an order that has an index. */
export function isWalkable(query: PeopleQuery, plan: PagePlan): boolean {
  const isPlain = !isSearch(query) && !isFiltered(query);
  return isPlain && isInIndexedOrder(query) && sizes.has(query.page.size) && plan.offset === 0;
}

/** Whether an index has a list's order, and its people can be looked at one by one, whatever they are to match. */
export function isInIndexedOrder({ filters, within, organization, sorts }: PeopleQuery): boolean {
  return (
    !filters.status?.includes("deleted") &&
    (filters.types ?? []).every((type) => personTypes.includes(type)) &&
    !within &&
    organization?.withBelow !== false &&
    sorts.length === 1 &&
    indexed.has(sorts[0]?.by ?? "")
  );
}

/** `page (id, keys, place)`: at most one row more than the page holds; too few, where the walk ended before. */
export function walkedPage(query: PeopleQuery, plan: PagePlan): SQL {
  return sql`page as (select found.*, row_number() over () as place from (
      select u.id, ${plan.keys} as keys from ${walkedPeople(query, plan, farthest)}
      where ${belongs(query)} order by ${plan.orderByKeys} limit ${sql.raw(String(query.page.size + 1))}) found)`;
}

/**
 * `walked (id, keys)`: the page of a search or a filter that many match, as long as they stand close together in the list's order: who looks for
 * a surname in the order of names needs a hundred people to fill a page. Too few rows where they don't.
 * @param isWanted nobody is looked at where this does not hold
 */
export function walkedSearch(query: PeopleQuery, plan: PagePlan, isWanted: SQL): SQL {
  const condition = peopleCondition({ ...query, organization: null });
  // By names all types stand among each other: five thousand guardians would be found among a hundred thousand people.
  const isMixed = ["name", "username"].includes(query.sorts[0]?.by ?? "");
  const passed = isMixed ? { ...query, filters: { ...query.filters, types: undefined } } : query;
  return sql`walked as materialized (
      select u.id, ${plan.keys} as keys from ${walkedPeople(passed, plan, farthestSearched, sql`and ${isWanted}`)}
      where ${condition} and ${belongs(query)} order by ${plan.orderByKeys} limit ${query.page.size + 1} offset ${plan.offset})`;
}

/** Whether people can be sorted before it is seen who belongs: by ids a whole school stands together, and is not among the first. */
export function isSortedFirst(query: PeopleQuery): boolean {
  return query.organization !== null && query.sorts[0]?.by !== "id" && isInIndexedOrder(query);
}

/**
 * `scope (large)`: whether an organisation has so many people that they are not simply collected by their places.
 * @param isWanted nobody is counted where this does not hold
 */
export function scopeOf({ organization }: PeopleQuery, isWanted: SQL): SQL {
  if (!organization) return sql`scope as materialized (select true as large)`;
  return sql`scope as materialized (select count(*) > ${fewPlaces} as large from (
      select 1 from directory.organization_closure c join directory.associations a on a.organization_id = c.descendant_id
      where c.ancestor_id = ${organization.id} and ${isWanted} limit ${fewPlaces + 1}) found)`;
}

/**
 * `sorted (id, keys)`: the page of a search that many match, who stand all in one place of a list's order, where a walk does not
 * come: all who match are sorted, and the first of them are looked at whether they belong. Too few rows where still more match.
 * @param isWanted nobody is looked at where this does not hold
 */
export function sortedFirst(query: PeopleQuery, plan: PagePlan, isWanted: SQL): SQL {
  const { page } = query;
  const condition = peopleCondition({ ...query, organization: null });
  return sql`matching as materialized (select u.id, u.name, u.username, u.email from directory.users u
      where ${condition} and ${isWanted} limit ${mostMatching + 1}),
    sorted as materialized (
      select u.id, ${plan.keys} as keys from (select u.* from matching u
        where (select count(*) from matching) <= ${mostMatching} and ${plan.after}
        order by ${plan.orderBy} limit ${farthest}) u
      where ${belongs(query)} order by ${plan.orderBy} limit ${page.size + 1} offset ${plan.offset})`;
}

/** The realm's people of the wanted types in the list's order, `most` of them, as `u`. */
function walkedPeople({ realm, filters, sorts }: PeopleQuery, plan: PagePlan, most: number, also: SQL = sql``): SQL {
  // Whoever has no e-mail stands before all others, and those are nearly everybody.
  const isByEmail = filters.hasEmail !== undefined && sorts[0]?.by === "email";
  const withEmail = isByEmail
    ? sql`and coalesce(lower(u.email), '') ${sql.raw(filters.hasEmail ? ">" : "=")} ''`
    : sql``;
  return sql`(select u.*, ${plan.keyColumns} from directory.users u
        where u.realm = ${sql.raw(`'${realm}'`)} and u.status <> 'deleted' ${ofTypes(filters, sql`and u.type`)} and ${plan.after} ${withEmail} ${also}
        order by ${plan.orderBy} limit ${sql.raw(String(most))}) u`;
}

/** One look-up for each place, and no join: a kept plan takes every organisation for one of the usual size. */
function belongs({ organization, filters }: PeopleQuery): SQL {
  if (!organization) return sql`true`;
  const place = sql`${organization.activeOnly ? sql`and a.active` : sql``} ${ofTypes(filters, sql`and a.role`)}`;
  return sql`exists (select 1 from directory.associations a where a.user_id = u.id ${place}
        and exists (select 1 from directory.organization_closure c
          where c.ancestor_id = ${organization.id} and c.descendant_id = a.organization_id offset 0) offset 0)`;
}

/** What has few values stands in the text: a plan that is kept knows nothing of what comes later. */
function ofTypes({ types }: PeopleQuery["filters"], column: SQL): SQL {
  return types?.length ? sql`${column} in (${sql.raw(types.map((type) => `'${type}'`).join(", "))})` : sql``;
}
