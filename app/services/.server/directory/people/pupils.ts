import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Access, OrganizationPosition } from "~/services/.server/directory/access";
import type { Relation } from "~/services/.server/directory/grants";

/** Pupils of a group, an organisation or a guardian, for other services. */

export type Pupil = { uid: string; name: string };

const isPupil = sql`u.type = 'student' and u.status <> 'deleted'`;
const alphabet = (realm: Realm) => sql.raw(`directory.alphabet_${realm}`);

/** The pupils of a group and its subgroups, in alphabetical order. */
export async function findPupilsOfGroup(database: Database, realm: Realm, groupId: number): Promise<Pupil[]> {
  const { rows } = await database.execute<Pupil>(sql`
    with recursive below as (
      select g.id from directory.groups g where g.id = ${groupId}
      union
      select g.id from below join directory.groups g on g.parent_group_id = below.id and g.status <> 'deleted')
    select u.uid, u.name from directory.users u
    where u.realm = ${realm} and ${isPupil}
      and u.id in (select m.user_id from directory.memberships m join below on below.id = m.group_id)
    order by u.name collate ${alphabet(realm)}, u.id`);
  return rows;
}

/** Whether a person is a pupil and a member of one of these groups. */
export async function isPupilOfGroups(
  database: Database,
  realm: Realm,
  uid: string,
  groups: readonly number[],
): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    select 1 from directory.users u join directory.memberships m on m.user_id = u.id
    where u.realm = ${realm} and u.uid = ${uid} and ${isPupil} and m.group_id = any(${sql.param(groups)}::bigint[]) limit 1`);
  return rowCount === 1;
}

/** A guardian's pupils, in alphabetical order. */
export async function findPupilsOfGuardian(database: Database, realm: Realm, guardianId: number): Promise<Pupil[]> {
  const { rows } = await database.execute<Pupil>(sql`
    select u.uid, u.name from directory.guardianships w join directory.users u on u.id = w.student_id
    where w.guardian_id = ${guardianId} and u.realm = ${realm} and ${isPupil}
    order by u.name collate ${alphabet(realm)}, u.id`);
  return rows;
}

/**
 * Subquery of the uids of an organisation's pupils whom the caller may list, by the rules of `authorisePeopleOf`.
 * @param relation the caller's relation to the organisation
 */
export function pupilsOfOrganization(access: Access, organization: OrganizationPosition, relation: Relation): SQL {
  const isStaff = relation === "employee" || relation === "teacher";
  const below = relation === "employee" ? access.seesAllBelow : access.worksBelow;
  const withBelow = !isStaff || organization.above.some((above) => below.includes(above));
  const inOwnClass =
    relation === "teacher"
      ? sql`and exists (select 1 from directory.memberships m
          where m.user_id = u.id and m.group_id = any(${sql.param(access.ownGroups)}::int[]))`
      : sql``;
  return sql`(select u.uid from directory.users u
    where u.realm = ${access.realm} and ${isPupil} ${inOwnClass} and exists (
      select 1 from directory.associations a
      join directory.organization_closure c on c.descendant_id = a.organization_id
      where a.user_id = u.id and a.role = 'student' and c.ancestor_id = ${organization.id}
        ${isStaff ? sql`and a.active` : sql``} ${withBelow ? sql`` : sql`and c.depth = 0`}))`;
}
