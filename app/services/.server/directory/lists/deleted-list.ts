import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { isRestorableBy, restorableUntil } from "~/services/.server/directory/deletion-times";
import { isUsernameTaken } from "~/services/.server/directory/people/restorable";
import { type PersonType, superUserScope } from "~/services/.server/directory/rules";

/**
 * People and groups deleted at an organisation and its descendants, while they can be restored. docs/product/choices.md#who-and-where:
 * deletion.
 */

/** Times are ISO 8601, UTC. */
type Deleted = { uid: string; name: string; deletedAt: string; restorableUntil: string };
export type DeletedPerson = Deleted & { type: PersonType; username: string; isUsernameTaken: boolean };
export type DeletedGroup = Deleted;

/**
 * Deleted people whom the caller may restore, and people whose membership ended while they stayed elsewhere; most recently deleted first.
 * People deleted together with an organisation are restored with it, and omitted here.
 * @param page from 1
 */
export async function listDeletedPeople(
  database: Database,
  access: Access,
  organizationId: number,
  page: { number: number; size: number },
): Promise<{ people: DeletedPerson[]; hasMore: boolean }> {
  const { rows } = await database.execute<DeletedPerson>(sql`
    with gone as (
      select u.id, u.deleted_at from directory.users u
      where u.realm = ${access.realm} and u.status = 'deleted' and u.deleted_with is null and ${isRestorableBy(access, sql`u.deleted_at`)}
        and exists (select 1 from directory.associations held ${isBelow(sql`held`, organizationId)} where held.user_id = u.id)
      union all
      select e.user_id, max(e.ended_at) from directory.ended_associations e ${isBelow(sql`e`, organizationId)}
      where ${isRestorableBy(access, sql`e.ended_at`)} and not exists (select 1 from directory.associations again
        where again.user_id = e.user_id and again.organization_id = e.organization_id)
      group by e.user_id),
    latest as (select id, max(deleted_at) as deleted_at from gone group by id)
    select u.uid, u.type, u.name, u.username, ${times(access, "latest")},
      u.status = 'deleted' and ${isUsernameTaken} as "isUsernameTaken"
    from latest join directory.users u on u.id = latest.id
    ${access.isSuper ? sql`` : sql`where not ${isAdministrator(access.realm)}`}
    order by latest.deleted_at desc, u.id desc limit ${page.size + 1} offset ${(page.number - 1) * page.size}`);
  return { people: rows.slice(0, page.size), hasMore: rows.length > page.size };
}

/** Groups that were deleted individually, most recently deleted first. */
export async function listDeletedGroups(
  database: Database,
  access: Access,
  organizationId: number,
  most: number,
): Promise<DeletedGroup[]> {
  const { rows } = await database.execute<DeletedGroup>(sql`
    select g.uid, g.name, ${times(access, "g")} from directory.groups g
    join directory.organizations place on place.id = g.organization_id and place.status <> 'deleted'
    join directory.organization_closure below on below.descendant_id = g.organization_id
    where below.ancestor_id = ${organizationId} and g.status = 'deleted' and g.deleted_with is null
      and ${isRestorableBy(access, sql`g.deleted_at`)}
    order by g.deleted_at desc, g.id desc limit ${most}`);
  return rows;
}

/** Joins of rows with an `organization_id` that is this organisation or below it, and not deleted. */
function isBelow(table: SQL, organizationId: number): SQL {
  return sql`join directory.organizations place on place.id = ${table}.organization_id and place.status <> 'deleted'
    join directory.organization_closure below on below.descendant_id = ${table}.organization_id
      and below.ancestor_id = ${organizationId}`;
}

/** Whether `directory.users u` is an administrator; other administrators may not restore them. */
function isAdministrator(realm: Realm): SQL {
  return sql`(${superUserScope(realm)} = any (u.scopes) or exists (select 1 from directory.associations held
    where held.user_id = u.id and held.active and held.admin))`;
}

function times(access: Access, table: "latest" | "g") {
  const deletedAt = sql.raw(`${table}.deleted_at`);
  return sql`to_json(${deletedAt}) #>> '{}' as "deletedAt",
    to_json(${restorableUntil(access, deletedAt)}) #>> '{}' as "restorableUntil"`;
}
