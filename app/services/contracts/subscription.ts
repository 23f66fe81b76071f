import { z } from "zod";
import { defineContract, knownMembers } from "./contract";
import { formMessages } from "./form-messages";
import {
  amountField,
  couponTermsSchema,
  currencyField,
  dataListOf,
  momentField,
  paymentIntentSchema,
  providerIdField,
} from "./payment-values";
import { textField } from "./person-fields";

/**
 * Contracts about a family's running plan: what it is, what a change of it charges, and the changes. Amounts are in minor units and include
 * VAT; times are ISO 8601 in UTC. docs/product/shell.md#card-payment.
 */

const calls = "docs/product/shell.md#calls";
const own = "docs/product/choices.md#own-calls";

const subscriptionSchema = z.object({
  id: z.string(),
  /** The provider's status: active, past_due, canceled, incomplete, … */
  status: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      priceId: z.string(),
      quantity: z.number().int(),
      /** The price per `interval` before coupons, also for a plan that is no longer offered. */
      amount: amountField,
      interval: z.enum(["month", "year"]).nullable(),
    }),
  ),
  cancel_at_period_end: z.boolean(),
  /** The new plan of a change that awaits payment confirmation; null if none is pending. */
  pendingPriceId: z.string().nullable(),
  currentPeriodStart: momentField,
  currentPeriodEnd: momentField,
  /** When the next payment is due; null if there is none. */
  nextPaymentAt: momentField.nullable(),
  /** Amount of the next payment after coupons and credits; null if nextPaymentAt is null, or the provider did not say. */
  nextPaymentAmount: amountField.nullable(),
  /** Amount of a renewal that could not be charged; null if nothing is overdue. */
  overdueAmount: amountField.nullable(),
  currency: currencyField,
  /** The currently applied coupon. */
  couponId: z.string().nullable(),
  couponName: z.string().nullable(),
  /** What it takes off, and of which payments. */
  couponTerms: couponTermsSchema.nullable(),
  endedAt: momentField.nullable(),
  /** When the paid time of a paused plan ends, and reading with it; null for one that is not paused. */
  pausedFrom: momentField.nullable(),
  /** Whether a pause can begin. */
  mayPause: z.boolean(),
  /** When the plan ends, and what is paid back then: if it is cancelled, or if it were now. */
  cancellation: z.object({ endsAt: momentField, refund: amountField }),
  /** The day on which a plan ends that is cancelled for a later day than its paid time, and renews until then; null for any other. */
  cancelledTo: z.string().nullable(),
});
export type Subscription = z.output<typeof subscriptionSchema>;

/** Names the preview that the user accepted; the change is refused if its sums are no longer the provider's. */
export const previewHeader = "x-subscription-preview";
const previewHeaders = z.object({ [previewHeader]: z.uuid(formMessages.incorrectFormat).optional() });

const subscriptionPreviewSchema = z.object({
  /** For `x-subscription-preview` of the change. */
  id: z.string(),
  subscriptionId: z.string(),
  priceId: z.string().nullable(),
  couponId: z.string().nullable(),
  /** Months of a pause; null for another change. */
  pauseMonths: z.number().int().nullable(),
  /** Whether a pause ends. */
  resumes: z.boolean(),
  /** Until when the change may name it. */
  expiresAt: momentField,
  /** Charged by the change, and the VAT in it. */
  amount: amountField,
  vat: amountField,
  /** What the change credits for time that was paid and is not used; part of `amount`. */
  credit: amountField,
  /** What is left of credits after the change, for later payments. */
  balance: amountField,
  /** Name of a coupon that does not apply to the new plan, or ends in a pause; null if none is lost. */
  suspendedCoupon: z.string().nullable(),
  /** The coupon that applies to the plan after the change. */
  couponTerms: couponTermsSchema.nullable(),
  currency: currencyField,
  /** The day on which the plan will end, if it is cancelled for a later day and the change does not take that back. */
  cancelledTo: z.string().nullable(),
  /** Null if the subscription ends. */
  nextPaymentAt: momentField.nullable(),
  nextPaymentAmount: amountField.nullable(),
});
export type SubscriptionPreview = z.output<typeof subscriptionPreviewSchema>;

/** Months for which a plan may pause. */
export const pauseMonths = [1, 2, 3] as const;
export type PauseMonths = (typeof pauseMonths)[number];
const pauseMonthsField = z.union(
  pauseMonths.map((months) => z.literal(months)),
  formMessages.selectOne,
);

