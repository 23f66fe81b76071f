import { z } from "zod";
import type { FieldTexts } from "~/forms/stale-version";
import { organizationAttributes } from "~/services/contracts/organization-attributes";
import {
  type OrganizationField,
  type OrganizationFieldRow,
  organizationFieldNames,
  organizationFieldsWhere,
} from "~/services/contracts/organization-field-table";
import type { OrganizationFieldsRead } from "~/services/contracts/pages/organization-page";

/** Form of an organisation: sections, field values and schema. */

type Section = OrganizationFieldRow["section"];
const sectionIds: readonly Section[] = ["organization", "address", "teachers", "reading", "signIn", "identifiers"];

export const organizationSections = sectionIds.map((id) => ({
  id,
  fields: organizationFieldsWhere(({ section }) => section === id),
}));

export const organizationSwitches: readonly OrganizationField[] = organizationFieldsWhere(
  ({ typedAs }) => typedAs === "switch",
);

export function editableOrganizationFields(fields: OrganizationFieldsRead): OrganizationField[] {
  return organizationFieldNames.filter((name) => fields[name]?.isEditable);
}

/** Field values of an organisation's form. */
export function organizationFieldTexts(fields: OrganizationFieldsRead): FieldTexts {
  const text = (name: OrganizationField) => {
    const value = fields[name]?.value;
    if (organizationSwitches.includes(name)) return value === true || value === "active" ? "on" : "";
    return String(value ?? "");
  };
  return Object.fromEntries(editableOrganizationFields(fields).map((name) => [name, text(name)]));
}

/** Field values from a draft; a switch that was off is absent from it. */
export function textsOfOrganizationDraft(
  draft: Record<string, string>,
  fields: readonly OrganizationField[],
): FieldTexts {
  return Object.fromEntries(fields.map((name) => [name, draft[name] ?? ""]));
}

/** Schema of the given fields, from the service's own schemas; an absent switch is off. */
export function organizationFormSchema(fields: readonly OrganizationField[]) {
  const fieldOf = (name: OrganizationField): z.ZodType => {
    const field = organizationAttributes[name];
    if (name === "status") return z.preprocess((value) => (value === "on" ? "active" : "inactive"), field);
    // A page loaded before these settings existed does not send them, which leaves them unchanged.
    if (name === "teachersSee" || name === "staySignedIn") return organizationAttributes[name].optional();
    if (organizationSwitches.includes(name)) return z.preprocess((value) => value === "on", field);
    return field;
  };
  return z.object(Object.fromEntries(fields.map((name) => [name, fieldOf(name)])));
}

/** Intents of the forms on an organisation's page. */
export const organizationIntents = { save: "save", move: "move", free: "free", addPerson: "addPerson" } as const;
