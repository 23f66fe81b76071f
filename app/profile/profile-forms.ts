import { z } from "zod";
import { accountContracts } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { uidSchema } from "~/services/contracts/uid";
import { newPasswordField } from "~/session/sign-in/login-schema";

/** Schemas of the profile's forms; the service's own where it has one. */

const mandatory = z.string({ error: formMessages.mandatory }).min(1, formMessages.mandatory);

export const emptyForm = z.object({});
export const emailForm = accountContracts.requestEmailChange.body.pick({ email: true, currentPassword: true });
export const passwordForm = z
  .object({ currentPassword: mandatory, password: newPasswordField, passwordAgain: z.string().optional() })
  .refine((form) => form.password === form.passwordAgain, {
    path: ["passwordAgain"],
    error: formMessages.passwordsDiffer,
  });
export const currentPasswordForm = z.object({ currentPassword: mandatory });
export const codeForm = z.object({
  code: z
    .string({ error: formMessages.mandatory })
    .trim()
    .min(1, formMessages.mandatory)
    .max(20, formMessages.tooManyCharacters),
  secret: z.string().max(100),
});
export const sessionForm = z.object({ id: uidSchema });
