import { z } from "zod";
import { locales } from "~/realms/realm";
import { browserSessionHeaders } from "./browser-session";
import { defineContract, knownMembers } from "./contract";
import { formMessages } from "./form-messages";
import { emailField, nameField, optionalField, textField } from "./person-fields";
import type { ProviderError } from "./service-error";

/**
 * The payment service: plans, orders, cards and subscriptions of families. docs/product/shell.md#calls, #card-payment, #sign-up-payment.
 * Amounts are whole numbers in the currency's minor unit (öre, cents) and include VAT; times are ISO 8601 in UTC; ids are the payment
 * provider's own, but an order's, which is ours. Names that the provider gives keep its spelling (`client_secret`).
 */

const calls = "docs/product/shell.md#calls";
const own = "docs/product/choices.md#own-calls";

/**
 * What a call of the payment service fails with, by the name that the reader's language is found by.
 * docs/product/shell.md#errors.
 */
export const paymentErrors = {
  /** The country has no key: 503. */
  keyRequired: "publishable_key_required",
  /** The provider's response had no secret. */
  noClientSecret: "cannot_create_client_secret",
  clientSecret: "create_client_secret_failed",
  removeMethods: "delete_payment_methods_failed",
  customer: "get_customer_failed",
  changeCustomer: "update_customer_failed",
  methods: "get_payment_methods_failed",
  order: "payment.create_order_failed",
  noIntent: "payment.payment_intent_not_loaded",
  paymentStatus: "payment.get_payment_status_failed",
  subscriptions: "get_customer_subscription_failed",
  products: "get_products_failed",
  invoices: "get_invoices_failed",
  /** A subscription could not be begun or changed. */
  changeSubscription: "subscriptions_failed",
  /** 409: a change of plan that was to be given up is being paid. */
  changePaid: "plan_change_paid",
  /** 402: the card was declined. */
  payment: "payment_failed",
  /** 409: a subscription runs already, or another order was paid meanwhile. */
  runs: "subscription_runs",
  /** 409: the plan is not offered any more. */
  priceGone: "price_changed",
  /** 409: there was a trial for this e-mail address, or the family pays already. */
  noTrial: "trial_used",
} as const;
export type PaymentErrorCode = (typeof paymentErrors)[keyof typeof paymentErrors];

/** Texts that a service says word for word. docs/product/shell.md#validation; docs/product/control-panel.md#errors. */
export const paymentMessages = {
  keyRequired: "A Stripe publishable key is required.",
  orderNotFound: "Order not found",
  paymentFailed: "Payment failed",
  invalidCoupon: "Invalid Coupon!",
  subscriptionsNotCreated: "Subscriptions could not be created",
} as const;

/** Days of the trial: docs/product/control-panel.md#limits. */
export const trialDays = 14;

/** An id as the provider makes them: `price_…`, `sub_…`, `pm_…`. */
const providerId = z
  .string({ error: formMessages.required })
  .regex(/^[A-Za-z0-9_-]{1,120}$/, formMessages.incorrectFormat);
const couponId = optionalField(textField(100)).optional();
const moment = z.string();
/** In minor units. */
const amount = z.number().int();
const currency = z.enum(["EUR", "NOK", "SEK", "GBP", "USD"]);

/** The provider's details of a failure, in an error's `details` and in a failed order. */
export const providerErrorSchema: z.ZodType<ProviderError> = z.object({
  type: z.string(),
  code: z.string().nullable(),
  decline_code: z.string().nullable(),
  param: z.string().nullable(),
  message: z.string(),
});

const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });

export const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** The directory's type of subscription that it opens, e.g. `fabel-consumer`. */
  subscriptionType: z.string(),
});
export type Product = z.output<typeof productSchema>;

/** A plan: a price that is charged again each interval. */
export const priceSchema = z.object({
  id: z.string(),
  productId: z.string(),
  amount,
  /** The part of `amount` that is VAT; 0 where prices bear none. */
  vat: amount,
  currency,
  interval: z.enum(["month", "year"]),
  intervalCount: z.number().int().min(1),
});
export type Price = z.output<typeof priceSchema>;

export const paymentIntentSchema = z.object({
  id: z.string(),
  /** Confirms this one payment in the browser; never stored there. */
  client_secret: z.string(),
  /** As the provider names it: requires_payment_method, requires_action, processing, succeeded, … */
  status: z.string(),
});
export type PaymentIntent = z.output<typeof paymentIntentSchema>;

export const orderStatuses = ["created", "processing", "failed", "completed", "canceled"] as const;

