import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
import { isRestorableBy } from "~/services/.server/directory/deletion-times";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound } from "~/services/contracts/service-error";

/** Deletes and restores groups. Members are not deleted, and are re-added when the group is restored. */

type Target = { id: number; uid: string; organization: { uid: string } };

/** Deletes a group and removes its members and subgroups from it; they are not deleted. Does nothing if already deleted. */
export async function deleteGroup(database: Database | Transaction, access: Access, group: Target): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const ended = await transaction.execute(sql`
      update directory.groups set status_before = status, status = 'deleted', code = null, deleted_at = now(),
        updated_at = now(), version = version + 1
      where id = ${group.id} and status <> 'deleted'`);
    if (!ended.rowCount) return;
    await transaction.execute(sql`
      update directory.groups set parent_group_id = null, version = version + 1, updated_at = now()
      where parent_group_id = ${group.id}`);
    await transaction.execute(sql`
      with gone as (delete from directory.memberships where group_id = ${group.id} returning user_id, group_id, realm)
      insert into directory.ended_memberships (user_id, group_id, realm) select user_id, group_id, realm from gone`);
    await writeAudit(transaction, access, [lineOf("group.deleted", group)]);
  });
}

export type GroupToDelete = Target & { id: number; name: string };

/**
 * A group that was deleted individually and that the caller may restore; null if it was deleted with its organisation, which restores it.
 */
export async function findDeletedGroup(database: Database, access: Access, uid: string): Promise<GroupToDelete | null> {
  const { rows } = await database.execute<GroupToDelete>(sql`
    select g.id, g.uid, g.name, json_build_object('uid', o.uid) as organization
    from directory.groups g join directory.organizations o on o.id = g.organization_id
    where g.uid = ${uid} and g.realm = ${access.realm} and g.status = 'deleted' and g.deleted_with is null
      and ${isRestorableBy(access, sql`g.deleted_at`)}`);
  return rows[0] ?? null;
}

/**
 * Restores a group with those of its members who still belong to its school. The code is not restored, since others may know it.
 * @throws ServiceError 404 if it is not deleted, 409 if its school is deleted or another group has taken its name
 */
export async function restoreGroup(database: Database, access: Access, group: Target): Promise<void> {
  try {
    await inTransaction(database, async (transaction) => {
      await requireOrganization(transaction, group);
      const back = await transaction.execute(sql`
        update directory.groups set status = coalesce(status_before, 'active'), status_before = null, deleted_at = null,
          updated_at = now(), version = version + 1
        where id = ${group.id} and status = 'deleted' and deleted_with is null`);
      if (!back.rowCount) throw notFound();
      const members = await transaction.execute(sql`
        with gone as (delete from directory.ended_memberships where group_id = ${group.id} returning user_id)
        insert into directory.memberships (user_id, group_id, realm)
          select gone.user_id, g.id, g.realm from gone
          join directory.groups g on g.id = ${group.id}
          join directory.associations a on a.user_id = gone.user_id and a.organization_id = g.organization_id
        on conflict do nothing`);
      await writeAudit(transaction, access, [
        { ...lineOf("group.restored", group), details: { members: members.rowCount ?? 0 } },
      ]);
    });
  } catch (error) {
    throw explainRefusal(error);
  }
}

/** Locks the organisation, so that it is not deleted while one of its groups is restored. */
async function requireOrganization(transaction: Transaction, group: Target): Promise<void> {
  const { rows } = await transaction.execute(sql`
    select o.id from directory.organizations o join directory.groups g on g.organization_id = o.id
    where g.id = ${group.id} and o.status <> 'deleted' for share of o`);
  if (rows.length === 0) {
    throw conflict(formMessages.conflict, [{ attribute: "organization", reason: formMessages.conflict }]);
  }
}

function lineOf<Action extends "group.deleted" | "group.restored">(action: Action, group: Target) {
  return {
    action,
    subjectType: "group" as const,
    subjectUid: group.uid,
    organizationUid: group.organization.uid,
  };
}
