import { z } from "zod";
import { formMessages } from "~/services/contracts/form-messages";
import { typedUsernameField } from "~/services/contracts/typed-text";

/** A password chosen by the user. */
export const newPasswordField = z
  .string({ error: formMessages.mandatory })
  .min(8, formMessages.atLeastEight)
  .max(255, formMessages.upTo255);

const given = z.string({ error: formMessages.mandatory }).min(1, formMessages.mandatory);

/** The login form's schema, shared by the page and its action. */
export const loginSchema = z
  .object({
    username: typedUsernameField,
    password: given.max(1024, formMessages.tooManyCharacters),
    /** Required if the current password is an initial or reset one; the sign-in service asks for it until it is given. */
    newPassword: z.literal("").or(newPasswordField).optional(),
    newPasswordAgain: z.string().optional(),
    stay: z.literal("on", { error: formMessages.incorrectFormat }).optional(),
    redirect: z.string().max(2000).optional(),
    authorize: z.string().max(4000).optional(),
  })
  .refine(({ newPassword = "", newPasswordAgain = "" }) => newPassword === newPasswordAgain, {
    path: ["newPasswordAgain"],
    error: formMessages.passwordsDiffer,
  });
