import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { dayIn, type Realm, regionOf } from "~/realms/realm";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import type { KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { isPauseAhead, nextPaymentAfter } from "./pause-rules";
import { afterCoupon } from "./rules";
import { laterEndOn } from "./stated-cancellations";
import type { ProviderCoupon, ProviderDiscount, ProviderPrice, ProviderSubscription, StripePort } from "./stripe-port";
import { type PreviewedChange, type PreviewedSums, subscriptionPreviews } from "./tables";
import type { WaitingCancellation } from "./waiting-cancellations";

/**
 * What a change of a subscription charges and credits, computed by the provider and shown before the change. The change names the preview
 * and is carried out only while the provider still computes the same sums. docs/decisions/0085-previewed-sums.md.
 */

export type StoredPreview = typeof subscriptionPreviews.$inferSelect;

/**
 * What a preview is about; `coupon` and `price` are those of the change, else the subscription's own. `discount` redeems a coupon that the
 * change adds.
 */
export type Previewed = {
  customer: KnownCustomer;
  subscription: ProviderSubscription;
  coupon: ProviderCoupon | null;
  discount: ProviderDiscount | null;
  price: Pick<ProviderPrice, "amount" | "product" | "interval">;
  /** A cancellation for a later day; null without one. */
  waiting: WaitingCancellation | null;
};

type Deps = Pick<PaymentParts, "databases" | "stripe">;

/** Minutes for which a shown sum may be accepted. */
export const previewMinutes = 10;

/**
 * Computes a preview and stores it; the customer's old ones are removed.
 * @throws the provider's errors; ServiceError 409 `preview_outdated` if the subscription charges nothing any more
 */
export async function storePreview(deps: Deps, previewed: Previewed, request: PreviewedChange): Promise<StoredPreview> {
  const { customer, subscription } = previewed;
  const { sums, prorationDate } = await computeSums(deps.stripe.of(customer.realm), previewed, request, null);
  const database = databaseOf(deps, customer.realm);
  const isOld = lt(subscriptionPreviews.createdAt, sql`now() - interval '1 hour'`);
  await database.delete(subscriptionPreviews).where(and(eq(subscriptionPreviews.customerId, customer.id), isOld));
  const [stored] = await database
    .insert(subscriptionPreviews)
    .values({ customerId: customer.id, subscriptionId: subscription.id, request, prorationDate, sums })
    .returning();
  if (!stored) throw new Error("the preview was not stored");
  return stored;
}

/**
 * Uses up a preview for the change that it showed.
 * @throws ServiceError 409 `preview_outdated` for one that is used, older than ten minutes, of another change or customer, or whose sums
 * the provider no longer computes; the provider's errors
 */
export async function acceptPreview(
  deps: Deps,
  previewed: Previewed,
  request: PreviewedChange,
  id: string,
): Promise<StoredPreview> {
  const { customer, subscription } = previewed;
  const [stored] = await databaseOf(deps, customer.realm)
    .update(subscriptionPreviews)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(subscriptionPreviews.id, id),
        eq(subscriptionPreviews.customerId, customer.id),
        eq(subscriptionPreviews.subscriptionId, subscription.id),
        isNull(subscriptionPreviews.usedAt),
        gt(subscriptionPreviews.createdAt, sql`now() - make_interval(mins => ${previewMinutes})`),
      ),
    )
    .returning();
  if (!stored || !isSame(stored.request, request)) throw outdated();
  const { sums } = await computeSums(deps.stripe.of(customer.realm), previewed, request, stored.prorationDate);
  // A new period begins when the change is made, so its end moves with the minutes since.
  const beginsPeriod = stored.prorationDate !== null || request.resumes;
  const moved = beginsPeriod ? { nextPaymentAt: sums.nextPaymentAt } : {};
  if (!isSame(sums, { ...stored.sums, ...moved })) throw outdated();
  return stored;
}

