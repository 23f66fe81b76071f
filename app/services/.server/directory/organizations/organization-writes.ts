import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { changedValues } from "~/services/.server/directory/audit/changed-values";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
import { changedColumns } from "~/services/.server/directory/lists/table-columns";
import { organizations } from "~/services/.server/directory/tables";
import { fillMessage } from "~/services/contracts/form-messages";
import type { OrganizationField } from "~/services/contracts/organization-field-table";
import { conflict, notFound, staleVersion } from "~/services/contracts/service-error";
import { lockTree, requirePlacement } from "./organization-tree";

/** Creates and updates organisations; a trigger maintains the closure table. */

/** Columns of an organisation's fields and its parent; omitted ones are not changed. */
export type OrganizationColumns = Partial<Pick<typeof organizations.$inferInsert, OrganizationField | "parentId">>;

export async function createOrganization(
  database: Database,
  access: Access,
  draft: OrganizationColumns & Pick<typeof organizations.$inferInsert, "name" | "type">,
): Promise<{ uid: string }> {
  return inTransaction(database, async (transaction) => {
    const { type, parentId = null } = draft;
    if (parentId !== null) {
      await lockTree(transaction, access.realm);
      await requirePlacement(transaction, { id: null, type, parentId }, { isPlaced: true, isTyped: true });
    }
    const [made] = await transaction
      .insert(organizations)
      .values({ ...draft, realm: access.realm })
      .returning({ uid: organizations.uid });
    if (!made) throw new Error("the new organisation was not returned");
    await writeAudit(transaction, access, [
      { action: "organization.created", subjectType: "organization", subjectUid: made.uid, organizationUid: made.uid },
    ]);
    return made;
  });
}

/**
 * @throws ServiceError 404 if the organisation is deleted, 412 for a stale version, 400 for an invalid type or parent, 409 for changing a
 * consumer unit's type and for a parent whose tree already has the same external ids. Unchanged values are neither written nor logged.
 */
export async function changeOrganization(
  database: Database,
  access: Access,
  organization: { id: number; uid: string },
  columns: OrganizationColumns,
  expectedVersion: number | null = null,
): Promise<void> {
  if (Object.keys(columns).length === 0 && expectedVersion === null) return;
  const change = inTransaction(database, async (transaction) => {
    const isInTree = columns.parentId !== undefined || columns.type !== undefined;
    if (isInTree) await lockTree(transaction, access.realm);
    const notDeleted = and(eq(organizations.id, organization.id), sql`${organizations.status} <> 'deleted'`);
    const [stored] = await transaction.select().from(organizations).where(notDeleted).for("update");
    if (!stored) throw notFound();
    if (expectedVersion !== null && expectedVersion !== stored.version) throw staleVersion();
    const changed = changedColumns(stored, columns);
    const attributes = Object.keys(changed);
    if (attributes.length === 0) return;
    if (changed.parentId !== undefined || changed.type !== undefined) {
      const { type, parentId } = { ...stored, ...changed };
      const placementChanges = { isPlaced: typeof changed.parentId === "number", isTyped: changed.type !== undefined };
      await requirePlacement(transaction, { id: stored.id, type, parentId }, placementChanges);
      if (typeof changed.parentId === "number") await requireOwnExternalIds(transaction, stored.id, changed.parentId);
    }
    await transaction
      .update(organizations)
      .set({ ...changed, version: stored.version + 1, updatedAt: sql`now()` })
      .where(notDeleted);
    const place = { subjectUid: organization.uid, organizationUid: organization.uid };
    const changes = changedValues("organization", stored, changed);
    await writeAudit(transaction, access, [
      { action: "organization.changed", subjectType: "organization", ...place, details: { attributes }, changes },
    ]);
  });
  await change.catch((error: unknown) => {
    throw explainRefusal(error);
  });
}

/** Maximum number of names in the error message. */
const maxNames = 10;

/**
 * External ids are unique in a tree; the error names the people who share one with a person of the new parent's tree.
 * @throws ServiceError 409 on parent
 */
async function requireOwnExternalIds(transaction: Transaction, id: number, parentId: number): Promise<void> {
  const { rows } = await transaction.execute<{ name: string; holder: string }>(sql`
    select distinct u.name, h.name as holder from directory.organization_closure c
    join directory.associations a on a.organization_id = c.descendant_id
    join directory.users u on u.id = a.user_id and u.status <> 'deleted'
    join directory.external_ids e on e.external_id = u.external_id and e.user_id <> u.id
      and e.root_id = directory.root_of(${parentId})
    join directory.users h on h.id = e.user_id
    join directory.organizations o on o.id = c.descendant_id and o.status <> 'deleted'
    where c.ancestor_id = ${id} and directory.root_of(${id}) <> directory.root_of(${parentId})
    order by u.name limit ${maxNames}`);
  if (rows.length === 0) return;
  const names = rows.map(({ name, holder }) => (name === holder ? name : `${name} / ${holder}`)).join(", ");
  const reason = fillMessage("externalIdsClash", { names });
  throw conflict(reason, [{ attribute: "parent", reason }]);
}
