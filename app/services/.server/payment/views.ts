import { vatIn } from "~/realms/money";
import { type Currency, dayIn, type Realm, realmRow } from "~/realms/realm";
import type { Customer, Invoice, Order, PaymentMethod, Price, Product } from "~/services/contracts/payment";
import type { PaymentIntent } from "~/services/contracts/payment-values";
import type { Subscription, SubscriptionPreview } from "~/services/contracts/subscription";
import type { EarlyEnding } from "./early-endings-store";
import type { OrderRow } from "./orders-store";
import { mayPause } from "./pause-rules";
import { providerErrorOf } from "./provider-failure";
import { disputeStateOf, isTakenBack } from "./reversal-rules";
import {
  couponTermsOf,
  isPayable,
  isSubscriptionRunning,
  overdueInvoice,
  type Plan,
  paidUntil,
  wasPaid,
} from "./rules";
import type {
  ProviderCheckout,
  ProviderCoupon,
  ProviderCustomer,
  ProviderIntent,
  ProviderInvoice,
  ProviderMethod,
  ProviderReversal,
  ProviderSubscription,
} from "./stripe-port";
import { previewMinutes, type StoredPreview } from "./subscription-previews";

/** Converts the provider's objects to those of the contract. */

const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function currencyOf(code: string, realm: Realm): Currency {
  const known: Currency[] = ["EUR", "NOK", "SEK", "GBP", "USD"];
  return known.find((currency) => currency.toLowerCase() === code) ?? realmRow(realm).currency;
}

/** Current payment data of an order. */
type OrderPayment = {
  intent: ProviderIntent | null;
  checkout: ProviderCheckout | null;
  coupon?: ProviderCoupon | null;
};

export function orderView(order: OrderRow, { intent, checkout, coupon = null }: OrderPayment): Order {
  const { realm, amount } = order;
  return {
    id: order.id,
    status: order.status,
    priceId: order.priceId,
    quantity: order.quantity,
    name: order.name ?? "",
    email: order.email ?? "",
    message: order.message,
    couponId: order.couponId,
    couponCode: order.couponCode ?? order.couponId,
    couponTerms: coupon && couponTermsOf(coupon),
    amount,
    vat: vatIn(amount, realm),
    currency: order.currency,
    createdAt: order.createdAt.toISOString(),
    subscriptionId: order.subscriptionId,
    paymentIntent: isPayable(order.status) ? intentView(intent) : null,
    paymentStatus: paymentStatusOf(intent, checkout),
    error: errorOf(order, intent),
  };
}

/** An order as the family's data export has it. */
export function purchaseView(order: OrderRow) {
  const { id, number, status, subscriptionType, quantity, name, email, couponId, couponCode, amount, currency } = order;
  return {
    ...{ id, number, status, subscriptionType, quantity, name: name ?? "", email: email ?? "" },
    ...{ couponCode: couponCode ?? couponId, amount, vat: vatIn(amount, order.realm), currency },
    createdAt: order.createdAt.toISOString(),
  };
}

/** The last attempt's failure; what is stored may be that of an earlier one. */
function errorOf({ status, error }: OrderRow, intent: ProviderIntent | null): Order["error"] {
  return (status === "failed" && intent ? failureOfIntent(intent) : null) ?? error;
}

function failureOfIntent({ lastError }: ProviderIntent): Order["error"] {
  return lastError ? providerErrorOf(lastError) : null;
}

export function intentView(intent: ProviderIntent | null): PaymentIntent | null {
  if (intent?.clientSecret == null) return null;
  return { id: intent.id, client_secret: intent.clientSecret, status: intent.status };
}

/** The intent of a hosted page is unknown, so the page's own status is used. */
function paymentStatusOf(intent: ProviderIntent | null, checkout: ProviderCheckout | null): Order["paymentStatus"] {
  if (intent) return { id: intent.id, status: intent.status, error: failureOfIntent(intent) };
  if (!checkout) return null;
  const isPaid = checkout.status === "complete" && checkout.paymentStatus !== "unpaid";
  const status = isPaid ? "succeeded" : checkout.status === "open" ? "requires_payment_method" : "canceled";
  return { id: checkout.id, status };
}

export function productsView(plans: Plan[], realm: Realm): { products: Product[]; prices: Price[] } {
  const products = new Map<string, Product>();
  for (const { product, subscriptionType } of plans) {
    const { id, name, description } = product;
    products.set(id, { id, name, description, subscriptionType });
  }
  const prices = plans.map((plan) => ({
    id: plan.id,
    productId: plan.product.id,
    amount: plan.amount,
    vat: vatIn(plan.amount, realm),
    currency: plan.currencyCode,
    interval: plan.interval,
    intervalCount: plan.intervalCount,
  }));
  return { products: [...products.values()], prices: prices.toSorted((one, other) => one.amount - other.amount) };
}

export function customerView({ id, name, email, defaultPaymentMethodId }: ProviderCustomer): Customer {
  return { id, name, email, invoice_settings: { default_payment_method: defaultPaymentMethodId } };
}

