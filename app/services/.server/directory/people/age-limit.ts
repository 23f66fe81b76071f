import { sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { hasFeature, type Realm, regionOf } from "~/realms/realm";

/**
 * The maximum age of books on a pupil's shelf: the minimum over the pupil's own limit, their groups' and those groups' ancestors'. null for
 * no limit, and in countries without the feature. docs/product/choices.md#default-permissions: ageFilter.
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

/** The age limit of a group's shelf: the minimum over the group and its ancestors. */
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
