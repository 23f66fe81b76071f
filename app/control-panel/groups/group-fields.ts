import type { FieldTexts } from "~/forms/stale-version";
import type { GroupEntity } from "~/services/contracts/control-panel-entities";

/** What a group's form writes, beside the school of a new one. */
export const groupFields = ["name", "type", "parent", "typicalSchoolEntryYear", "ageFilter", "externalId"] as const;
export type GroupField = (typeof groupFields)[number];

/** What stands in a group's form; of the group above its id. */
export function fieldTexts({ attributes }: Pick<GroupEntity, "attributes">): FieldTexts & Record<GroupField, string> {
  const text = (field: GroupField) =>
    field === "parent" ? (attributes.parent.value?.id ?? "") : String(attributes[field].value ?? "");
  return Object.fromEntries(groupFields.map((field) => [field, text(field)])) as Record<GroupField, string>;
}

/** What the forms of a group's page do. */
export const groupIntents = {
  save: "save",
  delete: "delete",
  newCode: "newCode",
  renewCode: "renewCode",
  removeCode: "noCode",
  addMember: "addMember",
  removeMember: "removeMember",
} as const;
