import { z } from "zod";
import { defineContract } from "./contract";
import { cancellationTypes } from "./contract-statements";
import { fillMessage, formMessages } from "./form-messages";
import { textField } from "./person-fields";
import { uidSchema } from "./uid";

/**
 * Calls of the payment service by which super users read a family's payments, pay back, and extend the paid time. Amounts are in minor units;
 * times are ISO 8601 in UTC. Cards by their last four digits at most. docs/decisions/0091-families-for-super-users.md.
 */

const own = "docs/product/choices.md#own-calls";

/** 409: the payment has changed since it was shown, or somebody else is paying it back. */
export const refundOutdated = "refund_outdated";
/** 409: the provider refused to pay back or to move the payment. */
export const providerRefused = "provider_refused";
/** 409: the paid time cannot be extended; the message is one of `extensionRefusals`. */
export const notExtendable = "not_extendable";

/** Why the paid time cannot be extended. */
export const extensionRefusals = ["none", "cancelled", "overdue", "changing", "paused", "waiting"] as const;
export type ExtensionRefusal = (typeof extensionRefusals)[number];

export const mostExtensionDays = 90;
/** Longest reason and note, in characters. */
export const longestReason = 500;

const daysBounds = fillMessage("between", { min: 1, max: mostExtensionDays });
const amount = z.number().int();
const currency = z.enum(["EUR", "NOK", "SEK", "GBP", "USD"]);
const moment = z.string();

export const reasonField = textField(longestReason);
export const extensionDaysField = z
  .number({ error: formMessages.number })
  .int(formMessages.number)
  .min(1, daysBounds)
  .max(mostExtensionDays, daysBounds);
const passwordField = z.string().max(1024).optional();

const foundFamilySchema = z.object({
  uid: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  status: z.enum(["active", "inactive", "deleted"]),
  createdAt: moment,
});
export type FoundFamily = z.output<typeof foundFamilySchema>;

const actState = z.enum(["decided", "done", "failed"]);

const paymentSchema = z.object({
  /** The provider's payment intent. */
  id: z.string(),
  amount,
  /** Also what a dispute has taken back, while it is open and once it is lost. */
  refunded: amount,
  /** How the bank's dispute about it stands; null without one. */
  dispute: z.enum(["open", "won", "lost"]).nullable(),
  /** What can still be paid back. */
  left: amount,
  currency,
  paidAt: moment,
  /** succeeded, pending, failed. */
  status: z.string(),
  invoiceNumber: z.string().nullable(),
  /** Of the order whose plan it pays; null if it is none of ours. */
  orderNumber: z.string().nullable(),
  /** The provider's page of the receipt. */
  receiptUrl: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  refunds: z.array(z.object({ id: z.string(), amount, status: z.string(), createdAt: moment })),
});
export type FamilyPayment = z.output<typeof paymentSchema>;

const refundSchema = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount,
  currency,
  reason: z.string().nullable(),
  state: actState,
  createdAt: moment,
});

const extensionSchema = z.object({
  id: z.string(),
  days: z.number().int(),
  /** End of the paid time that it led to. */
  paidUntil: moment,
  reason: z.string().nullable(),
  state: actState,
  createdAt: moment,
});

/** The super user's name; null once they are gone. Only super users read it. */
const doneBy = { by: z.string().nullable() };

const planSchema = z.object({
  subscriptionId: z.string(),
  /** The provider's status: active, trialing (extended), past_due, unpaid, paused, canceled. */
  status: z.string(),
  interval: z.enum(["month", "year"]).nullable(),
  amount,
  currency,
  isEnding: z.boolean(),
  /** The day on which a cancelled plan ends; null for one that goes on, and one that has ended. */
  endsOn: z.string().nullable(),
  isChanging: z.boolean(),
  startedAt: moment,
  paidUntil: moment,
  nextPaymentAt: moment.nullable(),
  /** null if none is due, or the provider did not say. */
  nextPaymentAmount: amount.nullable(),
  overdueAmount: amount.nullable(),
  couponName: z.string().nullable(),
  endedAt: moment.nullable(),
});

const managedFamilySchema = foundFamilySchema.extend({
  isConfirmed: z.boolean(),
  country: z.string(),
  children: z.number().int(),
  /** Of a deleted account: the first day on which it may be purged. */
  purgeOn: z.string().nullable(),
  /** What opens the books; days, the last one inclusive. */
  period: z
    .object({
      type: z.string(),
      startsOn: z.string(),
      endsOn: z.string().nullable(),
      isRunning: z.boolean(),
      isTrial: z.boolean(),
    })
    .nullable(),
  orders: z.array(
    z.object({
      number: z.string(),
      status: z.string(),
      amount,
      currency,
      couponCode: z.string().nullable(),
      createdAt: moment,
      /** When the family asked that the plan starts at once, and the text's version; null without an answer. */
      consent: z.object({ version: z.string(), consentedAt: moment.nullable() }).nullable(),
    }),
  ),
  statements: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["withdrawal", "cancellation"]),
      status: z.string(),
      orderNumber: z.string(),
      /** Of a cancellation without signing in, with the reason of an extraordinary one and the day that was wished. */
      type: z.enum(cancellationTypes).nullable(),
      reason: z.string().nullable(),
      endsOn: z.string().nullable(),
      refund: amount.nullable(),
      currency,
      receivedAt: moment,
    }),
  ),
  mails: z.array(
    z.object({
      kind: z.string(),
      subject: z.string(),
      state: z.string(),
      createdAt: moment,
      sentAt: moment.nullable(),
    }),
  ),
  refunds: z.array(refundSchema.extend(doneBy)),
  extensions: z.array(extensionSchema.extend(doneBy)),
  /** What the provider says; null if it is down, or the family is unknown to it. */
  provider: z
    .object({
      plan: planSchema.nullable(),
      payments: z.array(paymentSchema),
      cards: z.array(
        z.object({
          brand: z.string(),
          last4: z.string(),
          expMonth: z.number(),
          expYear: z.number(),
          isCharged: z.boolean(),
        }),
      ),
      /** null: the paid time can be extended. */
      extensionRefusal: z.enum(extensionRefusals).nullable(),
    })
    .nullable(),
  isProviderDown: z.boolean(),
});
export type ManagedFamily = z.output<typeof managedFamilySchema>;

