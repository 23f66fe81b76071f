import { type SQL, sql } from "drizzle-orm";
import { personTypes } from "../../contracts/person-fields";
import type { PagePlan } from "./list-page";
import type { PeopleQuery } from "./people-query";

/**
 * Pages of lists that hold many, found by walking the realm in the list's order and looking at each person's places. As a
 * statement it is the same for a school of two thousand and for a country, so that each connection may keep its plan: planning
 * cost more than all the rest. docs/decisions/0021-lists-at-a-million.md.
 */

/** People that a walk looks at, at most; whoever finds too few among them asks the ordinary way. */
const farthest = 1000;

/** Sorts that an index serves, whatever else is asked. */
const indexed = new Set(["id", "name", "username", "email"]);

/** Page sizes that lists offer: each is a text of its own. */
const sizes = new Set([10, 25, 50, 100]);

/** Whether nothing is asked but types and an order that has an index. */
export function isWalkable(query: PeopleQuery, plan: PagePlan): boolean {
  const { types, ...filters } = query.filters;
  return (
    Object.values(filters).every((value) => value === undefined) &&
    (types ?? []).every((type) => personTypes.includes(type)) &&
    !query.q?.trim() &&
    !query.qName?.trim() &&
    !query.within &&
    query.organization?.withBelow !== false &&
    query.sorts.length === 1 &&
    indexed.has(query.sorts[0]?.by ?? "") &&
    sizes.has(query.page.size) &&
    plan.offset === 0
  );
}

/** `page (id, keys, place)`: at most one row more than the page holds; too few, where the walk ended before. */
export function walkedPage({ realm, organization, filters, page }: PeopleQuery, plan: PagePlan): SQL {
  // What has few values stands in the text: a plan that is kept knows nothing of what comes later.
  const types = filters.types?.length ? sql.raw(`in (${filters.types.map((type) => `'${type}'`).join(", ")})`) : null;
  const place = sql`${organization?.activeOnly ? sql`and a.active` : sql``} ${types ? sql`and a.role ${types}` : sql``}`;
  // One look-up for each place, and no join: a kept plan takes every organisation for one of the usual size.
  const belongs = organization
    ? sql`exists (select 1 from directory.associations a where a.user_id = u.id ${place}
        and exists (select 1 from directory.organization_closure c
          where c.ancestor_id = ${organization.id} and c.descendant_id = a.organization_id offset 0) offset 0)`
    : sql`true`;
  return sql`page as (select found.*, row_number() over () as place from (
      select u.id, ${plan.keys} as keys from (
        select u.* from directory.users u
        where u.realm = ${sql.raw(`'${realm}'`)} and u.status <> 'deleted' ${types ? sql`and u.type ${types}` : sql``} and ${plan.after}
        order by ${plan.orderBy} limit ${sql.raw(String(farthest))}) u
      where ${belongs} order by ${plan.orderBy} limit ${sql.raw(String(page.size + 1))}) found)`;
}
