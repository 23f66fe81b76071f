import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";
import type { Access } from "./access";
import { superUserScope } from "./rules";

/**
 * The caller's scope as SQL conditions: `relationToOrganization`, `relationToGroup` and `relationToPerson` for many rows at once.
 * scope-query.test.ts checks that both forms agree.
 */

export type CallerScope = Pick<
  Access,
  "userId" | "administers" | "worksIn" | "worksBelow" | "seesAllIn" | "seesAllBelow" | "ownGroups"
>;

/** null for super users, whose scope is the whole realm. */
export function scopeOf(access: Access): CallerScope | null {
  if (access.isSuper) return null;
  const { userId, administers, worksIn, worksBelow, seesAllIn, seesAllBelow, ownGroups } = access;
  return { userId, administers, worksIn, worksBelow, seesAllIn, seesAllBelow, ownGroups };
}

function idsOf(some: readonly number[]): SQL {
  return sql`any (${sql.param(some)}::bigint[])`;
}

function placesIn(below: number[], alone: number[]): SQL {
  return sql`(select r.descendant_id from directory.organization_closure r
    where r.ancestor_id = ${idsOf(below)} or (r.ancestor_id = ${idsOf(alone)} and r.descendant_id = r.ancestor_id))`;
}

/** Whether an organisation id is one that the caller works in or administers. */
export function isPlaceInScope(
  { administers, worksBelow, worksIn }: Pick<CallerScope, "administers" | "worksBelow" | "worksIn">,
  id: SQL,
): SQL {
  return sql`${id} in ${placesIn([...administers, ...worksBelow], worksIn)}`;
}

/** Whether the caller may see a group, given as a row of `directory.groups`. */
export function isGroupInScope({ administers, seesAllBelow, seesAllIn, ownGroups }: CallerScope, group: SQL): SQL {
  return sql`(${group}.organization_id in ${placesIn([...administers, ...seesAllBelow], seesAllIn)}
    or ${group}.id = ${idsOf(ownGroups)})`;
}

/** Ids of the members of these groups and of their guardians. */
export function membersWithGuardians(groups: readonly number[]): SQL {
  const members = sql`directory.memberships m join directory.users member on member.id = m.user_id
      and member.status <> 'deleted'`;
  const isTheirs = sql`m.group_id = ${idsOf(groups)}`;
  return sql`(select m.user_id from ${members} where ${isTheirs} union
    select w.guardian_id from ${members} join directory.guardianships w on w.student_id = m.user_id where ${isTheirs})`;
}

/** `membersWithGuardians` as a condition on one person, by key look-ups. `person` may be called anything but the aliases in it. */
function isOfClasses(groups: readonly number[], person: SQL): SQL {
  if (groups.length === 0) return sql`false`;
  return sql`(exists (select 1 from directory.memberships m where m.user_id = ${person}.id and m.group_id = ${idsOf(groups)})
    or exists (select 1 from directory.guardianships guardianship
      join directory.users pupil on pupil.id = guardianship.student_id and pupil.status <> 'deleted'
      join directory.memberships m on m.user_id = guardianship.student_id
      where guardianship.guardian_id = ${person}.id and m.group_id = ${idsOf(groups)}))`;
}

/** Whether a person, given as a row of `directory.users`, is in the caller's scope. */
export function isPersonInScope(scope: CallerScope, person: SQL): SQL {
  const { userId, administers, worksBelow, worksIn, seesAllBelow, seesAllIn, ownGroups } = scope;
  return sql`(${person}.id = ${userId}
    or exists (select 1 from directory.guardianships mine
      where mine.guardian_id = ${userId} and mine.student_id = ${person}.id)
    or exists (select 1 from directory.associations held
      join directory.organizations place on place.id = held.organization_id and place.status <> 'deleted'
      where held.user_id = ${person}.id and (held.organization_id in ${placesIn(administers, [])}
        or (held.active and (held.organization_id in ${placesIn(seesAllBelow, seesAllIn)}
          or (held.organization_id in ${placesIn(worksBelow, worksIn)} and ${isOfClasses(ownGroups, person)}))))))`;
}

/**
 * Whether a person is a super user, or administers or works for (`add_to_sub_schools`) an organisation that the caller administers or one
 * of its ancestors.
 */
export function isPersonAbove({ administers }: CallerScope, realm: Realm, person: SQL): SQL {
  return sql`(${superUserScope(realm)} = any (${person}.scopes)
    or exists (select 1 from directory.associations held
      where held.user_id = ${person}.id and held.role = 'employee' and (held.admin or held.add_to_sub_schools)
        and held.organization_id in (select r.ancestor_id from directory.organization_closure r
          where r.descendant_id = any (${sql.param(administers)}::bigint[]))))`;
}
