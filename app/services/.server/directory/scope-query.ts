import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";
import type { Access } from "./access";
import { superUserScope } from "./rules";

/**
 * The caller's scope as SQL conditions: the rule of `relationToOrganization` and `relationToPerson` for many rows at once.
 * scope-query.test.ts holds both forms equal.
 */

export type CallerScope = Pick<Access, "userId" | "administers" | "worksIn" | "worksBelow">;

/** null for super users, whose scope is all of their realm. */
export function scopeOf(access: Access): CallerScope | null {
  if (access.isSuper) return null;
  const { userId, administers, worksIn, worksBelow } = access;
  return { userId, administers, worksIn, worksBelow };
}

function placesIn(below: number[], alone: number[]): SQL {
  const ids = (some: number[]) => sql`any (${sql.param(some)}::bigint[])`;
  return sql`(select r.descendant_id from directory.organization_closure r
    where r.ancestor_id = ${ids(below)} or (r.ancestor_id = ${ids(alone)} and r.descendant_id = r.ancestor_id))`;
}

/** Whether an organisation's id is one of those where the caller works or that the caller administers. */
export function isPlaceInScope({ administers, worksBelow, worksIn }: CallerScope, id: SQL): SQL {
  return sql`${id} in ${placesIn([...administers, ...worksBelow], worksIn)}`;
}

/** Whether a person, a row of `directory.users`, has anything to do with the caller. */
export function isPersonInScope(scope: CallerScope, person: SQL): SQL {
  const { userId, administers, worksBelow, worksIn } = scope;
  return sql`(${person}.id = ${userId}
    or exists (select 1 from directory.guardianships mine
      where mine.guardian_id = ${userId} and mine.student_id = ${person}.id)
    or exists (select 1 from directory.associations held
      join directory.organizations place on place.id = held.organization_id and place.status <> 'deleted'
      where held.user_id = ${person}.id and (held.organization_id in ${placesIn(administers, [])}
        or (held.active and held.organization_id in ${placesIn(worksBelow, worksIn)}))))`;
}

/** Whether a person rules where the caller administers: a super user, or whoever administers or works from above. */
export function isPersonAbove({ administers }: CallerScope, realm: Realm, person: SQL): SQL {
  return sql`(${superUserScope(realm)} = any (${person}.scopes)
    or exists (select 1 from directory.associations held
      where held.user_id = ${person}.id and held.role = 'employee' and (held.admin or held.add_to_sub_schools)
        and held.organization_id in (select r.ancestor_id from directory.organization_closure r
          where r.descendant_id = any (${sql.param(administers)}::bigint[]))))`;
}
