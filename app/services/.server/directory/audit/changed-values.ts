import type { AuditChange } from "~/services/contracts/customer-management";
import { groupFieldsWhere, groupFieldTable } from "~/services/contracts/group-field-table";
import { organizationFieldsWhere } from "~/services/contracts/organization-field-table";
import { type PersonAttribute, personAttributes, personFieldTable } from "~/services/contracts/person-field-table";
import type { AuditEntry } from "./audit-store";

/** Attribute values that the audit log stores and shows. docs/product/choices.md#log. */

/** No secrets, no identifiers used for second factors or external logins, and no ids. */
const valuedAttributes: Record<AuditEntry["subjectType"], readonly string[]> = {
  user: ["status", ...personAttributes.flatMap(loggedProperty)],
  group: groupFieldsWhere(({ logged }) => logged === "values").map((name) => groupFieldTable[name].column),
  organization: organizationFieldsWhere(({ logged }) => logged === "values"),
};

function loggedProperty(name: PersonAttribute): string[] {
  const { column, logged } = personFieldTable[name];
  return column !== null && logged === "values" ? [column] : [];
}

function hasLoggedValue(subject: AuditEntry["subjectType"], attribute: string): boolean {
  return valuedAttributes[subject].includes(attribute);
}

/**
 * The logged changes of an update.
 * @param stored the previous values; attributes missing from it are omitted
 * @param columns the new values
 */
export function changedValues(
  subject: AuditEntry["subjectType"],
  stored: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, unknown>>,
): AuditChange[] {
  return Object.entries(columns).flatMap(([attribute, value]) => {
    if (!hasLoggedValue(subject, attribute) || !(attribute in stored) || value === undefined) return [];
    const change = { attribute, before: scalarOf(stored[attribute]), after: scalarOf(value) };
    return change.before === change.after ? [] : [change];
  });
}

function scalarOf(value: unknown): AuditChange["before"] {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