const statementSchema = z.object({
  id: z.string(),
  kind: z.enum(["withdrawal", "cancellation"]),
  name: z.string(),
  orderNumber: z.string(),
  email: z.string(),
  /** Of a cancellation, with the reason of an extraordinary one and the day that was wished. */
  type: z.enum(cancellationTypes),
  reason: z.string().nullable(),
  endsOn: z.string().nullable(),
  /** Whether the plan has ended early, and the provider refused to pay the rest back; else the statement matches no order. */
  isRefundRefused: z.boolean(),
  receivedAt: moment,
  /** null until a super user has dealt with it. */
  reviewedAt: moment.nullable(),
  note: z.string().nullable(),
});
export type UnmatchedStatement = z.output<typeof statementSchema>;

const familyParams = z.object({ uid: z.string() });
const actParams = familyParams.extend({ id: uidSchema });

export const managedFamilyContracts = {
  /**
   * Families by e-mail address (exact, in any case; also of deleted accounts until the purge) or by order number. A POST, so that no address
   * stands in a URL. Each family found is noted in the log.
   */
  searchFamilies: defineContract({
    method: "POST",
    path: "/family-searches",
    auth: "bearer",
    source: own,
    body: z.object({ q: textField(255) }),
    responses: { 200: z.object({ data: z.array(foundFamilySchema) }) },
  }),
  getManagedFamily: defineContract({
    method: "GET",
    path: "/families/:uid",
    auth: "bearer",
    source: own,
    params: familyParams,
    responses: { 200: managedFamilySchema },
  }),
  /** What paying back would lead to; it changes nothing. 400 for more than is left. */
  previewFamilyRefund: defineContract({
    method: "POST",
    path: "/families/:uid/refund-previews",
    auth: "bearer",
    source: own,
    params: familyParams,
    /** `amount` null: all that is left. */
    body: z.object({ paymentId: z.string().max(120), amount: amount.nullable() }),
    responses: { 200: z.object({ amount, left: amount, currency }) },
  }),
  /**
   * Pays back a part of a payment, or all of it. The id is the caller's: repeated, the call returns the same refund. `left` is what was
   * shown. The password is the caller's own. 400 for more than is left; 409 `refund_outdated`, `provider_refused`.
   */
  refundFamilyPayment: defineContract({
    method: "PUT",
    path: "/families/:uid/refunds/:id",
    auth: "bearer",
    source: own,
    params: actParams,
    body: z.object({
      paymentId: z.string().max(120),
      amount: amount.min(1, fillMessage("between", { min: 1, max: 2 ** 31 - 1 })).max(2 ** 31 - 1),
      left: amount,
      reason: reasonField,
      currentPassword: passwordField,
    }),
    responses: { 200: refundSchema },
  }),
  /**
   * Moves the next payment by 1 to 90 days, without a charge. The id is the caller's: repeated, the call returns the same extension. 409
   * `not_extendable`, `provider_refused`.
   */
  extendFamilyPlan: defineContract({
    method: "PUT",
    path: "/families/:uid/extensions/:id",
    auth: "bearer",
    source: own,
    params: actParams,
    body: z.object({ days: extensionDaysField, reason: reasonField, currentPassword: passwordField }),
    responses: { 200: extensionSchema },
  }),
  /** Statements about contracts that match no order or could not be carried out, the newest first; at most 200 of each state. */
  getUnmatchedStatements: defineContract({
    method: "GET",
    path: "/unmatched-statements",
    auth: "bearer",
    source: own,
    responses: { 200: z.object({ data: z.array(statementSchema) }) },
  }),
  /** Notes that a statement has been dealt with; repeated, the first note stays. */
  reviewStatement: defineContract({
    method: "PUT",
    path: "/unmatched-statements/:id/review",
    auth: "bearer",
    source: own,
    params: z.object({ id: uidSchema }),
    body: z.object({ note: reasonField }),
    responses: { 200: statementSchema },
  }),
  /** The family's own: what was paid back and how far its paid time was extended by support. */
  getSupportActs: defineContract({
    method: "GET",
    path: "/support-acts",
    auth: "bearer",
    source: own,
    responses: { 200: z.object({ refunds: z.array(refundSchema), extensions: z.array(extensionSchema) }) },
  }),
} as const;
