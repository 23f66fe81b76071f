import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";
import { personTypes, statuses } from "~/services/.server/directory/rules";
import type { ListGroups } from "~/services/contracts/list-groups";
import { byPlace, type GroupColumn, type Grouping, inAlphabet } from "./list-grouping";

/** What people stand together by in a list: their class, their school, what they are. docs/decisions/0030-what-a-list-remembers.md. */

export const peopleGroups = ["groups", "organizations", "type", "status"] as const;
export type PeopleGroup = (typeof peopleGroups)[number];
export type PeopleGrouping = Grouping<PeopleGroup>;

/** People of one list who are grouped over all its pages; of more, those of each page are. */
export const groupedAtMost = 5000;

/** What an answer says of a list's groups. @param shown those of the page who may be seen; all of them unless said */
export function shownGroups(
  groups: { areWhole: boolean; names: Map<string, string> } | null,
  shown?: ReadonlyArray<{ id: string | null }>,
): ListGroups | null {
  if (!groups) return null;
  const ids = shown ? shown.map(({ id }) => id ?? "") : [...groups.names.keys()];
  const names = Object.fromEntries(ids.map((id) => [id, groups.names.get(id) ?? ""]));
  return { areWhole: groups.areWhole, ...(groups.areWhole ? { names } : {}) };
}

/** Where the list looks: only groups and organisations there make its headings. */
type Scope = { organization: { id: number; withBelow: boolean } | null; within?: number[] | null };

function inScope({ organization, within }: Scope, id: SQL): SQL {
  const below = (ids: number[]) =>
    sql`${id} in (select c.descendant_id from directory.organization_closure c where c.ancestor_id in ${ids})`;
  if (organization) return organization.withBelow ? below([organization.id]) : sql`${id} = ${organization.id}`;
  if (within) return within.length > 0 ? below(within) : sql`false`;
  return sql`true`;
}

/** What a person's group is, from a `directory.users u`, and the table `named` that says it of some people at once. */
export type PersonGroup = GroupColumn & { named: SQL };

const nobody = sql`select null::int as user_id, null::text as name where false`;

/** @param ids an array of the people's ids */
export function personGroup(realm: Realm, by: PeopleGroup, scope: Scope, ids: SQL): PersonGroup {
  const named = (rows: SQL) => ({ value: sql`named.name`, none: "", named: rows });
  switch (by) {
    case "type":
      return { ...byPlace(sql`u.type`, personTypes), named: nobody };
    case "status":
      return { ...byPlace(sql`u.status`, statuses), named: nobody };
    case "groups":
      // The class before all other groups: a choir does not tear a class apart.
      return named(sql`select distinct on (m.user_id) m.user_id, ${inAlphabet(realm, sql`g.name`)} as name
        from directory.memberships m join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
        where m.user_id = any (${ids}) and ${inScope(scope, sql`g.organization_id`)}
        order by m.user_id, (g.type = 'class') desc, ${inAlphabet(realm, sql`g.name`)}, g.id`);
    case "organizations":
      return named(sql`select distinct on (a.user_id) a.user_id, ${inAlphabet(realm, sql`o.name`)} as name
        from directory.associations a join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'
        where a.user_id = any (${ids}) and ${inScope(scope, sql`o.id`)}
        order by a.user_id, ${inAlphabet(realm, sql`o.name`)}, o.id`);
  }
}