export const orderSchema = z.object({
  id: z.string(),
  /** created: waits for a payment. canceled: replaced by another order, or too old to be paid. */
  status: z.enum(orderStatuses),
  priceId: z.string(),
  quantity: z.number().int(),
  name: z.string(),
  email: z.string(),
  message: z.string().nullable(),
  couponId: z.string().nullable(),
  /** What is charged at once, as the service computed it. */
  amount,
  vat: amount,
  currency,
  createdAt: moment,
  subscriptionId: z.string().nullable(),
  /** null where nothing is charged (a coupon for all of it), at the hosted page, and once the order has ended. */
  paymentIntent: paymentIntentSchema.nullable(),
  /** The payment as the provider has it now; null before there is one. */
  paymentStatus: z.object({ id: z.string(), status: z.string() }).nullable(),
  /** Why the last attempt to pay failed. */
  error: providerErrorSchema.nullable(),
});
export type Order = z.output<typeof orderSchema>;

export const paymentMethodSchema = z.object({
  id: z.string(),
  type: z.string(),
  card: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.number().int(), exp_year: z.number().int() })
    .nullable(),
  createdAt: moment,
});
export type PaymentMethod = z.output<typeof paymentMethodSchema>;

export const customerSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
});
export type Customer = z.output<typeof customerSchema>;

export const subscriptionSchema = z.object({
  id: z.string(),
  /** As the provider names it: active, past_due, canceled, incomplete, … */
  status: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      priceId: z.string(),
      quantity: z.number().int(),
      /** What it comes to each `interval`, coupons not taken off: also of a plan that is not offered any more. */
      amount,
      interval: z.enum(["month", "year"]).nullable(),
    }),
  ),
  cancel_at_period_end: z.boolean(),
  /** The plan that waits for its payment to be confirmed; null where no change waits. */
  pendingPriceId: z.string().nullable(),
  currentPeriodStart: moment,
  currentPeriodEnd: moment,
  /** When the next payment is due; null when there will be none. */
  nextPaymentAt: moment.nullable(),
  /** What the next payment comes to, coupons taken off; null with nextPaymentAt. */
  nextPaymentAmount: amount.nullable(),
  /** What a renewal that could not be charged comes to; null where nothing is overdue. */
  overdueAmount: amount.nullable(),
  currency,
  /** The coupon that holds now. */
  couponId: z.string().nullable(),
  couponName: z.string().nullable(),
  endedAt: moment.nullable(),
});
export type Subscription = z.output<typeof subscriptionSchema>;

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  /** draft, open, paid, void, uncollectible. */
  status: z.string(),
  total: amount,
  vat: amount,
  currency,
  createdAt: moment,
  /** The provider's pages; null before there are any. */
  pdfUrl: z.string().nullable(),
  pageUrl: z.string().nullable(),
});
export type Invoice = z.output<typeof invoiceSchema>;

export const trialSchema = z.object({
  /** Days, the first and the last. */
  startsOn: z.string(),
  endsOn: z.string(),
});

/** A family holds one subscription, so it buys one of a plan. docs/product/choices.md#who-and-where. */
const quantity = z
  .number({ error: formMessages.number })
  .int(formMessages.number)
  .min(1, formMessages.incorrectFormat)
  .max(1, formMessages.incorrectFormat);

const orderBody = z.object({
  priceId: providerId,
  quantity: quantity.default(1),
  name: nameField,
  email: emailField,
  message: optionalField(textField(500)).optional(),
  couponId,
});

/** Of the provider's hosted page: the pages of ours that it returns to, and its language; where none is named, the browser's. */
const hostedPage = {
  successUrl: z.string().max(500),
  cancelUrl: z.string().max(500),
  locale: z.enum(locales).optional(),
};

const subscriptionParams = z.object({ id: providerId });

