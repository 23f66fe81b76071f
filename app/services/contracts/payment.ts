import { z } from "zod";
import { locales } from "~/realms/realm";
import { browserSessionHeaders } from "./browser-session";
import { defineContract, knownMembers } from "./contract";
import { statementContracts } from "./contract-statements";
import { formMessages } from "./form-messages";
import { managedFamilyContracts } from "./managed-families";
import {
  amountField,
  couponIdField,
  couponTermsSchema,
  currencyField,
  dataListOf,
  momentField,
  paymentIntentSchema,
  providerIdField,
} from "./payment-values";
import { emailField, nameField, optionalField, textField } from "./person-fields";
import type { ProviderError } from "./service-error";
import { subscriptionContracts } from "./subscription";

/**
 * Contracts of the payment service: plans, orders, cards and subscriptions of families. docs/product/shell.md#calls, #card-payment,
 * #sign-up-payment. Amounts are integers in the currency's minor unit (öre, cents) and include VAT; times are ISO 8601 in UTC; ids are the
 * payment provider's, except an order's, which is ours. The provider's names keep their spelling (`client_secret`).
 */

const calls = "docs/product/shell.md#calls";
const own = "docs/product/choices.md#own-calls";

/**
 * Version of the text beside the box that asks the plan to start at once (`payment:consent` in locales/), a day. A changed text needs a new
 * version: `app/payment/signup/consent-text.test.ts`.
 */
export const consentVersion = "2026-11-30";

/** Length of the trial in days. docs/product/control-panel.md#limits. */
export const trialDays = 14;

/** The provider's error details, in an error's `details` and in a failed order. */
export const providerErrorSchema: z.ZodType<ProviderError> = z.object({
  type: z.string(),
  code: z.string().nullable(),
  decline_code: z.string().nullable(),
  param: z.string().nullable(),
  message: z.string(),
});

const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** The subscription type that the product grants, e.g. `fabel-consumer`. */
  subscriptionType: z.string(),
});
export type Product = z.output<typeof productSchema>;

/** A plan: a recurring price. */
const priceSchema = z.object({
  id: z.string(),
  productId: z.string(),
  amount: amountField,
  /** The VAT included in `amount`; 0 if prices have none. */
  vat: amountField,
  currency: currencyField,
  interval: z.enum(["month", "year"]),
  intervalCount: z.number().int().min(1),
});
export type Price = z.output<typeof priceSchema>;

export const orderStatuses = ["created", "processing", "failed", "completed", "canceled"] as const;

const orderSchema = z.object({
  id: z.string(),
  /** created: awaits payment. canceled: replaced by another order, or expired. */
  status: z.enum(orderStatuses),
  priceId: z.string(),
  quantity: z.number().int(),
  name: z.string(),
  email: z.string(),
  message: z.string().nullable(),
  couponId: z.string().nullable(),
  /** The coupon as it was typed: a promotion code, or the coupon's own id. */
  couponCode: z.string().nullable(),
  /** What it takes off, and of which payments; null without one, and once the order has ended. */
  couponTerms: couponTermsSchema.nullable(),
  /** Amount charged now, computed by the service. */
  amount: amountField,
  vat: amountField,
  currency: currencyField,
  createdAt: momentField,
  subscriptionId: z.string().nullable(),
  /** null if nothing is charged (a coupon covers everything), for the hosted page, and once the order has ended. */
  paymentIntent: paymentIntentSchema.nullable(),
  /** The payment's current status at the provider, with the last attempt's failure; null before there is a payment. */
  paymentStatus: z
    .object({ id: z.string(), status: z.string(), error: providerErrorSchema.nullable().optional() })
    .nullable(),
  /** Why the last payment attempt failed. */
  error: providerErrorSchema.nullable(),
});
export type Order = z.output<typeof orderSchema>;

const paymentMethodSchema = z.object({
  id: z.string(),
  type: z.string(),
  card: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.number().int(), exp_year: z.number().int() })
    .nullable(),
  createdAt: momentField,
});
export type PaymentMethod = z.output<typeof paymentMethodSchema>;

const customerSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
});
export type Customer = z.output<typeof customerSchema>;

const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  /** The subscription that it charges; null for another charge. */
  subscriptionId: z.string().nullable(),
  /** draft, open, paid, void, uncollectible. */
  status: z.string(),
  total: amountField,
  vat: amountField,
  currency: currencyField,
  createdAt: momentField,
  /** Addresses at the provider; null until they exist. */
  pdfUrl: z.string().nullable(),
  pageUrl: z.string().nullable(),
  /** What was paid back to the card, oldest first. */
  refunds: z.array(z.object({ amount: amountField, createdAt: momentField, isPending: z.boolean() })),
  /** Whether the bank has taken the payment back, or asks about it; null if it does neither. */
  dispute: z.enum(["open", "won", "lost"]).nullable(),
});
export type Invoice = z.output<typeof invoiceSchema>;