export function methodView({ id, type, card, createdAt }: ProviderMethod): PaymentMethod {
  return { id, type, card, createdAt: momentOf(createdAt) };
}

type ShownBeside = {
  /** Of the next payment; null if none is due, or it is unknown. */
  nextAmount: number | null;
  /** Of a plan that is cancelled, or if it were now; null if it ends with its paid time. */
  earlyEnding: EarlyEnding | null;
  /** The day on which a plan ends that is cancelled for a later day than its paid time; null for any other. */
  cancelledTo: string | null;
};

export function subscriptionView(
  subscription: ProviderSubscription,
  realm: Realm,
  { nextAmount, earlyEnding, cancelledTo }: ShownBeside,
): Subscription {
  const { paid = 0, kept = 0 } = earlyEnding?.refund ?? {};
  const endsAt = earlyEnding ? earlyEnding.endsAt.toISOString() : momentOf(paidUntil(subscription));
  const { id, status, itemId, priceId, quantity, cancelAtPeriodEnd, periodStart, periodEnd, coupon } = subscription;
  const isLast = cancelledTo !== null && dayIn(realm, new Date(periodEnd * 1000)) >= cancelledTo;
  const hasNext = hasNextPayment(subscription) && !isLast;
  return {
    id,
    status,
    items: [{ id: itemId, priceId, quantity, amount: subscription.amount, interval: subscription.interval }],
    cancel_at_period_end: cancelAtPeriodEnd,
    pendingPriceId: subscription.pendingPriceId,
    currentPeriodStart: momentOf(periodStart),
    currentPeriodEnd: momentOf(periodEnd),
    nextPaymentAt: hasNext ? momentOf(periodEnd) : null,
    nextPaymentAmount: hasNext ? nextAmount : null,
    overdueAmount: overdueInvoice(subscription)?.amountDue ?? null,
    currency: currencyOf(subscription.currency, realm),
    couponId: coupon?.id ?? null,
    couponName: coupon?.name ?? null,
    couponTerms: coupon && couponTermsOf(coupon),
    endedAt: subscription.endedAt === null ? null : momentOf(subscription.endedAt),
    pausedFrom: subscription.pausedFrom === null ? null : momentOf(subscription.pausedFrom),
    mayPause: mayPause(subscription, new Date()) && cancelledTo === null,
    cancellation: { endsAt, refund: paid - kept },
    cancelledTo,
  };
}

/** Whether a subscription will be charged again. */
export function hasNextPayment({ status, cancelAtPeriodEnd }: ProviderSubscription): boolean {
  return ["active", "trialing"].includes(status) && !cancelAtPeriodEnd;
}

export function previewView(
  preview: StoredPreview,
  { currency }: ProviderSubscription,
  realm: Realm,
  coupon: ProviderCoupon | null,
): SubscriptionPreview {
  const { id, subscriptionId, request, sums, createdAt } = preview;
  const { nextPaymentAt, tax, cancelledTo = null, ...amounts } = sums;
  return {
    ...{ id, subscriptionId, priceId: request.priceId, couponId: request.couponId },
    ...{ pauseMonths: request.pauseMonths ?? null, resumes: request.resumes ?? false },
    expiresAt: new Date(createdAt.getTime() + previewMinutes * 60_000).toISOString(),
    ...amounts,
    couponTerms: coupon && couponTermsOf(coupon),
    cancelledTo,
    vat: tax ?? vatIn(sums.amount, realm),
    currency: currencyOf(currency, realm),
    nextPaymentAt: nextPaymentAt === null ? null : momentOf(nextPaymentAt),
  };
}

/** The running subscription first, then the others in the provider's order; those that were never paid are omitted. */
export function sortedSubscriptions(subscriptions: ProviderSubscription[]): ProviderSubscription[] {
  const displayed = subscriptions.filter((each) => {
    const { status } = each;
    return !["incomplete", "incomplete_expired"].includes(status) && (status !== "canceled" || wasPaid(each));
  });
  return displayed.toSorted((one, other) => Number(isSubscriptionRunning(other)) - Number(isSubscriptionRunning(one)));
}

export function invoiceView(invoice: ProviderInvoice, reversals: readonly ProviderReversal[], realm: Realm): Invoice {
  const { id, number, subscriptionId, status, total, tax, createdAt, pdfUrl, pageUrl } = invoice;
  const ofInvoice = reversals.filter(({ invoiceId }) => invoiceId === id);
  return {
    id,
    number,
    subscriptionId,
    status,
    total,
    vat: tax,
    currency: currencyOf(invoice.currency, realm),
    createdAt: momentOf(createdAt),
    pdfUrl,
    pageUrl,
    refunds: ofInvoice
      .filter((each) => each.kind === "refund" && isTakenBack(each))
      .toSorted((one, other) => one.createdAt - other.createdAt)
      .map((each) => ({
        amount: each.amount,
        createdAt: momentOf(each.createdAt),
        isPending: each.status !== "succeeded",
      })),
    dispute: disputeStateOf(ofInvoice),
  };
}
