import type Stripe from "stripe";
import type { Locale } from "~/realms/realm";
import { disputeStateOf, isTakenBack } from "./reversal-rules";
import type {
  HostedPage,
  NewSubscription,
  ProviderCharge,
  ProviderCheckout,
  ProviderCoupon,
  ProviderCustomer,
  ProviderEvent,
  ProviderIntent,
  ProviderInvoice,
  ProviderMethod,
  ProviderPreview,
  ProviderPrice,
  ProviderPromotionCode,
  ProviderReversal,
  ProviderSubscription,
} from "./stripe-port";

/** The provider's objects, converted to those of our port, and ours to its parameters. */

const intervals = ["month", "year"] as const;

export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === "string" ? thing : (thing?.id ?? null);

export function metadataOf({ orderId, subscriptionType }: NewSubscription): Record<string, string> {
  return { order: orderId, subscriptionType };
}

export function taxOf({ taxRateId }: Pick<NewSubscription, "taxRateId">): { default_tax_rates?: string[] } {
  return taxRateId === null ? {} : { default_tax_rates: [taxRateId] };
}

export function discountOf({ discount }: Pick<NewSubscription, "discount">): {
  discounts?: Array<{ coupon: string } | { promotion_code: string }>;
} {
  if (discount === null) return {};
  const { couponId, promotionCodeId } = discount;
  return { discounts: [promotionCodeId === null ? { coupon: couponId } : { promotion_code: promotionCodeId }] };
}

export function hostedPageOf({ successUrl, cancelUrl, locale }: HostedPage) {
  return { success_url: successUrl, cancel_url: cancelUrl, ...(locale ? { locale: providerLocales[locale] } : {}) };
}

/** The provider's names of our locales; it has no American English beside its English. */
const providerLocales = {
  ...{ de: "de", fi: "fi", fr: "fr", nb: "nb", nl: "nl", sv: "sv" },
  ...{ "en-UK": "en-GB", "en-US": "en" },
} as const satisfies Record<Locale, Stripe.Checkout.SessionCreateParams.Locale>;

/** Empty for a deleted product. */
export function priceOf(price: Stripe.Price): ProviderPrice[] {
  const { product, recurring } = price;
  if (typeof product === "string" || product.deleted) return [];
  const interval = recurring?.interval;
  return [
    {
      id: price.id,
      product: {
        id: product.id,
        name: product.name,
        description: product.description,
        active: product.active,
        metadata: product.metadata,
      },
      active: price.active,
      amount: price.unit_amount ?? 0,
      currency: price.currency,
      interval: intervals.find((each) => each === interval) ?? null,
      intervalCount: recurring?.interval_count ?? 1,
      metadata: price.metadata,
    },
  ];
}

export function couponOf(coupon: Stripe.Coupon): ProviderCoupon {
  return {
    id: coupon.id,
    name: coupon.name,
    isValid: coupon.valid,
    isUsedUp: isReached(coupon),
    amountOff: coupon.amount_off,
    percentOff: coupon.percent_off,
    currency: coupon.currency,
    duration: coupon.duration,
    months: coupon.duration_in_months,
    products: coupon.applies_to?.products ?? null,
  };
}

function isReached({ max_redemptions: limit, times_redeemed: times }: Stripe.Coupon | Stripe.PromotionCode): boolean {
  return limit !== null && times >= limit;
}

/** Empty if the coupon is not expanded, or was deleted. */
export function promotionCodeOf(code: Stripe.PromotionCode): ProviderPromotionCode[] {
  const { coupon } = code.promotion;
  if (coupon === null || typeof coupon === "string") return [];
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = code.restrictions;
  return [
    {
      id: code.id,
      code: code.code,
      isActive: code.active,
      isUsedUp: isReached(code) || isReached(coupon),
      customerId: idOf(code.customer),
      isForFirstPurchase: first_time_transaction,
      minimum: minimum_amount === null ? null : { amount: minimum_amount, currency: minimum_amount_currency ?? "" },
      coupon: couponOf(coupon),
    },
  ];
}

