import { z } from "zod";
import type { FieldTexts } from "~/forms/stale-version";
import { schoolUnitFields } from "~/services/contracts/customer-management";
import type { OrganizationField, OrganizationFieldsRead } from "~/services/contracts/pages/organization-page";

/** Form of an organisation: sections, field values and schema. */

export const organizationSections: Array<{ id: string; fields: OrganizationField[] }> = [
  { id: "organization", fields: ["name", "type", "status", "pupilNumber"] },
  { id: "address", fields: ["address", "postalCode", "city", "county", "country", "phone"] },
  { id: "teachers", fields: ["teachersSee"] },
  { id: "signIn", fields: ["qrCodeLoginEnabled", "pictureLoginEnabled", "pupilPasswordDays", "secureAuthEnabled"] },
  {
    id: "identifiers",
    fields: ["municipalityKey", "schoolUnitCode", "sectoralCode", "establishmentId", "crmId", "comment"],
  },
];

export const organizationFormFields = organizationSections.flatMap((section) => section.fields);

export const organizationSwitches: readonly OrganizationField[] = [
  "status",
  "qrCodeLoginEnabled",
  "pictureLoginEnabled",
  "secureAuthEnabled",
];

export function editableOrganizationFields(fields: OrganizationFieldsRead): OrganizationField[] {
  return organizationFormFields.filter((name) => fields[name]?.isEditable);
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
  const { shape } = schoolUnitFields;
  const fieldOf = (name: OrganizationField): z.ZodType => {
    if (name === "status") return z.preprocess((value) => (value === "on" ? "active" : "inactive"), shape.status);
    // A page loaded before this setting existed does not send it, which leaves it unchanged.
    if (name === "teachersSee") return shape.teachersSee.optional();
    if (organizationSwitches.includes(name)) return z.preprocess((value) => value === "on", shape[name]);
    return shape[name];
  };
  return z.object(Object.fromEntries(fields.map((name) => [name, fieldOf(name)])));
}

/** Intents of the forms on an organisation's page. */
export const organizationIntents = { save: "save", move: "move", free: "free", addPerson: "addPerson" } as const;
