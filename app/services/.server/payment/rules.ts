import { type Currency, type Realm, realmRow } from "~/realms/realm";
import type { Order } from "~/services/contracts/payment";
import type {
  ProviderCoupon,
  ProviderCustomer,
  ProviderInvoice,
  ProviderMethod,
  ProviderPrice,
  ProviderSubscription,
} from "./stripe-port";

/** What follows from what the provider says. No database, no network. docs/product/choices.md#payment. */

/**
 * Days of access after a paid period for one that renews: its invoice is charged an hour later, and the notification may be late.
 */
export const renewalGraceDays = 1;

/** States in which an order may still be paid; a family has one of them at most. */
export const payableStatuses = ["created", "processing", "failed"] as const satisfies Array<Order["status"]>;

export function isPayable(status: Order["status"]): boolean {
  return (payableStatuses as readonly string[]).includes(status);
}

/** A plan is a price that the country's families may order: in its currency, charged again each interval, for a consumer's type. */
export type Plan = ProviderPrice & { interval: "month" | "year"; subscriptionType: string; currencyCode: Currency };

/** null for a price that is no plan of the country. Prices and products that name no realm are everyone's on the account. */
export function planOf(price: ProviderPrice, realm: Realm): Plan | null {
  const { currency } = realmRow(realm);
  const metadata = { ...price.product.metadata, ...price.metadata };
  const { subscriptionType = "" } = metadata;
  if (price.interval === null || price.currency.toUpperCase() !== currency) return null;
  if (!subscriptionType.endsWith("consumer") || (metadata.realm ?? realm) !== realm) return null;
  return { ...price, interval: price.interval, subscriptionType, currencyCode: currency };
}

/** Whether a coupon takes something off a plan now. */
export function isCouponFor(coupon: ProviderCoupon, price: Pick<ProviderPrice, "product" | "currency">): boolean {
  if (!coupon.isValid) return false;
  if (coupon.products !== null && !coupon.products.includes(price.product.id)) return false;
  return coupon.amountOff === null || coupon.currency === price.currency;
}

/** What is left of an amount in minor units; percentages are rounded to the minor unit as the provider does it. */
export function afterCoupon(amount: number, coupon: ProviderCoupon | null): number {
  if (!coupon) return amount;
  const off = coupon.amountOff ?? Math.round((amount * (coupon.percentOff ?? 0)) / 100);
  return Math.max(0, amount - off);
}

/** A subscription that charges again, or would: a family has one of them at most. */
export function isRunning({ status }: Pick<ProviderSubscription, "status">): boolean {
  return ["active", "trialing", "past_due", "unpaid", "paused"].includes(status);
}

/** The invoice of a renewal that could not be charged; null where nothing is overdue. */
export function overdueInvoice({
  status,
  latestInvoice,
}: Pick<ProviderSubscription, "status" | "latestInvoice">): ProviderInvoice | null {
  const isOverdue = status === "past_due" || status === "unpaid";
  return isOverdue && latestInvoice?.status === "open" && !latestInvoice.isForChange ? latestInvoice : null;
}

/** The card that is charged next: a running subscription's own comes before the customer's. */
export function chargedCard(customer: ProviderCustomer, running: ProviderSubscription | null): string | null {
  return running?.defaultPaymentMethodId ?? customer.defaultPaymentMethodId;
}

/**
 * A card that was saved after the one in use was chosen; null where there is none. The newest alone counts: whoever saves two means the
 * second.
 * @param held the cards, the newest first
 */
export function unchosenCard(
  customer: ProviderCustomer,
  running: ProviderSubscription | null,
  held: readonly ProviderMethod[],
): ProviderMethod | null {
  const [newest] = held;
  if (!newest || newest.id === chargedCard(customer, running)) return null;
  // Before any choice of its own a family uses the card that it began to pay with. One that was chosen at the provider stays.
  const { defaultPaymentMethodId, chosenAmongUntil } = customer;
  const begun = defaultPaymentMethodId === null ? (running?.startedAt ?? 0) : Number.POSITIVE_INFINITY;
  return newest.createdAt > (chosenAmongUntil ?? begun) ? newest : null;
}

/** Day of a moment in UTC, as the database counts days. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

const daySeconds = 24 * 60 * 60;

/**
 * The last day that a subscription opens books on; null while nothing was paid for it. Of a period that could not be charged only what
 * was paid before it counts.
 */
export function opensUntil(subscription: ProviderSubscription): string | null {
  const { status, periodStart, periodEnd, cancelAtPeriodEnd, endedAt } = subscription;
  const grace = renewalGraceDays * daySeconds;
  switch (status) {
    case "active":
    case "trialing":
      return dayOf(cancelAtPeriodEnd ? periodEnd : periodEnd + grace);
    case "past_due":
    case "unpaid":
    case "paused":
      return dayOf(periodStart + grace);
    case "canceled": {
      if (!wasPaid(subscription)) return null;
      const { latestInvoice } = subscription;
      // A change of plan that was given up leaves what was paid before it.
      const isPeriodPaid = latestInvoice === null || latestInvoice.status === "paid" || latestInvoice.isForChange;
      return dayOf(Math.min(endedAt ?? periodEnd, isPeriodPaid ? periodEnd : periodStart + grace));
    }
    default:
      return null;
  }
}

/** Whether one that has ended was ever paid: an unpaid one takes its only invoice with it. */
export function wasPaid({ latestInvoice, startedAt, periodStart }: ProviderSubscription): boolean {
  return (
    latestInvoice === null || latestInvoice.status === "paid" || latestInvoice.isForChange || periodStart > startedAt
  );
}

/** What the provider knows of an order. */
export type OrderTruth = {
  /** null where none was made, or none is known. */
  subscription: ProviderSubscription | null;
  /** Status of its payment; null where there is none. */
  intentStatus: string | null;
  hasFailed: boolean;
  /** Of the hosted page: open, complete, expired; null where there is none. */
  checkoutStatus: string | null;
};

/**
 * Where an order stands by what the provider knows. An order that was completed stays so, whatever becomes of its subscription; one
 * that we cancelled and that was paid all the same is completed, since its money was taken.
 */
export function orderStatusOf(before: Order["status"], truth: OrderTruth): Order["status"] {
  if (before === "completed") return "completed";
  const { subscription } = truth;
  if (subscription && (isRunning(subscription) || (subscription.status === "canceled" && wasPaid(subscription)))) {
    return "completed";
  }
  if (before === "canceled") return "canceled";
  if (subscription && ["canceled", "incomplete_expired"].includes(subscription.status)) return "canceled";
  if (truth.checkoutStatus === "expired") return "canceled";
  if (truth.intentStatus === "canceled") return "canceled";
  if (truth.intentStatus === "processing" || truth.intentStatus === "succeeded") return "processing";
  if (truth.checkoutStatus === "complete") return "processing";
  return truth.hasFailed ? "failed" : "created";
}

/** The period that a family has paid for: that of the subscription which lasts longest; null where none was paid. */
export function paidPeriod(
  subscriptions: ProviderSubscription[],
  typeOf: (subscription: ProviderSubscription) => string,
): { type: string; startsOn: string; endsOn: string } | null {
  const paid = subscriptions.flatMap((subscription) => {
    const endsOn = opensUntil(subscription);
    return endsOn === null ? [] : [{ type: typeOf(subscription), startsOn: dayOf(subscription.startedAt), endsOn }];
  });
  paid.sort((one, other) => other.endsOn.localeCompare(one.endsOn));
  return paid[0] ?? null;
}
