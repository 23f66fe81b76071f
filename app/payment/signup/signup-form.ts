import { z } from "zod";
import { openOrderIntents } from "~/payment/open-order-intents";
import { registerBody } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";

/** First page of sign-up: eight fields. docs/product/shell.md#validation. */

/** In display order. */
export const signupFields = ["priceId", "firstname", "lastname", "email", "password", "country", "privacy"] as const;

/** Messages of the sign-up form besides those of its fields; other service messages are shown unchanged. */
export const signupMessages = {
  privacyNotAccepted: "Accept the privacy policy",
  tooManyAttempts: "Too many attempts",
  notRegistered: "The account could not be created",
} as const;

export const signupSchema = registerBody.extend({
  priceId: z.string({ error: formMessages.selectOne }).min(1, formMessages.selectOne).max(120, formMessages.selectOne),
  privacy: z.literal("on", { error: signupMessages.privacyNotAccepted }),
  stay: z.literal("on", { error: formMessages.incorrectFormat }).optional(),
});

/** Value of the plan choice for the trial, which is no plan of the provider. */
export const trialChoice = "trial";

/** Intents of the forms on the payment step. */
export const paymentIntents = {
  order: "order",
  coupon: "coupon",
  removeCoupon: "remove-coupon",
  trial: "trial",
  checkout: "checkout",
  retry: "retry",
  processing: "payment-processing",
  failed: "payment-failed",
  ...openOrderIntents,
} as const;

/** An error of the provider in the browser, cut where it is too long. */
const reported = z
  .string()
  .transform((text) => text.slice(0, 300))
  .catch("");
export const failureFormSchema = z.object({ failure: reported, message: reported });

export const orderFormSchema = z.object({
  priceId: signupSchema.shape.priceId,
});

/** The box beside the pay button; an empty one is not sent. */
export const consentFormSchema = z.object({ startNow: z.literal("on").optional().catch(undefined) });

/** Where the result page leads: to the shelf, or to the page that adds a child. */
export const nextStepSchema = z.object({ next: z.enum(["read", "child"]).catch("read") });
