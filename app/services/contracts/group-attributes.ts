import { z } from "zod";
import { formMessages } from "./form-messages";
import { ageFilterField, nameField, optionalField, textField, wholeNumberField } from "./person-fields";
import { uidSchema } from "./uid";

/** Schemas of a group's editable attributes, for the form and the service. */
export const groupAttributes = {
  name: nameField,
  type: z.enum(["class", "group", "grade"], { error: formMessages.typeRequired }),
  externalId: optionalField(textField()),
  ageFilter: optionalField(ageFilterField),
  typicalSchoolEntryYear: optionalField(wholeNumberField(1900, 2200)),
  /** true creates a new code, false or null removes it. */
  code: z.union([z.boolean(), z.null()], { error: formMessages.incorrectFormat }),
  parent: optionalField(z.union([uidSchema, z.object({ id: uidSchema }).transform(({ id }) => id)])),
};