/** A pause and its end are only made as they were shown. */
const requiredPreview = z.object({ [previewHeader]: z.uuid(formMessages.incorrectFormat) });

const subscriptionParams = z.object({ id: providerIdField });

export const subscriptionContracts = {
  /** Running subscription first, then ended ones. */
  getSubscriptions: defineContract({
    method: "GET",
    path: "/subscriptions",
    auth: "bearer",
    source: calls,
    responses: { 200: dataListOf(subscriptionSchema) },
  }),
  /**
   * What another plan, a coupon, going on after a cancellation, a pause or its end would charge and credit, by the provider. It changes
   * nothing. 400 'Invalid Coupon!'; 409 `price_changed`, `pause_refused`, or `preview_outdated` if the subscription charges nothing any more.
   */
  previewSubscription: defineContract({
    method: "POST",
    path: "/subscription-previews",
    auth: "bearer",
    source: own,
    body: z
      .object({
        subscriptionId: providerIdField,
        priceId: providerIdField.optional(),
        couponId: textField(100).optional(),
        cancel_at_period_end: z.literal(false).optional(),
        pauseMonths: pauseMonthsField.optional(),
        /** Whether a pause ends. */
        resumes: z.literal(true).optional(),
      })
      .refine(
        ({ subscriptionId: _, ...changes }) => Object.values(changes).some((change) => change !== undefined),
        formMessages.required,
      ),
    responses: { 201: subscriptionPreviewSchema },
  }),
  /**
   * Cancels at the end of the period, reverts that, or changes the plan; omitted members are unchanged. 402 `payment_failed`. If the bank
   * requires confirmation, the payment is returned as `paymentIntent` and the plan changes only once it is confirmed; sending the current
   * plan's id discards a pending change. With `x-subscription-preview`: 409 `preview_outdated` unless it charges what the preview showed.
   */
  changeSubscription: defineContract({
    method: "PUT",
    path: "/subscriptions/:id",
    auth: "bearer",
    source: calls,
    headers: previewHeaders,
    params: subscriptionParams,
    body: knownMembers(
      z.object({ cancel_at_period_end: z.boolean().optional(), priceId: providerIdField.optional() }),
    ).refine((body) => body.cancel_at_period_end !== undefined || body.priceId !== undefined, formMessages.required),
    responses: { 200: subscriptionSchema.extend({ paymentIntent: paymentIntentSchema.nullable() }) },
  }),
  /**
   * Pays the overdue amount with the default card; does nothing if nothing is overdue. 402 `payment_failed`. If the bank requires
   * confirmation, the payment is returned as `paymentIntent`.
   */
  payOverdue: defineContract({
    method: "POST",
    path: "/subscriptions/:id/payment",
    auth: "bearer",
    source: own,
    params: subscriptionParams,
    responses: { 200: subscriptionSchema.extend({ paymentIntent: paymentIntentSchema.nullable() }) },
  }),
  /**
   * Pauses the plan from the end of the paid time: reading stops then, and the next payment moves by the months. 409 `pause_refused` for a
   * plan that is paused, cancelled or not paid; `preview_outdated`.
   */
  pausePlan: defineContract({
    method: "POST",
    path: "/subscriptions/:id/pause",
    auth: "bearer",
    source: own,
    headers: requiredPreview,
    params: subscriptionParams,
    body: z.object({ months: pauseMonthsField }),
    responses: { 200: subscriptionSchema },
  }),
  /**
   * Ends a pause. Before the end of the paid time the plan goes on as before; after it a new period begins and is charged, as for a change of
   * the plan: 402 `payment_failed`, or a `paymentIntent` that the bank asks to confirm. 409 `pause_refused` without a pause;
   * `preview_outdated`.
   */
  resumePlan: defineContract({
    method: "DELETE",
    path: "/subscriptions/:id/pause",
    auth: "bearer",
    source: own,
    headers: requiredPreview,
    params: subscriptionParams,
    responses: { 200: subscriptionSchema.extend({ paymentIntent: paymentIntentSchema.nullable() }) },
  }),
  /** 400 ValidationError on couponId, 'Invalid Coupon!'. With `x-subscription-preview`: 409 `preview_outdated`. */
  addCoupon: defineContract({
    method: "POST",
    path: "/subscription-coupon/:id",
    auth: "bearer",
    source: calls,
    headers: previewHeaders,
    params: subscriptionParams,
    body: z.object({ couponId: textField(100) }),
    responses: { 200: subscriptionSchema },
  }),
} as const;
