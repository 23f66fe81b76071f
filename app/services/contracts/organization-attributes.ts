import { z } from "zod";
import { formMessages } from "./form-messages";
import { type OrganizationField, organizationTypes } from "./organization-field-table";
import { nameField, optionalField, postalCodeField, textField, wholeNumberField } from "./person-fields";
import { stayChoices } from "./stay-signed-in";
import { teachersSee } from "./teachers-see";
import { uidSchema } from "./uid";

/** Schemas of an organisation's editable attributes, for the form and the service. */

const optionalText = optionalField(textField());
const code = optionalField(textField(50));
const truth = z.boolean({ error: formMessages.incorrectFormat });

export const organizationAttributes = {
  name: nameField,
  type: z.enum(organizationTypes, { error: formMessages.typeRequired }),
  status: z.enum(["active", "inactive"], { error: formMessages.incorrectFormat }),
  parent: uidSchema.nullable(),
  comment: optionalField(textField(2000)),
  pupilNumber: optionalField(wholeNumberField(0, 1_000_000)),
  address: optionalText,
  country: optionalText,
  county: optionalText,
  city: optionalText,
  postalCode: optionalField(postalCodeField),
  phone: optionalField(textField(50)),
  secureAuthEnabled: truth,
  qrCodeLoginEnabled: truth,
  /** Pupils may log in with a picture code. */
  pictureLoginEnabled: truth,
  teachersSee: z.enum(teachersSee, { error: formMessages.incorrectFormat }),
  /** Days after which a pupil's password set by staff expires; null: never. */
  pupilPasswordDays: optionalField(wholeNumberField(1, 1000)),
  /** Who may stay signed in on a device of their own. */
  staySignedIn: z.enum(stayChoices, { error: formMessages.incorrectFormat }),
  /** Whether voices that send the text to their maker may read to pupils. Decision 101. */
  onlineVoicesEnabled: truth,
  /** Whether words are not explained to pupils, who then save none. Decision 105. */
  wordsHidden: truth,
  municipalityKey: code,
  schoolUnitCode: code,
  sectoralCode: code,
  establishmentId: code,
  crmId: code,
} satisfies Record<OrganizationField | "parent", z.ZodType>;
