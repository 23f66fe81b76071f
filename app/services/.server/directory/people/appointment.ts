import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { lockOrganizations } from "~/services/.server/directory/organizations/organization-tree";
import { notFound } from "~/services/contracts/service-error";

/** Sets an employee's admin flag at an organisation where they work. docs/product/choices.md#who-and-where. */
export async function appointAdministrator(
  database: Database,
  access: Access,
  person: { id: number; uid: string },
  organization: { id: number; uid: string },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await lockOrganizations(transaction, [organization.id], "organization");
    const { rowCount } = await transaction.execute(sql`
      update directory.associations set admin = true
      where user_id = ${person.id} and organization_id = ${organization.id} and role = 'employee' and active`);
    // The association ended between the check and this write.
    if (!rowCount) throw notFound();
    await transaction.execute(
      sql`update directory.users set version = version + 1, updated_at = now() where id = ${person.id}`,
    );
    await writeAudit(transaction, access, [
      {
        action: "user.appointed_administrator",
        subjectType: "user",
        subjectUid: person.uid,
        organizationUid: organization.uid,
      },
    ]);
  });
}
