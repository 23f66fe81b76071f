import { z } from "zod";
import { couponSchema } from "~/payment/coupon-schema";
import { openOrderIntents } from "~/payment/open-order-intents";
import { formMessages } from "~/services/contracts/form-messages";
import { pauseMonths } from "~/services/contracts/subscription";

/** Intents of the subscription page's forms. docs/product/shell.md#card-payment. */
export const subscriptionIntents = {
  addCard: "add-card",
  cardConfirmed: "card-confirmed",
  cardFailed: "card-failed",
  hostedCard: "hosted-card",
  makeDefault: "make-default",
  removeCard: "remove-card",
  removeCards: "remove-cards",
  changePlan: "change-plan",
  keepPlan: "keep-plan",
  planConfirmed: "plan-confirmed",
  planRefused: "plan-refused",
  payOverdue: "pay-overdue",
  overdueRefused: "overdue-refused",
  subscribe: "subscribe",
  ...openOrderIntents,
  coupon: "coupon",
  cancel: "cancel",
  goOn: "go-on",
  pause: "pause",
  resume: "resume",
  resumeConfirmed: "resume-confirmed",
} as const;
export type SubscriptionIntent = (typeof subscriptionIntents)[keyof typeof subscriptionIntents];

const id = z.string({ error: formMessages.selectOne }).min(1, formMessages.selectOne).max(120, formMessages.selectOne);

export const subscriptionFormWithoutFields = z.object({});

/** The preview that the family accepted; without one the sums are shown first. */
const previewId = z.uuid(formMessages.selectOne).optional();
/** Cancelling, and removing a card without which a plan cannot be paid, ask first; `confirmed` answers. */
const confirmed = z.literal("yes", formMessages.selectOne).optional();
export const cancelForm = z.object({ confirmed });
export const goOnForm = z.object({ previewId });
export const pauseForm = z.object({
  months: z
    .enum(["1", "2", "3"], formMessages.selectOne)
    .transform((months) => pauseMonths.find((each) => String(each) === months) ?? 1),
  previewId,
});
export const methodForm = z.object({ id });
export const orderForm = z.object({ id });
export const removalForm = methodForm.extend({ confirmed });
export const removalOfAllForm = z.object({ confirmed });
export const confirmedForm = z.object({ setupIntentId: id, status: z.string().max(60), paymentMethodId: id });
export const failedForm = z.object({ code: z.string().max(120).default("") });
export const planForm = z.object({ priceId: id, previewId });
export const couponForm = couponSchema.extend({ previewId });
/** The provider's error in the browser when the bank did not confirm. */
export const refusedForm = failedForm.extend({ message: z.string().max(300).default("") });
/** The same for a change of plan, which can be tried again. */
export const planRefusedForm = refusedForm.extend({ priceId: id.optional() });
