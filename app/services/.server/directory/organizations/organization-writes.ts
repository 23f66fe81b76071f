import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
import { changedColumns } from "~/services/.server/directory/lists/table-columns";
import { organizations } from "~/services/.server/directory/tables";
import { notFound, staleVersion } from "~/services/contracts/service-error";
import { holdTree, requireStanding } from "./organization-tree";

/** Making and changing organisations; the closure of the tree follows by trigger. */

export type OrganizationColumns = Partial<
  Pick<
    typeof organizations.$inferInsert,
    | "name"
    | "type"
    | "status"
    | "parentId"
    | "comment"
    | "pupilNumber"
    | "address"
    | "country"
    | "county"
    | "city"
    | "postalCode"
    | "phone"
    | "secureAuthEnabled"
    | "qrCodeLoginEnabled"
    | "municipalityKey"
    | "schoolUnitCode"
    | "sectoralCode"
    | "establishmentId"
    | "crmId"
  >
>;

export async function createOrganization(
  database: Database,
  access: Access,
  draft: OrganizationColumns & Pick<typeof organizations.$inferInsert, "name" | "type">,
): Promise<{ uid: string }> {
  return database.transaction(async (transaction) => {
    const { type, parentId = null } = draft;
    if (parentId !== null) {
      await holdTree(transaction, access.realm);
      await requireStanding(transaction, { id: null, type, parentId }, { isPlaced: true, isTyped: true });
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
 * Throws 404 when the organisation is gone, 412 when somebody else was faster, 400 for a type or a parent that cannot be, 409 for a consumer unit that would be none. What is as
 * it is stored is neither written nor in the log.
 */
export async function changeOrganization(
  database: Database,
  access: Access,
  organization: { id: number; uid: string },
  columns: OrganizationColumns,
  expectedVersion: number | null = null,
): Promise<void> {
  if (Object.keys(columns).length === 0 && expectedVersion === null) return;
  const change = database.transaction(async (transaction) => {
    const isInTree = columns.parentId !== undefined || columns.type !== undefined;
    if (isInTree) await holdTree(transaction, access.realm);
    const alive = and(eq(organizations.id, organization.id), sql`${organizations.status} <> 'deleted'`);
    const [stored] = await transaction.select().from(organizations).where(alive).for("update");
    if (!stored) throw notFound();
    if (expectedVersion !== null && expectedVersion !== stored.version) throw staleVersion();
    const changed = changedColumns(stored, columns);
    const attributes = Object.keys(changed);
    if (attributes.length === 0) return;
    if (changed.parentId !== undefined || changed.type !== undefined) {
      const { type, parentId } = { ...stored, ...changed };
      const written = { isPlaced: typeof changed.parentId === "number", isTyped: changed.type !== undefined };
      await requireStanding(transaction, { id: stored.id, type, parentId }, written);
    }
    await transaction
      .update(organizations)
      .set({ ...changed, version: stored.version + 1, updatedAt: sql`now()` })
      .where(alive);
    const place = { subjectUid: organization.uid, organizationUid: organization.uid };
    await writeAudit(transaction, access, [
      { action: "organization.changed", subjectType: "organization", ...place, details: { attributes } },
    ]);
  });
  await change.catch((error: unknown) => {
    throw explainRefusal(error);
  });
}
