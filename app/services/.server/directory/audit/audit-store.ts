import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import type { AuditAction } from "~/services/contracts/audit-actions";
import type { AuditChange } from "~/services/contracts/customer-management";

/** Writes the audit log, in the transaction of the change itself. The table is append-only. docs/security.md, lines 26 and 27. */

export type AuditEntry = {
  action: AuditAction;
  subjectType: "user" | "organization" | "group";
  subjectUid: string;
  organizationUid?: string | null;
  /** Attribute names and counts only; no personal data. */
  details?: Record<string, unknown>;
  /** Old and new values. They can be personal, so they are stored outside the log and deleted with the subject. */
  changes?: AuditChange[];
};

/** Inserts one line per entry, with both ids if the user is impersonated. */
export async function writeAudit(
  within: Transaction,
  access: Pick<Access, "realm" | "actorUid" | "requestId" | "ipAddress"> & {
    /** null for automatic changes, e.g. an expiry. */
    uid: string | null;
  },
  entries: AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map(
    ({ action, subjectType, subjectUid, organizationUid = null, details = {}, changes = [] }) => {
      return {
        action,
        subjectType,
        subjectUid,
        organizationUid,
        details,
        changes: changes.length > 0 ? changes : null,
      };
    },
  );
  // One JSON parameter for all lines: a statement has at most 65,535 parameters, and long lists of them are slow to build.
  const entryRows = sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
    as l (action text, "subjectType" text, "subjectUid" uuid, "organizationUid" uuid, details jsonb, changes jsonb)`;
  const insert = sql`
    insert into directory.audit
      (realm, action, user_uid, actor_uid, subject_type, subject_uid, organization_uid, details, request_id, ip_address)
    select ${access.realm}, l.action, ${access.uid}::uuid, ${access.actorUid}::uuid, l."subjectType", l."subjectUid",
      l."organizationUid", l.details, ${access.requestId}, ${access.ipAddress}`;
  if (lines.every(({ changes }) => changes === null)) await within.execute(sql`${insert} from ${entryRows}`);
  else {
    await within.execute(sql`
      with entries as (select * from ${entryRows}),
      written as (${insert} from entries l returning id, action, subject_type, subject_uid)
      insert into directory.audit_values (audit_id, user_id, group_id, organization_id, changes)
      select w.id, u.id, g.id, o.id, l.changes from written w
      join entries l on l.action = w.action and l."subjectUid" = w.subject_uid and l.changes is not null
      left join directory.users u on u.uid = ${uidIfOf("user")}
      left join directory.groups g on g.uid = ${uidIfOf("group")}
      left join directory.organizations o on o.uid = ${uidIfOf("organization")}
      where num_nonnulls(u.id, g.id, o.id) = 1
      on conflict do nothing`);
  }
}

/** The subject's uid, or null for a subject of another type: a lookup of null costs nothing. */
const uidIfOf = (type: AuditEntry["subjectType"]) =>
  sql`case when w.subject_type = ${sql.raw(`'${type}'`)} then w.subject_uid end`;
