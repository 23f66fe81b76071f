import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import type { AuditAction } from "~/services/contracts/audit-actions";

/** Who did what, written in the transaction that does it. Append-only in the database. docs/security.md, lines 26 and 27. */

export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type AuditEntry = {
  action: AuditAction;
  subjectType: "user" | "organization" | "group";
  subjectUid: string;
  organizationUid?: string | null;
  /** Names of attributes and counts; no personal data. */
  details?: Record<string, unknown>;
};

/** Writes one line a deed, with both ids when somebody acts as somebody. */
export async function writeAudit(
  within: Transaction,
  access: Pick<Access, "realm" | "actorUid" | "requestId" | "ipAddress"> & {
    /** null where nobody did it, but time. */
    uid: string | null;
  },
  entries: AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map(({ organizationUid = null, details = {}, ...entry }) => ({
    ...entry,
    organizationUid,
    details,
  }));
  // One value holds them all: a statement takes 65,535 values at most, and lists of them are slow to build.
  await within.execute(sql`
    insert into directory.audit
      (realm, action, user_uid, actor_uid, subject_type, subject_uid, organization_uid, details, request_id, ip_address)
    select ${access.realm}, l.action, ${access.uid}::uuid, ${access.actorUid}::uuid, l."subjectType", l."subjectUid",
      l."organizationUid", l.details, ${access.requestId}, ${access.ipAddress}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (action text, "subjectType" text, "subjectUid" uuid, "organizationUid" uuid, details jsonb)`);
}