const consentSchema = z.object({
  orderId: z.string(),
  version: z.string(),
  /** When the family asked; null if it left the box empty. */
  consentedAt: momentField.nullable(),
});
export type Consent = z.output<typeof consentSchema>;

/** An order as the family's data export has it. */
const purchaseSchema = orderSchema
  .pick({ id: true, status: true, quantity: true, name: true, email: true, couponCode: true })
  .extend({
    number: z.string(),
    subscriptionType: z.string(),
    amount: amountField,
    vat: amountField,
    currency: currencyField,
    createdAt: momentField,
  });

const trialSchema = z.object({
  /** First and last day. */
  startsOn: z.string(),
  endsOn: z.string(),
});

/** Always 1, since a family has one subscription. docs/product/choices.md#who-and-where. */
const quantity = z
  .number({ error: formMessages.number })
  .int(formMessages.number)
  .min(1, formMessages.incorrectFormat)
  .max(1, formMessages.incorrectFormat);

const orderBody = z.object({
  priceId: providerIdField,
  quantity: quantity.default(1),
  name: nameField,
  email: emailField,
  message: optionalField(textField(500)).optional(),
  couponId: couponIdField,
});

/** For the provider's hosted page: our return addresses, and its language (default: the browser's). */
const hostedPage = {
  successUrl: z.string().max(500),
  cancelUrl: z.string().max(500),
  locale: z.enum(locales).optional(),
};

