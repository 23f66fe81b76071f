import { z } from "zod";
import { fillMessage, formMessages } from "./form-messages";
import { ageFilterField, nameField, optionalField, textField } from "./person-fields";
import { uidSchema } from "./uid";

const yearBounds = fillMessage("between", { min: 1900, max: 2200 });
/** What may be written of a class or group, one schema an attribute; for the form and the service. */
export const groupAttributes = {
  name: nameField,
  type: z.enum(["class", "group", "grade"], { error: formMessages.typeRequired }),
  externalId: optionalField(textField()),
  ageFilter: optionalField(ageFilterField),
  typicalSchoolEntryYear: optionalField(
    z.coerce
      .number({ error: formMessages.number })
      .int(formMessages.number)
      .min(1900, yearBounds)
      .max(2200, yearBounds),
  ),
  /** true makes a new code, false or null takes it away. */
  code: z.union([z.boolean(), z.null()], { error: formMessages.incorrectFormat }),
  parent: optionalField(z.union([uidSchema, z.object({ id: uidSchema }).transform(({ id }) => id)])),
};
