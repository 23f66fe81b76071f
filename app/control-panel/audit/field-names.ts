import type { AuditLine } from "~/services/contracts/customer-management";
import { storedProperties } from "~/services/contracts/person-field-table";

/** Translation keys for attributes whose name in the log (the stored property's) differs from the form field's. */
const others: Record<string, string> = {
  ...Object.fromEntries(Object.entries(storedProperties).map(([name, property]) => [property, `fields.${name}`])),
  code: "audit.code",
  reason: "audit.reason",
  emailVerified: "audit.emailVerified",
  parentGroupId: "groups.partOf",
  students: "nav.students",
};

/** Translation key of an attribute in the log. */
export function fieldKey(subject: AuditLine["subject"]["type"], attribute: string): string {
  if (subject === "organization") return `organizations.fields.${attribute}`;
  return others[attribute] ?? `fields.${attribute}`;
}
