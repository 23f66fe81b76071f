import type { AuditLine } from "~/services/contracts/customer-management";

/** Where the log's name of an attribute, which is its column's, is not that of the form's field. */
const others: Record<string, string> = {
  code: "audit.code",
  emailVerified: "audit.emailVerified",
  gsuiteEmail: "fields.gsuiteemail",
  gsuiteId: "fields.gsuiteid",
  parentGroupId: "groups.partOf",
  secureAuthEnabled: "fields.secureAuth",
  students: "nav.students",
};

/** The key of the text that names an attribute in the log. */
export function fieldKey(subject: AuditLine["subject"]["type"], attribute: string): string {
  if (subject === "organization") return `organizations.fields.${attribute}`;
  return others[attribute] ?? `fields.${attribute}`;
}
