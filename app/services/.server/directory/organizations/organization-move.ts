import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { inAlphabet } from "~/services/.server/directory/lists/list-grouping";

/** People whose permissions on an organisation change when it is moved. docs/decisions/0036-organisation-hierarchy.md. */

/** The number of people, and the first names in alphabetical order. */
type AffectedPeople = { total: number; names: string[] };
type MoveEffect = {
  /** Administrators, and teachers with access to descendants, of ancestors that the organisation would lose. */
  losing: AffectedPeople;
  /** The same for ancestors that the organisation would gain. */
  gaining: AffectedPeople;
};

const maxNames = 10;

/** @param parentId the new parent; null for the top level */
export async function readMoveEffect(
  database: Database,
  organization: { id: number; realm: Realm },
  parentId: number | null,
): Promise<MoveEffect> {
  const byName = inAlphabet(organization.realm, sql`name`);
  const { rows } = await database.execute<MoveEffect>(sql`
    with before as (
      select c.ancestor_id as id from directory.organization_closure c
      where c.descendant_id = ${organization.id} and c.ancestor_id <> ${organization.id}),
    after as (select c.ancestor_id as id from directory.organization_closure c where c.descendant_id = ${parentId}),
    -- Who has rights from above or in the organisation itself, and from where.
    held as (
      select u.id, u.name, bool_or(a.organization_id in (select id from before)) as has_before,
        bool_or(a.organization_id in (select id from after)) as has_after,
        bool_or(a.organization_id = ${organization.id} and (a.admin or not b.admin_above)) as has_own
      from directory.associations a
      join directory.users u on u.id = a.user_id and u.status <> 'deleted' and cardinality(u.scopes) = 0
      cross join lateral (select coalesce(bool_or(x.admin), false) as admin_above from directory.associations x
        where x.user_id = u.id and x.active and x.organization_id <> ${organization.id}
          and (x.organization_id in (select id from before) or x.organization_id in (select id from after))) b
      where a.role = 'employee' and a.active and (a.organization_id = ${organization.id}
        or ((a.admin or a.add_to_sub_schools)
          and (a.organization_id in (select id from before) or a.organization_id in (select id from after))))
      group by u.id, u.name),
    losing as (select id, name from held where has_before and not has_after and not has_own),
    gaining as (select id, name from held where has_after and not has_before and not has_own)
    select
      json_build_object('total', (select count(*) from losing),
        'names', (select coalesce(json_agg(name), '[]') from (select name from losing order by ${byName}, id limit ${maxNames}) l)) as losing,
      json_build_object('total', (select count(*) from gaining),
        'names', (select coalesce(json_agg(name), '[]') from (select name from gaining order by ${byName}, id limit ${maxNames}) g)) as gaining`);
  const nobody = { total: 0, names: [] };
  return rows[0] ?? { losing: nobody, gaining: nobody };
}
