import type { Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { AuditAction } from "~/services/contracts/audit-actions";

/** Writes an audit entry of roster sync about the organisation. */
export async function auditSync(
  within: Transaction,
  access: Access,
  organizationUid: string,
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { subjectType: "organization", subjectUid: organizationUid } as const;
  await writeAudit(within, access, [{ action, ...subject, organizationUid, details }]);
}