/** Member of a customer's metadata. */
export const chosenAmongUntil = "chosenAmongUntil";

export function customerOf(customer: Stripe.Customer): ProviderCustomer {
  const until = customer.metadata[chosenAmongUntil];
  return {
    id: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    defaultPaymentMethodId: idOf(customer.invoice_settings.default_payment_method),
    credit: Math.max(0, -customer.balance),
    chosenAmongUntil: until === undefined ? null : Number(until),
  };
}

export function setupIntentOf(intent: Stripe.SetupIntent): ProviderIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status,
    lastError: intent.last_setup_error,
    paymentMethodId: idOf(intent.payment_method),
  };
}

export function providerIntentOf(intent: Stripe.PaymentIntent): ProviderIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status,
    lastError: intent.last_payment_error,
    paymentMethodId: idOf(intent.payment_method),
  };
}

export function methodOf(method: Stripe.PaymentMethod): ProviderMethod {
  const { card } = method;
  return {
    id: method.id,
    type: method.type,
    customerId: idOf(method.customer),
    card: card ? { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year } : null,
    fingerprint: card?.fingerprint ?? null,
    createdAt: method.created,
  };
}

export function invoiceOf(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    status: invoice.status ?? "draft",
    total: invoice.total,
    tax: taxIn(invoice),
    credit: creditIn(invoice),
    amountDue: invoice.amount_due,
    currency: invoice.currency,
    createdAt: invoice.created,
    ...periodOf(invoice),
    pdfUrl: invoice.invoice_pdf ?? null,
    pageUrl: invoice.hosted_invoice_url ?? null,
    attempts: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt,
    isForChange: invoice.billing_reason === "subscription_update",
    isRenewal: invoice.billing_reason === "subscription_cycle",
    clientSecret: invoice.confirmation_secret?.client_secret ?? null,
  };
}

/** Empty for a charge without an intent, which none of ours is. */
export function chargeOf(
  charge: Stripe.Charge,
  invoice: Stripe.Invoice | null,
  disputes: readonly Stripe.Dispute[],
): ProviderCharge[] {
  const intentId = idOf(charge.payment_intent);
  if (intentId === null) return [];
  const { brand, last4 } = charge.payment_method_details?.card ?? {};
  const asked = disputes.map((dispute) => disputeOf(dispute, null));
  const disputed = asked.filter(isTakenBack).reduce((sum, { amount }) => sum + amount, 0);
  return [
    {
      intentId,
      amount: charge.amount,
      refunded: Math.min(charge.amount, charge.amount_refunded + disputed),
      dispute: disputeStateOf(asked),
      currency: charge.currency,
      paidAt: charge.created,
      status: charge.status,
      card: brand && last4 ? { brand, last4 } : null,
      invoiceNumber: invoice?.number ?? null,
      subscriptionId: idOf(invoice?.parent?.subscription_details?.subscription),
      receiptUrl: invoice?.hosted_invoice_url ?? charge.receipt_url,
      refunds: (charge.refunds?.data ?? []).map(({ id, amount, status, created }) => {
        return { id, amount, status: status ?? "pending", createdAt: created };
      }),
    },
  ];
}

/** The period that an invoice charges: the latest of its lines, without credits for unused time. */
function periodOf({ lines, created }: Stripe.Invoice): { startsAt: number; endsAt: number } {
  const startsAt = Math.max(...lines.data.map(({ period }) => period.start), 0) || created;
  const charged = lines.data.filter(({ period, amount }) => period.start === startsAt && amount >= 0);
  return { startsAt, endsAt: Math.max(...charged.map(({ period }) => period.end), startsAt) };
}

