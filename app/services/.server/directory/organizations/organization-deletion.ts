import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
import { isRestorable } from "~/services/.server/directory/deletion-times";
import { isUsernameTaken, restoredColumns } from "~/services/.server/directory/people/restorable";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound } from "~/services/contracts/service-error";
import { lockTree } from "./organization-tree";

/**
 * Deletes and restores organisations, together with their descendants, groups, and people without another organisation; other people keep
 * their remaining associations. Everything is restored together. docs/decisions/0018-organisation-deletion.md.
 */

/** Number of rows that would be deleted; `staying` people only lose an association. */
type DeletionEffect = { organizations: number; groups: number; people: number; staying: number };

type Target = { id: number; uid: string };

function below(organization: Pick<Target, "id">): SQL {
  return sql`select c.descendant_id from directory.organization_closure c
    join directory.organizations o on o.id = c.descendant_id and o.status <> 'deleted'
    where c.ancestor_id = ${organization.id}`;
}

/** Associations outside the branch with an organisation that is not deleted. */
const elsewhere = (branch: SQL) => sql`directory.associations a
  join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted' and a.organization_id not in (${branch})`;

/** Associations elsewhere of the pupils of the guardian `directory.users u`. */
const ofPupilsElsewhere = (branch: SQL) => sql`directory.guardianships w
  join directory.users pupil on pupil.id = w.student_id and pupil.status <> 'deleted' and w.guardian_id = u.id
  join (${elsewhere(branch)}) on a.user_id = pupil.id`;

/** Super users belong to the platform, and a guardian to where their pupils are: they only lose the association. */
function belongsNowhereElse(branch: SQL): SQL {
  return sql`cardinality(u.scopes) = 0
    and not exists (select 1 from ${elsewhere(branch)} where a.user_id = u.id)
    and not exists (select 1 from ${ofPupilsElsewhere(branch)})`;
}

