import { z } from "zod";
import { accountContracts } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { newPasswordField } from "~/session/sign-in/login-schema";

/** Schemas of the two forms. A missing name and an empty one give the same error. */
export const forgotPasswordForm = z.object({
  username: accountContracts.requestPasswordReset.body.shape.username.default(""),
});
export const newPasswordForm = z
  .object({ password: newPasswordField, passwordAgain: z.string().optional() })
  .refine((form) => form.password === form.passwordAgain, {
    path: ["passwordAgain"],
    error: formMessages.passwordsDiffer,
  });
