import { type SQL, sql } from "drizzle-orm";
import type { Access } from "~/services/.server/directory/access";
import { isPlaceInScope } from "~/services/.server/directory/scope-query";

/** A teacher's own classes. docs/product/choices.md#default-permissions. */

/** Ids of the groups that the caller is a member of where they work, and of all below them; deleted ones too. */
export function taughtGroups(access: Access): SQL {
  if (access.type !== "employee") return sql`(select g.id from directory.groups g where false)`;
  return sql`(with recursive taught as (
      select g.id from directory.groups g join directory.memberships m on m.group_id = g.id
      where m.user_id = ${access.userId} and ${isPlaceInScope(access, sql`g.organization_id`)}
      union
      select g.id from directory.groups g join taught on g.parent_group_id = taught.id)
    select id from taught)`;
}
