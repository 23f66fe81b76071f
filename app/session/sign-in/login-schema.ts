import { z } from "zod";
import { formMessages } from "~/services/contracts/form-messages";

/** A password that somebody chooses for themselves. */
export const newPasswordField = z
  .string({ error: formMessages.mandatory })
  .min(8, formMessages.atLeastEight)
  .max(255, formMessages.upTo255);

/** What the login form takes; one schema for the page and for its action. */
export const loginSchema = z
  .object({
    username: z.string({ error: formMessages.mandatory }).trim().max(255, formMessages.upTo255),
    password: z.string({ error: formMessages.mandatory }).max(1024, formMessages.tooManyCharacters),
    /** Required once the old one proves to be a first or reset password. */
    newPassword: newPasswordField.optional(),
    newPasswordAgain: z.string().optional(),
    redirect: z.string().max(2000).optional(),
    authorize: z.string().max(4000).optional(),
  })
  .refine(({ newPassword, newPasswordAgain }) => newPassword === newPasswordAgain, {
    path: ["newPasswordAgain"],
    error: formMessages.passwordsDiffer,
  });

export type LoginForm = z.output<typeof loginSchema>;