export const paymentContracts = {
  ...statementContracts,
  ...managedFamilyContracts,
  ...subscriptionContracts,
  /** Configuration for loading the provider's script. 503 `publishable_key_required`. */
  getPaymentConfiguration: defineContract({
    method: "GET",
    path: "/configuration",
    auth: "country",
    source: own,
    responses: {
      200: z.object({
        publishableKey: z.string(),
        /** Address of the provider's script; null: the default of its package. */
        scriptUrl: z.string().nullable(),
      }),
    },
  }),
  getProducts: defineContract({
    method: "GET",
    path: "/products",
    auth: "country",
    source: calls,
    responses: { 200: z.object({ products: z.array(productSchema), prices: z.array(priceSchema) }) },
  }),
  /**
   * Orders a plan. With a token: for its family; without: for the family that `x-browser-session` registered. An unpaid order is returned
   * unchanged, or replaced if the plan differs. `couponId` is a promotion code in any case, or a coupon's id; the order has the coupon's id.
   * Where a coupon covers everything, the order waits for createCheckout, which confirms it.
   * 409 `subscription_runs` or `price_changed`, 400 'Invalid Coupon!', 402 `payment_failed`,
   * 5xx `payment.create_order_failed` or `payment.payment_intent_not_loaded`.
   */
  createOrder: defineContract({
    method: "POST",
    path: "/order",
    auth: "optional",
    source: calls,
    headers: browserSessionHeaders,
    body: orderBody,
    responses: { 201: orderSchema },
  }),
  /** An order with its payment's current status at the provider. 404 'Order not found' for another family's or browser session's order. */
  getOrder: defineContract({
    method: "GET",
    path: "/order/:id",
    auth: "optional",
    source: calls,
    headers: browserSessionHeaders,
    params: z.object({ id: z.string().min(1).max(100) }),
    responses: { 200: orderSchema },
  }),
  /** The family's order that is not paid yet, with its payment's current status at the provider; null if there is none. */
  getOpenOrder: defineContract({
    method: "GET",
    path: "/open-order",
    auth: "bearer",
    source: own,
    responses: { 200: z.object({ order: orderSchema.nullable() }) },
  }),
  /**
   * Cancels an order that is not paid, so that it can no longer be paid; one that was cancelled before stays so. 404 as getOrder; 409
   * `subscription_runs` if it is being paid or was paid.
   */
  cancelOrder: defineContract({
    method: "DELETE",
    path: "/order/:id",
    auth: "bearer",
    source: own,
    params: z.object({ id: z.string().min(1).max(100) }),
    responses: { 204: z.undefined() },
  }),
  /** Updates the order and the family's subscription period from the payment's status at the provider. Idempotent. */
  settleOrder: defineContract({
    method: "POST",
    path: "/order/:id/settlement",
    auth: "optional",
    source: own,
    headers: browserSessionHeaders,
    params: z.object({ id: z.string().min(1).max(100) }),
    responses: { 200: orderSchema },
  }),
  /**
   * Records whether the family asks that the ordered plan starts before the time for withdrawal has passed. The last record before the
   * payment counts; after it, only an order without one takes a record. Nothing depends on it but what a withdrawal pays back. 404 as
   * getOrder.
   */
  recordConsent: defineContract({
    method: "PUT",
    path: "/order/:id/consent",
    auth: "optional",
    source: own,
    headers: browserSessionHeaders,
    params: z.object({ id: z.string().min(1).max(100) }),
    body: z.object({
      version: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, formMessages.incorrectFormat),
      isConsented: z.boolean(),
    }),
    responses: { 200: consentSchema },
  }),
  /** The family's recorded answers, newest first, for its data export. */
  getConsents: defineContract({
    method: "GET",
    path: "/consents",
    auth: "bearer",
    source: own,
    responses: { 200: dataListOf(consentSchema) },
  }),
  /** The family's orders, newest first, for its data export. */
  getPurchases: defineContract({
    method: "GET",
    path: "/purchases",
    auth: "bearer",
    source: own,
    responses: { 200: dataListOf(purchaseSchema) },
  }),
  /**
   * Creates an order with the provider's hosted page instead of a card form, for browsers without JavaScript. Same order and errors as
   * createOrder. Where a coupon covers everything, this confirms the order: the plan begins, and the address is `successUrl`.
   */
  createCheckout: defineContract({
    method: "POST",
    path: "/checkout",
    auth: "optional",
    source: own,
    headers: browserSessionHeaders,
    body: orderBody.extend(hostedPage),
    responses: { 201: z.object({ order: orderSchema, url: z.string() }) },
  }),
  /** Creates a hosted page for storing a card. */
  createCardCheckout: defineContract({
    method: "POST",
    path: "/payment-methods/checkout",
    auth: "bearer",
    source: own,
    body: z.object(hostedPage),
    responses: { 201: z.object({ url: z.string() }) },
  }),
  /** Whether the family can still start a trial. */
  getTrial: defineContract({
    method: "GET",
    path: "/trial",
    auth: "optional",
    source: own,
    headers: browserSessionHeaders,
    responses: {
      200: z.object({
        isOffered: z.boolean(),
        /** Last day of a trial that runs; null without one. */
        endsOn: z.string().nullable(),
      }),
    },
  }),
  /** Starts the trial: a subscription period without order or card. 409 `trial_used`. */
  startTrial: defineContract({
    method: "POST",
    path: "/trial",
    auth: "optional",
    source: own,
    headers: browserSessionHeaders,
    responses: { 201: trialSchema },
  }),
  createClientSecret: defineContract({
    method: "POST",
    path: "/client-secret",
    auth: "bearer",
    source: calls,
    responses: { 201: z.object({ setupIntent: paymentIntentSchema }) },
  }),
  /** The customer; null before the family has one. */
  getCustomer: defineContract({
    method: "GET",
    path: "/me",
    auth: "bearer",
    source: calls,
    responses: { 200: z.object({ customer: customerSchema.nullable() }) },
  }),
  changeCustomer: defineContract({
    method: "PUT",
    path: "/me",
    auth: "bearer",
    source: calls,
    body: knownMembers(z.object({ invoice_settings: z.object({ default_payment_method: providerIdField }) })),
    responses: { 200: z.object({ customer: customerSchema }) },
  }),
  /** The cards, the newest first; one that was saved several times is listed once. */
  getPaymentMethods: defineContract({
    method: "GET",
    path: "/payment-methods",
    auth: "bearer",
    source: calls,
    responses: { 200: z.object({ paymentMethods: dataListOf(paymentMethodSchema) }) },
  }),
  /** Deletes one card, however often it was saved, if the body has `id`, all without a body. */
  deletePaymentMethods: defineContract({
    method: "DELETE",
    path: "/payment-methods",
    auth: "bearer",
    source: calls,
    body: knownMembers(z.object({ id: providerIdField.optional() })).optional(),
    responses: { 204: z.undefined() },
  }),
  getInvoices: defineContract({
    method: "GET",
    path: "/invoices",
    auth: "bearer",
    source: calls,
    responses: { 200: dataListOf(invoiceSchema) },
  }),
  /**
   * Starts a subscription for a family without one: creates an order with the account's name and e-mail address. 409 while a subscription
   * runs.
   */
  createSubscription: defineContract({
    method: "POST",
    path: "/subscriptions",
    auth: "bearer",
    source: calls,
    body: z.object({ priceId: providerIdField, couponId: couponIdField }),
    responses: { 201: orderSchema },
  }),
} as const;