async function computeSums(
  port: StripePort,
  { customer: { realm }, subscription, coupon, discount, price, waiting }: Previewed,
  { priceId, goesOn, pauseMonths, resumes }: PreviewedChange,
  at: number | null,
): Promise<{ sums: PreviewedSums; prorationDate: number | null }> {
  const { id: subscriptionId, itemId } = subscription;
  const plan = priceId === null ? null : { itemId, priceId, prorationDate: at };
  const resumesNow = resumes && !isPauseAhead(subscription, new Date());
  const preview = await port.previewInvoice({ subscriptionId, plan, discount, goesOn, resumes: resumesNow });
  if (!preview) throw outdated();
  const { amountDue, tax, credit, balance, prorationDate } = preview;
  const priceAt = (time: number) =>
    afterCoupon(price.amount, coupon !== null && appliesAt(time, coupon, subscription.couponEndsAt) ? coupon : null);
  // The plan renews until its paid time reaches the day.
  const endOf = (interval: ProviderSubscription["interval"], paidTimeEnds: number) =>
    waiting === null || goesOn
      ? null
      : laterEndOn(realm, { ...subscription, interval, periodEnd: paidTimeEnds }, waiting.wishedOn);
  const isLastAt = (end: string | null, time: number) => end !== null && dayIn(realm, new Date(time * 1000)) >= end;
  if (plan === null && !resumesNow) {
    // The invoice is that of the next period: nothing is charged now.
    const moved = nextPaymentAfter(subscription, { pauseMonths, resumes });
    const paidByCredit = priceAt(subscription.periodEnd) - amountDue + balance;
    const nextAmount = moved === null ? amountDue : Math.max(0, priceAt(moved) - paidByCredit);
    const nextAt = moved ?? subscription.periodEnd;
    const cancelledTo = endOf(subscription.interval, nextAt);
    const next = isLastAt(cancelledTo, nextAt)
      ? { nextPaymentAt: null, nextPaymentAmount: null, cancelledTo }
      : { nextPaymentAt: nextAt, nextPaymentAmount: nextAmount, cancelledTo };
    const runsOut = moved !== null && coupon !== null && priceAt(moved) > priceAt(subscription.periodEnd);
    const suspendedCoupon = runsOut ? (coupon.name ?? coupon.id) : null;
    return { sums: { amount: 0, tax: 0, credit: 0, balance, suspendedCoupon, ...next }, prorationDate: null };
  }
  // While the paid time was extended, another plan changes nothing before it ends: what is paid stays, and the new plan is charged then.
  const isExtended = subscription.status === "trialing" && !resumesNow;
  const periodEnd = isExtended ? subscription.periodEnd : (preview.periodEnd ?? subscription.periodEnd);
  const nextPrice = priceAt(periodEnd);
  const cancelledTo = endOf(plan === null ? subscription.interval : price.interval, periodEnd);
  const goesOnAfter = (goesOn || !subscription.cancelAtPeriodEnd) && !isLastAt(cancelledTo, periodEnd);
  const next = {
    cancelledTo,
    nextPaymentAt: goesOnAfter ? periodEnd : null,
    nextPaymentAmount: goesOnAfter ? Math.max(0, nextPrice - balance) : null,
  };
  const held = subscription.coupon;
  const suspendedCoupon = held !== null && coupon === null ? (held.name ?? held.id) : null;
  const now = isExtended ? { amount: 0, tax: 0, credit: 0 } : { amount: amountDue, tax, credit };
  return { sums: { ...now, balance, suspendedCoupon, ...next }, prorationDate };
}

/** Whether a coupon that reduces this payment also reduces the one at a time. */
function appliesAt(time: number, { duration }: ProviderCoupon, endsAt: number | null): boolean {
  if (duration === "once") return false;
  return duration === "forever" || endsAt === null || endsAt > time;
}

function databaseOf({ databases }: Pick<Deps, "databases">, realm: Realm) {
  return databases[regionOf(realm)];
}

function isSame<Item extends object>(one: Item, other: Item): boolean {
  return (Object.keys(one) as Array<keyof Item>).every((name) => one[name] === other[name]);
}

export function outdated(): ServiceError {
  return new ServiceError(409, paymentErrors.previewOutdated, "The sum has to be shown again");
}
