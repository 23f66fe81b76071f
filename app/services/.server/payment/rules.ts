import { amountAfterCoupon, type CouponTerms } from "~/realms/coupon-text";
import { monthsAfter } from "~/realms/months-after";
import { addDays, type Currency, dayIn, type Realm, realmRow } from "~/realms/realm";
import type { Order } from "~/services/contracts/payment";
import type { CouponRefusal } from "~/services/contracts/payment-errors";
import type {
  ProviderCoupon,
  ProviderCustomer,
  ProviderInvoice,
  ProviderMethod,
  ProviderPrice,
  ProviderPromotionCode,
  ProviderSubscription,
} from "./stripe-port";

/** Payment rules derived from the provider's data. No database, no network. docs/product/choices.md#payment. */

/**
 * Days of access after a paid period for one that renews: its invoice is charged an hour later, and the notification may be late.
 */
const renewalGraceDays = 1;

/** States in which an order may still be paid; a family has at most one such order. */
export const payableStatuses = ["created", "processing", "failed"] as const satisfies Array<Order["status"]>;

export function isPayable(status: Order["status"]): boolean {
  return (payableStatuses as readonly string[]).includes(status);
}

/** What a coupon takes off, as pages and mails say it. */
export function couponTermsOf({ percentOff, amountOff, currency, duration, months }: ProviderCoupon): CouponTerms {
  const code = currency === null ? null : (currency.toUpperCase() as Currency);
  return { percentOff, amountOff, currency: code, duration, months };
}

/** A price that the country's families may order: in its currency, recurring, for a consumer subscription type. */
export type Plan = ProviderPrice & { interval: "month" | "year"; subscriptionType: string; currencyCode: Currency };

/** Null if the price is not a plan of the country. Prices and products without a realm apply to every realm of the account. */
export function planOf(price: ProviderPrice, realm: Realm): Plan | null {
  const { currency } = realmRow(realm);
  const metadata = { ...price.product.metadata, ...price.metadata };
  const { subscriptionType = "" } = metadata;
  if (price.interval === null || price.currency.toUpperCase() !== currency) return null;
  if (!subscriptionType.endsWith("consumer") || (metadata.realm ?? realm) !== realm) return null;
  return { ...price, interval: price.interval, subscriptionType, currencyCode: currency };
}

type Priced = Pick<ProviderPrice, "product" | "currency" | "amount">;

/** Why a coupon does not reduce the price of a plan; null if it does. */
export function couponRefusal(coupon: ProviderCoupon, price: Priced): CouponRefusal | null {
  if (!coupon.isValid) return coupon.isUsedUp ? "usedUp" : "expired";
  const isForProduct = coupon.products === null || coupon.products.includes(price.product.id);
  const isInCurrency = coupon.amountOff === null || coupon.currency === price.currency;
  return isForProduct && isInCurrency ? null : "otherPlan";
}

/** Whether a coupon that is added now to a plan runs out before its next payment, both in seconds since the epoch. */
export function endsBeforePayment({ duration, months }: ProviderCoupon, now: number, nextPaymentAt: number): boolean {
  return duration === "repeating" && months !== null && monthsAfter(now, months) < nextPaymentAt;
}

/** The promotion code that a customer's text stands for: their own before everybody's, never another customer's. */
export function ownPromotionCode(
  codes: readonly ProviderPromotionCode[],
  stripeId: string | null,
): ProviderPromotionCode | null {
  const own = codes.find(({ customerId }) => customerId !== null && customerId === stripeId);
  return own ?? codes.find(({ customerId }) => customerId === null) ?? null;
}

/**
 * Why a promotion code does not reduce the price of a plan; null if it does.
 * @param isCounted whether an unpaid order of the family redeemed it already, so that its limit of redemptions is no reason
 */
export function promotionCodeRefusal(
  code: ProviderPromotionCode,
  price: Priced,
  { isCounted, hasBought }: { isCounted: boolean; hasBought: boolean },
): CouponRefusal | null {
  if (!code.isActive && !code.isUsedUp) return "expired";
  if (!code.isActive && !(isCounted && code.coupon.isValid)) return "usedUp";
  if (code.isForFirstPurchase && hasBought) return "firstPurchase";
  const { minimum } = code;
  const isTooSmall = minimum !== null && (minimum.currency !== price.currency || price.amount < minimum.amount);
  return isTooSmall ? "otherPlan" : couponRefusal(code.coupon, price);
}

