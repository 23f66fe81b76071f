import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { inAlphabet } from "~/services/.server/directory/lists/list-grouping";
import { superUserScope } from "~/services/.server/directory/rules";
import type { MyGroup, MyOrganization } from "~/services/contracts/account";
import { lockEmail } from "./confirmed-emails";

/** Queries for a user's own account: organisations and groups by page, and confirmation of the e-mail address. */

type OwnPage = { number: number; size: number };
type OwnList<Item> = { items: Item[]; totalCount: number };

type Counted<Item> = { item: Item | null; totalCount: number };

/** An organisation's identifiers in other systems are visible only to its administrators, as in the control panel. */
const ownOrganizationCodes = sql`case when o.is_administered then json_build_object('municipalityKey', o.municipality_key,
    'schoolUnitCode', o.school_unit_code, 'sectoralCode', o.sectoral_code, 'establishmentId', o.establishment_id,
    'crmId', o.crm_id)
  else json_build_object('municipalityKey', null, 'schoolUnitCode', null, 'sectoralCode', null, 'establishmentId', null,
    'crmId', null) end`;

export async function listOwnOrganizations(
  database: Database,
  user: { realm: Realm; uid: string },
  page: OwnPage,
): Promise<OwnList<MyOrganization>> {
  const { rows } = await database.execute<Counted<MyOrganization>>(sql`
    with own as (
      select o.*, a.role, a.admin, a.active, ${superUserScope(user.realm)} = any (u.scopes) or exists (
          select 1 from directory.associations b
          join directory.organization_closure c on c.ancestor_id = b.organization_id and c.descendant_id = o.id
          where b.user_id = u.id and b.admin and b.active) as is_administered
      from directory.users u
      join directory.associations a on a.user_id = u.id
      join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'
      where u.uid = ${user.uid} and u.realm = ${user.realm}),
    page as (select * from own order by ${inAlphabet(user.realm, sql`name`)}, id limit ${page.size} offset ${(page.number - 1) * page.size})
    select (select count(*)::int from own) as "totalCount", case when o.id is null then null else json_build_object(
      'uid', o.uid, 'name', o.name, 'type', o.type, 'active', o.active and o.status = 'active', 'role', o.role,
      'admin', o.admin, 'identifiers', ${ownOrganizationCodes},
      'parent', (select json_build_object('uid', p.uid, 'name', p.name) from directory.organizations p
        where p.id = o.parent_id and p.status <> 'deleted')) end as item
    from (select 1) one left join page o on true order by ${inAlphabet(user.realm, sql`o.name`)}, o.id`);
  return readOwn(rows);
}

export async function listOwnGroups(
  database: Database,
  user: { realm: Realm; uid: string },
  page: OwnPage,
): Promise<OwnList<MyGroup>> {
  const { rows } = await database.execute<Counted<MyGroup>>(sql`
    with own as (
      select g.*, json_build_object('uid', o.uid, 'name', o.name) as organization,
        g.status = 'active' and o.status = 'active' as active from directory.users u
      join directory.memberships m on m.user_id = u.id
      join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
      join directory.organizations o on o.id = g.organization_id and o.status <> 'deleted'
      where u.uid = ${user.uid} and u.realm = ${user.realm}),
    page as (select * from own order by ${inAlphabet(user.realm, sql`name`)}, id limit ${page.size} offset ${(page.number - 1) * page.size})
    select (select count(*)::int from own) as "totalCount", case when g.id is null then null else json_build_object(
      'uid', g.uid, 'name', g.name, 'active', g.active, 'type', g.type, 'generateCode', g.code is not null,
      'externalId', g.external_id, 'typicalSchoolEntryYear', g.typical_school_entry_year,
      'organization', g.organization) end as item
    from (select 1) one left join page g on true order by ${inAlphabet(user.realm, sql`g.name`)}, g.id`);
  return readOwn(rows);
}

function readOwn<Item>(rows: Counted<Item>[]): OwnList<Item> {
  const items = rows.flatMap(({ item }) => (item === null ? [] : [item]));
  return { items, totalCount: rows[0]?.totalCount ?? 0 };
}

/**
 * Marks an address as verified, and replaces the old one if it is a change. False if the person is deleted, or if the address to verify is
 * no longer theirs.
 */
export async function proveEmail(
  database: Database | Transaction,
  by: Pick<Access, "realm" | "uid" | "actorUid" | "requestId" | "ipAddress">,
  { email, isChange }: { email: string; isChange: boolean },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    await lockEmail(transaction, by.realm, email);
    const same = isChange ? sql`true` : sql`lower(email) = lower(${email})`;
    // A trigger resets email_verified when the address changes, so it is set in a second statement.
    const { rows } = await transaction.execute(sql`
      update directory.users set email = ${email}, version = version + 1, updated_at = now()
      where uid = ${by.uid} and realm = ${by.realm} and status = 'active' and ${same} returning uid`);
    if (rows.length === 0) return false;
    await transaction.execute(sql`
      update directory.users set email_verified = true where uid = ${by.uid} and realm = ${by.realm}`);
    await writeAudit(transaction, by, [
      {
        action: "user.changed",
        subjectType: "user",
        subjectUid: by.uid,
        details: { attributes: isChange ? ["email", "emailVerified"] : ["emailVerified"] },
      },
    ]);
    return true;
  });
}