/** Guardians who would belong nowhere become members where their pupils are. docs/decisions/0063-people-of-two-organisations.md. */
async function keepGuardians(transaction: Transaction, branch: SQL): Promise<void> {
  await transaction.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select distinct u.id, kept.organization_id, u.realm, 'guardian'
    from directory.users u, lateral (select a.organization_id from ${ofPupilsElsewhere(branch)}) kept
    where u.status <> 'deleted' and u.type = 'guardian'
      and u.id in (select b.user_id from directory.associations b where b.organization_id in (${branch}))
      and not exists (select 1 from ${elsewhere(branch)} where a.user_id = u.id)
    on conflict do nothing`);
}

export async function readDeletionEffect(database: Database, organization: Target): Promise<DeletionEffect> {
  const branch = below(organization);
  const { rows } = await database.execute<DeletionEffect>(sql`
    with people as (
      select ${belongsNowhereElse(branch)} as "isOnlyHere" from directory.users u
      where u.status <> 'deleted'
        and u.id in (select a.user_id from directory.associations a where a.organization_id in (${branch})))
    select (select count(*)::int from (${branch}) found) as organizations,
      (select count(*)::int from directory.groups g where g.status <> 'deleted' and g.organization_id in (${branch})) as groups,
      (select count(*)::int from people where "isOnlyHere") as people,
      (select count(*)::int from people where not "isOnlyHere") as staying`);
  return rows[0] ?? { organizations: 0, groups: 0, people: 0, staying: 0 };
}

const gone = (uid: string) => sql`status_before = status, status = 'deleted', deleted_at = now(), deleted_with = ${uid},
  updated_at = now(), version = version + 1`;

/**
 * Returns the uids of the deleted people, so that the caller can end their sessions; empty if the organisation was already deleted.
 * @throws ServiceError 409 for the country's consumer unit
 */
export async function deleteOrganization(
  database: Database,
  access: Access,
  organization: Target,
): Promise<{ people: string[] }> {
  const deletion = inTransaction(database, async (transaction) => {
    await lockTree(transaction, access.realm);
    const branch = below(organization);
    // Locks the organisations: a concurrent addition either commits before and is deleted too, or finds them deleted.
    await transaction.execute(
      sql`select 1 from directory.organizations o where o.id in (${branch}) order by o.id for update of o`,
    );
    await keepGuardians(transaction, branch);
    const people = await transaction.execute<{ uid: string }>(sql`
      update directory.users u set ${gone(organization.uid)}
      where u.status <> 'deleted'
        and u.id in (select a.user_id from directory.associations a where a.organization_id in (${branch}))
        and ${belongsNowhereElse(branch)}
      returning u.uid`);
    const groups = await transaction.execute(sql`
      update directory.groups g set ${gone(organization.uid)}
      where g.status <> 'deleted' and g.organization_id in (${branch})`);
    const organizations = await transaction.execute(sql`
      update directory.organizations set ${gone(organization.uid)} where id in (${branch})`);
    if (!organizations.rowCount) return { people: [] };
    const details = { organizations: organizations.rowCount, groups: groups.rowCount, people: people.rows.length };
    await writeAudit(transaction, access, [
      {
        action: "organization.deleted",
        subjectType: "organization",
        subjectUid: organization.uid,
        organizationUid: organization.uid,
        details,
      },
      ...people.rows.map(({ uid }) => ({
        action: "user.deleted" as const,
        subjectType: "user" as const,
        subjectUid: uid,
        organizationUid: organization.uid,
        details: { with: organization.uid },
      })),
    ]);
    return { people: people.rows.map(({ uid }) => uid) };
  });
  return deletion.catch((error: unknown) => {
    throw explainRefusal(error);
  });
}

/**
 * Restores everything that was deleted together. People whose username has been taken stay deleted until they get a new one.
 * @returns number of people who stay deleted
 * @throws ServiceError 409 if the parent is deleted or another person has taken an external id, 404 if there is nothing to restore
 */
export async function restoreOrganization(
  database: Database,
  access: Access,
  organization: Target,
): Promise<{ left: number }> {
  const restored = inTransaction(database, async (transaction) => {
    const { rows } = await transaction.execute<{ isBelowDeleted: boolean }>(sql`
      select exists (select 1 from directory.organizations p where p.id = o.parent_id and p.status = 'deleted')
        as "isBelowDeleted"
      from directory.organizations o where o.id = ${organization.id} and o.status = 'deleted' and o.deleted_with = o.uid
        and ${isRestorable(sql`o.deleted_at`)}`);
    if (!rows[0]) throw notFound();
    if (rows[0].isBelowDeleted) {
      throw conflict(formMessages.conflict, [{ attribute: "parent", reason: formMessages.conflict }]);
    }
    const back = sql`status = coalesce(status_before, 'active'), status_before = null, deleted_at = null,
      deleted_with = null, updated_at = now(), version = version + 1 where deleted_with = ${organization.uid}`;
    const organizations = await transaction.execute(sql`update directory.organizations set ${back}`);
    const groups = await transaction.execute(sql`update directory.groups set ${back}`);
    const { rowCount: left } = await transaction.execute(sql`
      update directory.users u set deleted_with = null where u.deleted_with = ${organization.uid} and ${isUsernameTaken}`);
    const people = await transaction.execute<{ uid: string }>(sql`
      update directory.users u set ${restoredColumns} where u.deleted_with = ${organization.uid} returning u.uid`);
    const details = { organizations: organizations.rowCount, groups: groups.rowCount, people: people.rows.length };
    await writeAudit(transaction, access, [
      {
        action: "organization.restored",
        subjectType: "organization",
        subjectUid: organization.uid,
        organizationUid: organization.uid,
        details,
      },
      ...people.rows.map(({ uid }) => ({
        action: "user.restored" as const,
        subjectType: "user" as const,
        subjectUid: uid,
        organizationUid: organization.uid,
        details: { with: organization.uid },
      })),
    ]);
    return { left: left ?? 0 };
  });
  return restored.catch((error) => {
    throw explainRefusal(error);
  });
}
