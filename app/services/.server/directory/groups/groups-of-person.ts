import { type SQL, sql } from "drizzle-orm";
import type { Realm } from "~/realms/realm";

/** SQL for the ids of a person's groups and all their ancestors, without deleted groups. */
export function groupsAround(realm: Realm, uid: string): SQL {
  return sql`(with recursive around as (
      select g.id, g.parent_group_id from directory.users u
      join directory.memberships m on m.user_id = u.id
      join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
      where u.realm = ${realm} and u.uid = ${uid}::uuid
      union
      select g.id, g.parent_group_id from around
      join directory.groups g on g.id = around.parent_group_id and g.status <> 'deleted')
    select id from around)`;
}
