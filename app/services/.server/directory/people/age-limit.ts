import { sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { hasFeature, type Realm, regionOf } from "~/realms/realm";

/**
 * Up to which age books stand on a pupil's shelf: the least of the pupil's own limit, their groups' and those of the groups that
 * these are part of. null for no limit, and where the country has none. docs/product/choices.md#default-permissions: ageFilter.
 */
export function createAgeLimit(databases: Databases): (realm: Realm, uid: string) => Promise<number | null> {
  return async (realm, uid) => {
    if (!hasFeature(realm, "ageFilter")) return null;
    const { rows } = await databases[regionOf(realm)].execute<{ limit: number | null }>(sql`
      with recursive person as (
        select id, age_filter from directory.users where uid::text = ${uid} and realm = ${realm} and type = 'student'
      ), above as (
        select g.id, g.parent_group_id, g.age_filter from person
        join directory.memberships m on m.user_id = person.id
        join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
        union
        select g.id, g.parent_group_id, g.age_filter from above
        join directory.groups g on g.id = above.parent_group_id and g.status <> 'deleted')
      select least((select age_filter from person), (select min(age_filter) from above))::int as limit`);
    return rows[0]?.limit ?? null;
  };
}

/** The same for the shelf of a group: the least of its own limit and of those of the groups that it is part of. */
export async function findGroupAgeLimit(database: Database, realm: Realm, groupId: number): Promise<number | null> {
  if (!hasFeature(realm, "ageFilter")) return null;
  const { rows } = await database.execute<{ limit: number | null }>(sql`
    with recursive above as (
      select g.id, g.parent_group_id, g.age_filter from directory.groups g where g.id = ${groupId}
      union
      select g.id, g.parent_group_id, g.age_filter from above
      join directory.groups g on g.id = above.parent_group_id and g.status <> 'deleted')
    select min(age_filter)::int as limit from above`);
  return rows[0]?.limit ?? null;
}
