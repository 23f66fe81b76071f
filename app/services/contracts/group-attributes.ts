import { z } from "zod";
import { formMessages } from "./form-messages";
import { type GroupField, type GroupFieldsWith, groupFieldTable, groupTypes } from "./group-field-table";
import { ageFilterField, nameField, optionalField, textField, wholeNumberField } from "./person-fields";
import { uidSchema } from "./uid";

/** Schemas of a group's editable attributes, for the form and the service. */
export const groupAttributes = {
  name: nameField,
  type: z.enum(groupTypes, { error: formMessages.typeRequired }),
  externalId: optionalField(textField()),
  ageFilter: optionalField(ageFilterField),
  typicalSchoolEntryYear: optionalField(wholeNumberField(1900, 2200)),
  /** true creates a new code, false or null removes it. */
  code: z.union([z.boolean(), z.null()], { error: formMessages.incorrectFormat }),
  parent: optionalField(z.union([uidSchema, z.object({ id: uidSchema }).transform(({ id }) => id)])),
} satisfies Record<GroupField, z.ZodType>;

export type ManagedGroupField = GroupFieldsWith<"isManaged", true>;
/** The fields that customer management has, in the order in which it names mistakes and logs changes. */
export const managedGroupFields = (Object.keys(groupAttributes) as GroupField[]).filter(
  (name): name is ManagedGroupField => groupFieldTable[name].isManaged,
);