/** The remaining amount in minor units; percentages are rounded to the minor unit like the provider does. */
export function afterCoupon(amount: number, coupon: ProviderCoupon | null): number {
  return coupon ? amountAfterCoupon(amount, coupon) : amount;
}

/** Whether a subscription charges again, or would; a family has at most one. */
export function isSubscriptionRunning({ status }: Pick<ProviderSubscription, "status">): boolean {
  return ["active", "trialing", "past_due", "unpaid", "paused"].includes(status);
}

/** The invoice of a renewal that could not be charged; null if nothing is overdue. */
export function overdueInvoice({
  status,
  latestInvoice,
}: Pick<ProviderSubscription, "status" | "latestInvoice">): ProviderInvoice | null {
  const isOverdue = status === "past_due" || status === "unpaid";
  return isOverdue && latestInvoice?.status === "open" && !latestInvoice.isForChange ? latestInvoice : null;
}

/** The card that is charged next: a running subscription's own card takes precedence over the customer's. */
export function chargedCard(customer: ProviderCustomer, running: ProviderSubscription | null): string | null {
  return running?.defaultPaymentMethodId ?? customer.defaultPaymentMethodId;
}

/**
 * A card that was saved after the one in use was chosen; null if there is none. Only the newest counts.
 * @param held the cards, the newest first
 */
export function unchosenCard(
  customer: ProviderCustomer,
  running: ProviderSubscription | null,
  held: readonly ProviderMethod[],
): ProviderMethod | null {
  const [newest] = held;
  if (!newest || newest.id === chargedCard(customer, running)) return null;
  // Until a family chooses a card, it uses the one that the subscription began with. A card chosen at the provider stays.
  const { defaultPaymentMethodId, chosenAmongUntil } = customer;
  const begun = defaultPaymentMethodId === null ? (running?.startedAt ?? 0) : Number.POSITIVE_INFINITY;
  return newest.createdAt > (chosenAmongUntil ?? begun) ? newest : null;
}

/** Whether two methods are the same card, saved twice. */
export function isSameCard(
  one: Pick<ProviderMethod, "fingerprint">,
  other: Pick<ProviderMethod, "fingerprint">,
): boolean {
  return one.fingerprint !== null && one.fingerprint === other.fingerprint;
}

/**
 * Each card once, in the given order: of a card that was saved several times the charged method stays, else the newest.
 * @param held the methods, the newest first
 */
export function distinctCards(held: readonly ProviderMethod[], chargedId: string | null): ProviderMethod[] {
  return held.filter((method, place) => {
    const same = held.filter((other) => isSameCard(method, other));
    const isCharged = method.id === chargedId;
    const isRepeated = held.slice(0, place).some((other) => isSameCard(method, other));
    return isCharged || (!isRepeated && !same.some(({ id }) => id === chargedId));
  });
}

/** Whether a card is valid until the end of this or the next month, and no longer. @param today ISO 8601 */
export function cardExpiresSoon(
  { exp_month, exp_year }: { exp_month: number; exp_year: number },
  today: string,
): boolean {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const left = exp_year * 12 + exp_month - (year * 12 + month);
  return left === 0 || left === 1;
}

/** Day of a time in the country, as the shelf, the pages and the mails count days. */
export function dayOf(seconds: number, realm: Realm): string {
  return dayIn(realm, new Date(seconds * 1000));
}

/** End of the time that is paid, in seconds since the epoch. */
export function paidUntil({ pausedFrom, periodEnd }: Pick<ProviderSubscription, "pausedFrom" | "periodEnd">): number {
  return pausedFrom ?? periodEnd;
}

/**
 * The last day, in the country, on which a subscription opens books; null while nothing was paid. If periods could not be charged, only the
 * time paid before them counts. Days of grace are calendar days: one of them may have 23 or 25 hours.
 * @param invoices all of the customer; may be empty if the latest invoice of each subscription is paid
 */
