import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import { notFound, staleVersion } from "../../contracts/service-error";
import type { Access } from "./access";
import { writeAudit } from "./audit-store";
import { organizations } from "./tables";

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

/** Throws 404 when the organisation is gone, 412 when somebody else was faster. Nothing to change writes nothing. */
export async function changeOrganization(
  database: Database,
  access: Access,
  organization: { id: number; uid: string },
  columns: OrganizationColumns,
  expectedVersion: number | null = null,
): Promise<void> {
  const attributes = Object.keys(columns);
  if (attributes.length === 0 && expectedVersion === null) return;
  await database.transaction(async (transaction) => {
    const alive = and(eq(organizations.id, organization.id), sql`${organizations.status} <> 'deleted'`);
    const expected = expectedVersion === null ? undefined : eq(organizations.version, expectedVersion);
    const found = await transaction
      .update(organizations)
      .set({ ...columns, version: sql`${organizations.version} + 1`, updatedAt: sql`now()` })
      .where(and(alive, expected))
      .returning({ id: organizations.id });
    if (found.length === 0) {
      const there = await transaction.select({ id: organizations.id }).from(organizations).where(alive);
      throw there.length > 0 ? staleVersion() : notFound();
    }
    const place = { subjectUid: organization.uid, organizationUid: organization.uid };
    await writeAudit(transaction, access, [
      { action: "organization.changed", subjectType: "organization", ...place, details: { attributes } },
    ]);
  });
}