function taxIn({ total_taxes: taxes }: Stripe.Invoice): number {
  return (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** Lines that credit unused time. */
function creditsIn({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem[] {
  return lines.data.filter(({ amount, parent }) => amount < 0 && parent?.subscription_item_details?.proration);
}

function creditIn(invoice: Stripe.Invoice): number {
  return Math.abs(creditsIn(invoice).reduce((sum, { amount }) => sum + amount, 0));
}

export function invoicePreviewOf(invoice: Stripe.Invoice): ProviderPreview {
  const lines = invoice.lines.data;
  const credits = creditsIn(invoice);
  const after = invoice.starting_balance + invoice.total;
  return {
    amountDue: invoice.amount_due,
    // What a credit pays is taxed with the payment that it came from.
    tax: invoice.amount_due === invoice.total ? taxIn(invoice) : null,
    credit: creditIn(invoice),
    balance: Math.max(0, -after),
    periodEnd: lines.find(({ parent }) => !parent?.subscription_item_details?.proration)?.period.end ?? null,
    prorationDate: credits[0]?.period.start ?? null,
  };
}

export function subscriptionOf(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  const { latest_invoice: invoice, discounts } = subscription;
  const coupons = discounts.flatMap((discount) => {
    const coupon = typeof discount === "string" ? null : discount.source.coupon;
    return coupon === null || typeof coupon === "string" ? [] : [couponOf(coupon)];
  });
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: subscription.status,
    orderId: subscription.metadata.order ?? null,
    subscriptionType: subscription.metadata.subscriptionType ?? null,
    itemId: item.id,
    priceId: item.price.id,
    productId: idOf(item.price.product) ?? "",
    quantity: item.quantity ?? 1,
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    currency: subscription.currency,
    interval: intervals.find((each) => each === item.price.recurring?.interval) ?? null,
    startedAt: subscription.start_date,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    pausedFrom: pausedFromOf(subscription, item),
    endedAt: subscription.ended_at,
    defaultPaymentMethodId: idOf(subscription.default_payment_method),
    coupon: coupons[0] ?? null,
    couponEndsAt: discounts.flatMap((discount) => (typeof discount === "string" ? [] : [discount.end]))[0] ?? null,
    pendingPriceId: subscription.pending_update?.subscription_items?.[0]?.price.id ?? null,
    latestInvoice: invoice && typeof invoice !== "string" ? invoiceOf(invoice) : null,
  };
}

/** Name of our metadata on a paused subscription: when its paid time ends. */
export const pausedFromName = "pausedFrom";

/** What an earlier pause has left in the metadata lies before the period, or at its end. */
function pausedFromOf({ status, metadata }: Stripe.Subscription, item: Stripe.SubscriptionItem): number | null {
  const from = Number(metadata[pausedFromName] ?? Number.NaN);
  const isPaused =
    ["trialing", "canceled"].includes(status) && from >= item.current_period_start && from < item.current_period_end;
  return isPaused ? from : null;
}

export function checkoutOf(session: Stripe.Checkout.Session): ProviderCheckout {
  return {
    id: session.id,
    url: session.url,
    status: session.status ?? "open",
    paymentStatus: session.payment_status,
    subscriptionId: idOf(session.subscription),
  };
}

type Reference = string | { id: string } | null;

export function providerEventOf(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as { object: string; id?: string; customer?: Reference; charge?: Reference };
  const customerId = object.object === "customer" ? (object.id ?? null) : idOf(object.customer);
  const isSavedCard =
    event.type === "setup_intent.succeeded" ||
    (event.type === "checkout.session.completed" && event.data.object.mode === "setup");
  const chargeId = customerId === null ? idOf(object.charge) : null;
  return { id: event.id, type: event.type, createdAt: event.created, customerId, chargeId, isSavedCard };
}

export function refundOf(refund: Stripe.Refund, invoiceId: string | null): ProviderReversal {
  return { ...reversedBy(refund, invoiceId), kind: "refund", status: refund.status ?? "pending" };
}

export function disputeOf(dispute: Stripe.Dispute, invoiceId: string | null): ProviderReversal {
  return { ...reversedBy(dispute, invoiceId), kind: "dispute", status: dispute.status };
}

function reversedBy(reversal: Stripe.Refund | Stripe.Dispute, invoiceId: string | null) {
  const { id, amount, currency, created, reason } = reversal;
  return {
    ...{ id, amount, currency, invoiceId, reason: reason ?? null },
    ...{ intentId: idOf(reversal.payment_intent), createdAt: created },
  };
}
