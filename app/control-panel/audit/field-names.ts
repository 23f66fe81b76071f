import type { AuditLine } from "~/services/contracts/customer-management";

/** Translation keys for attributes whose name in the log (the column's) differs from the form field's. */
const others: Record<string, string> = {
  code: "audit.code",
  emailVerified: "audit.emailVerified",
  gsuiteEmail: "fields.gsuiteemail",
  gsuiteId: "fields.gsuiteid",
  parentGroupId: "groups.partOf",
  secureAuthEnabled: "fields.secureAuth",
  students: "nav.students",
};

/** Translation key of an attribute in the log. */
export function fieldKey(subject: AuditLine["subject"]["type"], attribute: string): string {
  if (subject === "organization") return `organizations.fields.${attribute}`;
  return others[attribute] ?? `fields.${attribute}`;
}
