import type { GroupFieldsWith } from "~/services/contracts/group-field-table";
import type { OrganizationFieldsWith } from "~/services/contracts/organization-field-table";

/** Translation keys for the values of fields, in the area control-panel. A field with a choice that is missing here does not compile. */

type ValueText = (value: string) => string;

export const organizationValueTexts: Record<OrganizationFieldsWith<"kind", "choice">, ValueText> = {
  type: (value) => `organizationTypes.${value}`,
  status: (value) => `status.${value}`,
  staySignedIn: (value) => `organizations.staySignedIn.${value}`,
  teachersSee: (value) => `organizations.teachersSee.${value}`,
};

export const groupValueTexts: Record<GroupFieldsWith<"kind", "choice">, ValueText> = {
  type: (value) => `groupTypes.${value}`,
};
