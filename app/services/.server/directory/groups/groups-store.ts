import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { Access, OrganizationPosition } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { changedValues } from "~/services/.server/directory/audit/changed-values";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
import { changedColumns, columnsOf } from "~/services/.server/directory/lists/table-columns";
import { lockOrganizations } from "~/services/.server/directory/organizations/organization-tree";
import { groups } from "~/services/.server/directory/tables";
import { formMessages } from "~/services/contracts/form-messages";
import type { GroupProperty } from "~/services/contracts/group-field-table";
import { notFound, staleVersion, validationError } from "~/services/contracts/service-error";
import { codeExpiry } from "./group-codes";

/** Reads and updates of groups. Their list: `lists/groups-list.ts`. */

const hidden = [
  "organizationId",
  "parentGroupId",
  "codeExpiresAt",
  "createdAt",
  "updatedAt",
  "deletedAt",
  "statusBefore",
  "deletedWith",
] as const;

export type Group = Omit<typeof groups.$inferSelect, (typeof hidden)[number]> & {
  /** ISO 8601. */
  codeExpiresAt: string | null;
  studentCount: number;
  organization: OrganizationPosition & { uid: string; name: string };
  parent: { id: string; name: string } | null;
};

export const groupFields = sql`${columnsOf(groups, "g", hidden)}, to_json(g.code_expires_at) #>> '{}' as "codeExpiresAt",
  (select count(*)::int from directory.memberships m
    join directory.users u on u.id = m.user_id and u.type = 'student' and u.status <> 'deleted'
    where m.group_id = g.id) as "studentCount",
  (select json_build_object('id', o.id, 'uid', o.uid, 'name', o.name, 'above',
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id))
    from directory.organizations o where o.id = g.organization_id) as organization,
  (select json_build_object('id', p.uid, 'name', p.name) from directory.groups p where p.id = g.parent_group_id) as parent`;

export async function findGroup(
  database: Database,
  realm: Realm,
  uid: string,
  { withDeleted = false }: { withDeleted?: boolean } = {},
): Promise<Group | null> {
  const notDeleted = withDeleted ? sql`` : sql`and g.status <> 'deleted'`;
  const { rows } = await database.execute<Group>(sql`
    select ${groupFields} from directory.groups g where g.uid = ${uid} and g.realm = ${realm} ${notDeleted}`);
  return rows[0] ?? null;
}

/** Columns of a group's fields; omitted ones are not changed. */
export type GroupColumns = Partial<Pick<typeof groups.$inferSelect, GroupProperty>>;

/** A newly written code gets a new expiry. */
function expiryOf({ code }: GroupColumns) {
  if (code === undefined) return {};
  return { codeExpiresAt: code === null ? null : codeExpiry };
}

export async function createGroup(
  database: Database | Transaction,
  access: Access,
  organization: { id: number; uid: string },
  draft: GroupColumns & { name: string },
): Promise<{ id: number; uid: string }> {
  try {
    return await inTransaction(database, async (transaction) => {
      await lockOrganizations(transaction, [organization.id], "organization");
      await requireParent(transaction, organization.id, draft.parentGroupId ?? null, null);
      const [made] = await transaction
        .insert(groups)
        .values({ ...draft, ...expiryOf(draft), realm: access.realm, organizationId: organization.id })
        .returning({ id: groups.id, uid: groups.uid });
      if (!made) throw new Error("the new group was not returned");
      await writeAudit(transaction, access, [
        { action: "group.created", subjectType: "group", subjectUid: made.uid, organizationUid: organization.uid },
      ]);
      return made;
    });
  } catch (error) {
    throw explainRefusal(error);
  }
}

/**
 * @throws ServiceError 404 if the group is deleted, 412 for a stale version, 409 if the name is taken, 400 for an invalid parent. Unchanged
 * values are neither written nor logged.
 */
export async function changeGroup(
  database: Database,
  access: Access,
  group: Pick<Group, "id" | "uid" | "organization">,
  change: { columns: GroupColumns; expectedVersion: number | null },
): Promise<void> {
  try {
    await inTransaction(database, async (transaction) => {
      const { parentGroupId = null } = change.columns;
      await requireParent(transaction, group.organization.id, parentGroupId, group.id);
      const notDeleted = and(eq(groups.id, group.id), sql`${groups.status} <> 'deleted'`);
      const [stored] = await transaction.select().from(groups).where(notDeleted).for("update");
      if (!stored) throw notFound();
      if (change.expectedVersion !== null && change.expectedVersion !== stored.version) throw staleVersion();
      const columns = changedColumns(stored, change.columns);
      const details = { attributes: Object.keys(columns) };
      if (details.attributes.length === 0) return;
      await transaction
        .update(groups)
        .set({ ...columns, ...expiryOf(columns), version: stored.version + 1, updatedAt: sql`now()` })
        .where(notDeleted);
      await writeAudit(transaction, access, [
        {
          action: "group.changed",
          subjectType: "group",
          subjectUid: group.uid,
          organizationUid: group.organization.uid,
          details,
          changes: changedValues("group", stored, columns),
        },
      ]);
    });
  } catch (error) {
    throw explainRefusal(error);
  }
}

/**
 * A parent must be a group of the same organisation and not create a cycle. An advisory lock per organisation serialises this check: two
 * concurrent moves into each other would both pass it.
 */
async function requireParent(
  transaction: Transaction,
  organizationId: number,
  parentId: number | null,
  ownId: number | null,
): Promise<void> {
  if (parentId === null) return;
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`directory.groups parents ${organizationId}`}, 0))`,
  );
  const { rows } = await transaction.execute<{ isThere: boolean; isCircle: boolean }>(sql`
    with recursive above as (
      select p.id, p.parent_group_id from directory.groups p
      where p.id = ${parentId} and p.organization_id = ${organizationId} and p.status <> 'deleted'
      union
      select p.id, p.parent_group_id from above join directory.groups p on p.id = above.parent_group_id)
    select count(*) > 0 as "isThere", coalesce(bool_or(id = ${ownId}), false) as "isCircle" from above`);
  const reason = rows[0]?.isCircle ? formMessages.belowItself : formMessages.incorrectFormat;
  if (!rows[0]?.isThere || rows[0].isCircle) throw validationError([{ attribute: "parent", reason }]);
}