export const paymentContracts = {
  /** What a page needs to load the provider's script. 503 `publishable_key_required`. */
  getPaymentConfiguration: defineContract({
    method: "GET",
    path: "/configuration",
    auth: "country",
    source: own,
    responses: {
      200: z.object({
        publishableKey: z.string(),
        /** Where the provider's script lies; null: where its own package says. */
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
   * Orders a plan. With a token: for its family; without: for the family that `x-browser-session` registered. An order that is still to be
   * paid is given back as it is, or replaced where another plan is asked for. 409 `subscription_runs` or `price_changed`, 400 'Invalid
   * Coupon!', 402 `payment_failed`, 5xx `payment.create_order_failed` or `payment.payment_intent_not_loaded`.
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
  /**
   * The order with its payment as the provider has it now. 404 'Order not found' for another family and another browser session.
   */
  getOrder: defineContract({
    method: "GET",
    path: "/order/:id",
    auth: "optional",
    source: calls,
    headers: browserSessionHeaders,
    params: z.object({ id: z.string().min(1).max(100) }),
    responses: { 200: orderSchema },
  }),
  /** Asks the provider how the order went and brings ours, the family's period with it, to the same state. Repeats safely. */
  settleOrder: defineContract({
    method: "POST",
    path: "/order/:id/settlement",
    auth: "optional",
    source: own,
    headers: browserSessionHeaders,
    params: z.object({ id: z.string().min(1).max(100) }),
    responses: { 200: orderSchema },
  }),
  /** The provider's hosted page in place of a card form: for browsers without script. Same order, same errors. */
  createCheckout: defineContract({
    method: "POST",
    path: "/checkout",
    auth: "optional",
    source: own,
    headers: browserSessionHeaders,
    body: orderBody.extend(hostedPage),
    responses: { 201: z.object({ order: orderSchema, url: z.string() }) },
  }),
  /** The hosted page that stores a card. */
  createCardCheckout: defineContract({
    method: "POST",
    path: "/payment-methods/checkout",
    auth: "bearer",
    source: own,
    body: z.object(hostedPage),
    responses: { 201: z.object({ url: z.string() }) },
  }),
  /** Whether the family may still have its trial. */
  getTrial: defineContract({
    method: "GET",
    path: "/trial",
    auth: "optional",
    source: own,
    headers: browserSessionHeaders,
    responses: { 200: z.object({ isOffered: z.boolean() }) },
  }),
  /** Begins the trial: a period without order or card. 409 `trial_used`. */
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
    body: knownMembers(z.object({ invoice_settings: z.object({ default_payment_method: providerId }) })),
    responses: { 200: z.object({ customer: customerSchema }) },
  }),
  getPaymentMethods: defineContract({
    method: "GET",
    path: "/payment-methods",
    auth: "bearer",
    source: calls,
    responses: { 200: z.object({ paymentMethods: listOf(paymentMethodSchema) }) },
  }),
  /** With `{id}` one of them, without a body all. */
  deletePaymentMethods: defineContract({
    method: "DELETE",
    path: "/payment-methods",
    auth: "bearer",
    source: calls,
    body: knownMembers(z.object({ id: providerId.optional() })).optional(),
    responses: { 204: z.undefined() },
  }),
  getInvoices: defineContract({
    method: "GET",
    path: "/invoices",
    auth: "bearer",
    source: calls,
    responses: { 200: listOf(invoiceSchema) },
  }),
  /** The running subscription first, then those that ended. */
  getSubscriptions: defineContract({
    method: "GET",
    path: "/subscriptions",
    auth: "bearer",
    source: calls,
    responses: { 200: listOf(subscriptionSchema) },
  }),
  /** Begins a subscription for a family that has none: an order with the name and address of the account. 409 while one runs. */
  createSubscription: defineContract({
    method: "POST",
    path: "/subscriptions",
    auth: "bearer",
    source: calls,
    body: z.object({ priceId: providerId, couponId }),
    responses: { 201: orderSchema },
  }),
  /**
   * Cancels at the end of the period or takes that back, or changes the plan: what is missing stays. 402 `payment_failed`. A payment that
   * the bank wants confirmed comes back as `paymentIntent`, and the plan stays until it is; the present plan's id gives the change up.
   */
  changeSubscription: defineContract({
    method: "PUT",
    path: "/subscriptions/:id",
    auth: "bearer",
    source: calls,
    params: subscriptionParams,
    body: knownMembers(
      z.object({ cancel_at_period_end: z.boolean().optional(), priceId: providerId.optional() }),
    ).refine((body) => body.cancel_at_period_end !== undefined || body.priceId !== undefined, formMessages.required),
    responses: { 200: subscriptionSchema.extend({ paymentIntent: paymentIntentSchema.nullable() }) },
  }),
  /**
   * Pays what is overdue with the card in use; nothing is charged where nothing is. 402 `payment_failed`. A payment that the bank wants
   * confirmed comes back as `paymentIntent`.
   */
  payOverdue: defineContract({
    method: "POST",
    path: "/subscriptions/:id/payment",
    auth: "bearer",
    source: own,
    params: subscriptionParams,
    responses: { 200: subscriptionSchema.extend({ paymentIntent: paymentIntentSchema.nullable() }) },
  }),
  /** 400 ValidationError on couponId, 'Invalid Coupon!'. */
  addCoupon: defineContract({
    method: "POST",
    path: "/subscription-coupon/:id",
    auth: "bearer",
    source: calls,
    params: subscriptionParams,
    body: z.object({ couponId: textField(100) }),
    responses: { 200: subscriptionSchema },
  }),
} as const;
