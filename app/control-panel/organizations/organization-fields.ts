import type { FieldTexts } from "~/forms/stale-version";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";

/** An organisation's form: which fields stand where, and what the form sends as the service takes it. */

export type OrganizationField = Exclude<keyof OrganizationEntity["attributes"], "parent">;

export const organizationSections: Array<{ id: string; fields: OrganizationField[] }> = [
  { id: "organization", fields: ["name", "type", "status", "pupilNumber"] },
  { id: "address", fields: ["address", "postalCode", "city", "county", "country", "phone"] },
  { id: "signIn", fields: ["qrCodeLoginEnabled", "secureAuthEnabled"] },
  {
    id: "identifiers",
    fields: ["municipalityKey", "schoolUnitCode", "sectoralCode", "establishmentId", "crmId", "comment"],
  },
];

export const organizationFields = organizationSections.flatMap((section) => section.fields);

export const switches: readonly OrganizationField[] = ["status", "qrCodeLoginEnabled", "secureAuthEnabled"];

export function editableOrganizationFields({ attributes }: Pick<OrganizationEntity, "attributes">) {
  return organizationFields.filter((name) => attributes[name].editable === 2);
}

/** What stands in an organisation's form. */
export function fieldTexts(entity: Pick<OrganizationEntity, "attributes">): FieldTexts {
  const text = (name: OrganizationField) => {
    const { value } = entity.attributes[name];
    if (switches.includes(name)) return value === true || value === "active" ? "on" : "";
    return String(value ?? "");
  };
  return Object.fromEntries(editableOrganizationFields(entity).map((name) => [name, text(name)]));
}

/** What a form holds of the given fields; a switch that is missing is off. */
export function readOrganizationForm(
  formData: FormData,
  fields: readonly OrganizationField[],
): Record<string, string | boolean> {
  return Object.fromEntries(
    fields.map((name) => {
      if (name === "status") return [name, formData.get(name) === "on" ? "active" : "inactive"];
      if (switches.includes(name)) return [name, formData.get(name) === "on"];
      return [name, String(formData.get(name) ?? "")];
    }),
  );
}
