import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { audit } from "~/services/.server/directory/tables";
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

/** A statement takes 65,535 values at most. */
const entriesAtOnce = 1000;

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
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    await within.insert(audit).values(
      entries.slice(start, start + entriesAtOnce).map((entry) => ({
        realm: access.realm,
        action: entry.action,
        userUid: access.uid,
        actorUid: access.actorUid,
        subjectType: entry.subjectType,
        subjectUid: entry.subjectUid,
        organizationUid: entry.organizationUid ?? null,
        details: entry.details ?? {},
        requestId: access.requestId,
        ipAddress: access.ipAddress,
      })),
    );
  }
}
