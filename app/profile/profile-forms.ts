import { z } from "zod";
import { accountContracts } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { type MailChoice, mailsByDefault } from "~/services/contracts/mail-table";
import { parentPinField } from "~/services/contracts/parent-pin";
import { uidSchema } from "~/services/contracts/uid";
import { newPasswordField } from "~/session/sign-in/login-schema";

/** Schemas of the profile's forms; the service's own where it has one. */

const mandatory = z.string({ error: formMessages.mandatory }).min(1, formMessages.mandatory);

export const profileFormWithoutFields = z.object({});
/** A user without a password has no field for it; an empty field is an error beside one in the address. */
export const emailForm = accountContracts.requestEmailChange.body
  .pick({ email: true })
  .extend({ currentPassword: mandatory.max(1024, formMessages.tooManyCharacters).optional() });
/** Mails by choice: a switch that is on sends its name. */
export const mailsForm = z.object(
  Object.fromEntries(Object.keys(mailsByDefault).map((choice) => [choice, z.string().optional()])) as Record<
    MailChoice,
    z.ZodOptional<z.ZodString>
  >,
);
export const passwordForm = z
  .object({ currentPassword: mandatory, password: newPasswordField, passwordAgain: z.string().optional() })
  .refine((form) => form.password === form.passwordAgain, {
    path: ["passwordAgain"],
    error: formMessages.passwordsDiffer,
  });
export const parentPinForm = z.object({ currentPassword: mandatory, pin: parentPinField });
export const currentPasswordForm = z.object({ currentPassword: mandatory });
export const codeForm = z.object({
  code: z
    .string({ error: formMessages.mandatory })
    .trim()
    .min(1, formMessages.mandatory)
    .max(20, formMessages.tooManyCharacters),
  secret: z.string().max(100),
});
/** The secret of a second factor that its first code has not confirmed yet. */
export const pendingSecretForm = z.object({ secret: z.string().regex(/^[A-Z2-7]{16,64}$/) });
/** The form's data that is stored while a second factor is proved: a new address. */
export const draftForm = z.object({ email: z.string().transform((email) => email.slice(0, 255)) });
export const sessionForm = z.object({ id: uidSchema });