export function opensUntil(
  subscription: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
  realm: Realm,
): string | null {
  const { status, periodEnd, cancelAtPeriodEnd, endedAt, pausedFrom } = subscription;
  const withGrace = (seconds: number) => addDays(dayOf(seconds, realm), renewalGraceDays);
  if (pausedFrom !== null) return dayOf(Math.min(pausedFrom, endedAt ?? pausedFrom), realm);
  switch (status) {
    case "active":
    case "trialing":
      return cancelAtPeriodEnd ? dayOf(periodEnd, realm) : withGrace(periodEnd);
    case "past_due":
    case "unpaid":
    case "paused":
      return withGrace(unpaidSince(subscription, invoices));
    case "canceled": {
      if (!wasPaid(subscription)) return null;
      const { latestInvoice } = subscription;
      // A cancelled change of plan does not affect the period paid before.
      const isPeriodPaid = latestInvoice === null || latestInvoice.status === "paid" || latestInvoice.isForChange;
      const paidUntil = isPeriodPaid ? dayOf(periodEnd, realm) : withGrace(unpaidSince(subscription, invoices));
      const endedOn = endedAt === null ? paidUntil : dayOf(endedAt, realm);
      return [endedOn, paidUntil].toSorted()[0] ?? paidUntil;
    }
    default:
      return null;
  }
}

/** Start of the first period after the last paid one. Later renewals fall due while its invoice is still open. */
function unpaidSince({ id, periodStart }: ProviderSubscription, invoices: readonly ProviderInvoice[]): number {
  const own = invoices.filter(({ subscriptionId, isForChange }) => subscriptionId === id && !isForChange);
  const startsOf = (isPaid: boolean) =>
    own.filter(({ status }) => (status === "paid") === isPaid).map(({ startsAt }) => startsAt);
  const lastPaid = Math.max(0, ...startsOf(true));
  return Math.min(periodStart, ...startsOf(false).filter((startsAt) => startsAt > lastPaid));
}

/** Whether an ended subscription was ever paid: if not, its only invoice is unpaid. */
export function wasPaid({ latestInvoice, startedAt, periodStart }: ProviderSubscription): boolean {
  return (
    latestInvoice === null || latestInvoice.status === "paid" || latestInvoice.isForChange || periodStart > startedAt
  );
}

/** The provider's data about an order. */
export type ProviderOrderState = {
  /** Null if none was created, or none is known. */
  subscription: ProviderSubscription | null;
  /** Status of the payment; null if there is none. */
  intentStatus: string | null;
  hasFailed: boolean;
  /** Status of the hosted page: open, complete, expired; null if there is none. */
  checkoutStatus: string | null;
};

/**
 * Status of an order from the provider's data. A completed order stays completed, whatever becomes of its subscription; a cancelled order
 * that was paid nevertheless becomes completed, since it was charged.
 */
export function orderStatusOf(before: Order["status"], providerState: ProviderOrderState): Order["status"] {
  if (before === "completed") return "completed";
  const { subscription } = providerState;
  if (
    subscription &&
    (isSubscriptionRunning(subscription) || (subscription.status === "canceled" && wasPaid(subscription)))
  ) {
    return "completed";
  }
  if (before === "canceled") return "canceled";
  if (subscription && ["canceled", "incomplete_expired"].includes(subscription.status)) return "canceled";
  if (providerState.checkoutStatus === "expired") return "canceled";
  if (providerState.intentStatus === "canceled") return "canceled";
  if (providerState.intentStatus === "processing" || providerState.intentStatus === "succeeded") return "processing";
  if (providerState.checkoutStatus === "complete") return "processing";
  return providerState.hasFailed ? "failed" : "created";
}

/** The period that a family has paid for, from the subscription that lasts longest; null if nothing was paid. */
export function paidPeriod(
  { subscriptions, invoices }: { subscriptions: ProviderSubscription[]; invoices: ProviderInvoice[] },
  typeOf: (subscription: ProviderSubscription) => string,
  realm: Realm,
): { type: string; startsOn: string; endsOn: string } | null {
  const paid = subscriptions.flatMap((subscription) => {
    const endsOn = opensUntil(subscription, invoices, realm);
    const startsOn = dayOf(subscription.startedAt, realm);
    return endsOn === null ? [] : [{ type: typeOf(subscription), startsOn, endsOn }];
  });
  paid.sort((one, other) => other.endsOn.localeCompare(one.endsOn));
  return paid[0] ?? null;
}
