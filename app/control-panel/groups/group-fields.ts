import type { FieldTexts } from "~/forms/stale-version";
import { type GroupFormField, groupFormFields } from "~/services/contracts/group-field-table";
import type { PanelGroup } from "~/services/contracts/pages/group-page";

/** Field values of a group's form; the parent's value is its id. */
export function groupFieldTexts({ fields }: Pick<PanelGroup, "fields">): FieldTexts & Record<GroupFormField, string> {
  const texts = groupFormFields.map((name) => [name, String(fields[name]?.value ?? "")]);
  return Object.fromEntries(texts) as Record<GroupFormField, string>;
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
