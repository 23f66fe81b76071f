import type { FieldTexts } from "~/forms/stale-version";
import type { GroupEntity } from "~/services/contracts/control-panel-entities";

/** Fields of a group's form, besides the school of a new group. */
export const groupFormFields = ["name", "type", "parent", "typicalSchoolEntryYear", "ageFilter", "externalId"] as const;
export type GroupField = (typeof groupFormFields)[number];

/** Field values of a group's form; the parent's value is its id. */
export function groupFieldTexts({
  attributes,
}: Pick<GroupEntity, "attributes">): FieldTexts & Record<GroupField, string> {
  const text = (field: GroupField) =>
    field === "parent" ? (attributes.parent.value?.id ?? "") : String(attributes[field].value ?? "");
  return Object.fromEntries(groupFormFields.map((field) => [field, text(field)])) as Record<GroupField, string>;
}

/** Intents of the forms on a group's page. */
export const groupIntents = {
  save: "save",
  delete: "delete",
  newCode: "newCode",
  renewCode: "renewCode",
  removeCode: "noCode",
  addMember: "addMember",
  removeMember: "removeMember",
} as const;
