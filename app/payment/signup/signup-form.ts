import { z } from "zod";
import { registerBody } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";

/** The first page of sign-up: eight fields. docs/product/shell.md#validation. */

/** In the order in which they stand. */
export const signupFields = ["priceId", "firstname", "lastname", "email", "password", "country", "privacy"] as const;
export type SignupField = (typeof signupFields)[number];

export const signupSchema = registerBody.extend({
  priceId: z.string({ error: formMessages.selectOne }).min(1, formMessages.selectOne).max(120, formMessages.selectOne),
  privacy: z.literal("on", { error: formMessages.mandatory }),
});

/** What is said of a sign-up that failed for another reason than what was typed; whatever else a service says is shown as it is. */
export const signupMessages = {
  tooManyAttempts: "Too many attempts",
  notRegistered: "The account could not be created",
} as const;

/** What the forms of the payment step do. */
export const paymentIntents = {
  order: "order",
  coupon: "coupon",
  trial: "trial",
  checkout: "checkout",
  retry: "retry",
  processing: "payment-processing",
  failed: "payment-failed",
} as const;

export const orderFormSchema = z.object({
  priceId: signupSchema.shape.priceId,
});
