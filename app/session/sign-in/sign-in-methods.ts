import { z } from "zod";
import { readBadge } from "~/services/contracts/badge";
import { formMessages } from "~/services/contracts/form-messages";
import { readCardNumber, readCardPin } from "~/services/contracts/library-card";
import { pictureSecret } from "~/services/contracts/picture-code";
import { typedUsernameField } from "~/services/contracts/typed-text";

/** Sign-in methods other than the password: their form schemas and their parameters for the sign-in service. */

export type SignInMethod<Schema extends z.ZodObject> = {
  schema: Schema;
  /** Form values for the sign-in service. */
  form(values: z.output<Schema>): Record<string, string>;
  amrHint: string;
};

export type SignInProblem =
  | "invalid_badge"
  | "badges_off"
  | "invalid_device_link"
  | "invalid_card"
  | "invalid_credentials"
  | "too_many_attempts"
  | "no_code"
  | "unreachable"
  | "failed";

const carriedOn = {
  redirect: z.string().max(2000).optional(),
  /** Query of an authorize request that led here. */
  authorize: z.string().max(4000).optional(),
};

const mandatory = z
  .string({ error: formMessages.mandatory })
  .trim()
  .min(1, { error: formMessages.mandatory, abort: true });

const badgeSchema = z.object({
  badge: mandatory
    .max(500, { error: formMessages.tooManyCharacters, abort: true })
    .refine((text) => readBadge(text) !== null, formMessages.incorrectFormat),
  ...carriedOn,
});

const cardSchema = z.object({
  card: mandatory
    .max(60, { error: formMessages.tooManyCharacters, abort: true })
    .refine((text) => readCardNumber(text) !== null, formMessages.incorrectFormat),
  pin: mandatory
    .max(20, { error: formMessages.tooManyCharacters, abort: true })
    .refine((text) => readCardPin(text) !== null, formMessages.incorrectFormat),
  ...carriedOn,
});

/** Too few pictures count as a wrong code: the sign-in service responds to both alike. */
const picturesSchema = z.object({
  username: typedUsernameField,
  pictures: z.string().max(200).default(""),
  ...carriedOn,
});

export const picturesMethod: SignInMethod<typeof picturesSchema> = {
  schema: picturesSchema,
  form: ({ username, pictures }) => ({ username, password: pictureSecret(pictures.split("-")) }),
  amrHint: "pictures",
};

export const badgeMethod: SignInMethod<typeof badgeSchema> = {
  schema: badgeSchema,
  form: ({ badge }) => ({ badge }),
  amrHint: "qr",
};

export const cardMethod: SignInMethod<typeof cardSchema> = {
  schema: cardSchema,
  form: ({ card, pin }) => ({ card, pin }),
  amrHint: "ak-bibliotheken",
};
