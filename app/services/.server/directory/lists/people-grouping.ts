import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";
import { personTypes, statuses } from "~/services/.server/directory/rules";
import type { ListGroups } from "~/services/contracts/list-groups";
import { byPlace, type GroupColumn, type Grouping, inAlphabet } from "./list-grouping";

/** Grouping of lists of people by class, school, type or status. docs/decisions/0020-lists-at-a-million.md. */

export const peopleGroups = ["groups", "organizations", "type", "status"] as const;
type PeopleGroup = (typeof peopleGroups)[number];
export type PeopleGrouping = Grouping<PeopleGroup>;

/** Longer lists are grouped only within each page. */
export const maxGrouped = 5000;

/** The response's groups. @param isShown whether the row at that position is in the response; default: all */
export function shownGroups(
  groups: ListGroups | null,
  isShown: (place: number) => boolean = () => true,
): ListGroups | null {
  if (!groups?.headings) return groups;
  return { ...groups, headings: groups.headings.filter((_, place) => isShown(place)) };
}

/** The part of the tree that the list covers: only its groups and organisations become headings. */
type Scope = {
  organization: { id: number; withBelow: boolean } | null;
  within?: number[] | null;
  ofGroups?: number[] | null;
};

function inScope({ organization, within }: Scope, id: SQL): SQL {
  const below = (ids: number[]) =>
    sql`${id} in (select c.descendant_id from directory.organization_closure c where c.ancestor_id in ${ids})`;
  if (organization) return organization.withBelow ? below([organization.id]) : sql`${id} = ${organization.id}`;
  if (within) return within.length > 0 ? below(within) : sql`false`;
  return sql`true`;
}

/** The group column for `directory.users u`, and the table `named` that provides it for a set of people. */
export type PeopleGroupColumn = GroupColumn & { named: SQL };

const nobody = sql`select null::int as user_id, null::text as name where false`;

/** @param ids SQL array of the people's ids */
export function personGroup(realm: Realm, by: PeopleGroup, scope: Scope, ids: SQL): PeopleGroupColumn {
  const named = (rows: SQL) => ({ value: sql`named.name`, none: "", named: rows });
  switch (by) {
    case "type":
      return { ...byPlace(sql`u.type`, personTypes), named: nobody };
    case "status":
      return { ...byPlace(sql`u.status`, statuses), named: nobody };
    case "groups":
      // A row under each of the person's groups: neither the class nor the choir may miss a member.
      return named(sql`select distinct m.user_id, ${inAlphabet(realm, sql`g.name`)} as name
        from directory.memberships m join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
        where m.user_id = any (${ids}) and ${inScope(scope, sql`g.organization_id`)}
          ${scope.ofGroups ? sql`and g.id = any (${sql.param(scope.ofGroups)}::bigint[])` : sql``}`);
    case "organizations":
      return named(sql`select distinct a.user_id, ${inAlphabet(realm, sql`o.name`)} as name
        from directory.associations a join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'
        where a.user_id = any (${ids}) and ${inScope(scope, sql`o.id`)}`);
  }
}
