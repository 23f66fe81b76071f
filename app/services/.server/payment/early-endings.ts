import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { customerAtProvider, findCustomerById, type KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { earlyEndOf, earlyRefundOf } from "./early-ending-rules";
import { isSubscriptionRunning } from "./rules";
import type { Cause } from "./settlement";
import type { ProviderPayment, ProviderSubscription } from "./stripe-port";
import { earlyEndings, type PlannedRefund } from "./tables";

/** Cancels plans, and carries out those that end before their paid time. docs/decisions/0094-notice-after-the-first-year.md. */

export type EarlyEnding = typeof earlyEndings.$inferSelect;

type Deps = Pick<PaymentParts, "databases" | "stripe" | "settlement">;

/** When a plan ends that is cancelled now, and what is paid back then, in minor units; null if it ends with its paid time. */
export async function plannedEnding(
  { stripe }: Pick<Deps, "stripe">,
  { realm, id: customerId }: KnownCustomer,
  subscription: ProviderSubscription,
  now: Date,
): Promise<EarlyEnding | null> {
  const endsAt = earlyEndOf(realm, subscription, Math.floor(now.getTime() / 1000));
  if (endsAt === null) return null;
  const payments = await stripe.of(realm).listPayments(subscription.id);
  const refund = earlyRefundOf(realm, subscription, endsAt, payments);
  const ends = { endsAt: new Date(endsAt * 1000), refund, doneAt: null };
  return { realm, subscriptionId: subscription.id, customerId, ...ends };
}

/**
 * Lets a plan end with its paid time, or before it where the country's law says so. It charges nothing more, and goes on if that is undone.
 * @param key of the request to the provider, which is made once
 * @throws the provider's errors
 */
export async function cancelPlan(
  deps: Pick<Deps, "databases" | "stripe">,
  customer: KnownCustomer,
  subscription: ProviderSubscription,
  { now, key }: { now: Date; key: string },
): Promise<ProviderSubscription> {
  const { realm } = customer;
  const ending = await plannedEnding(deps, customer, subscription, now);
  // Written first: without the provider's cancellation the row has no effect.
  if (ending) {
    const { endsAt, refund, doneAt } = ending;
    await deps.databases[regionOf(realm)]
      .insert(earlyEndings)
      .values(ending)
      .onConflictDoUpdate({
        target: [earlyEndings.realm, earlyEndings.subscriptionId],
        set: { endsAt, refund, doneAt },
      });
  }
  return deps.stripe.of(realm).setCancelAtPeriodEnd(subscription.id, true, key);
}

/** The early end of a plan that is cancelled or has ended; null for one that goes on or ends with its paid time. */
export async function findEarlyEnding(
  within: Database | Transaction,
  realm: Realm,
  subscription: ProviderSubscription,
): Promise<EarlyEnding | null> {
  const { id, cancelAtPeriodEnd } = subscription;
  if (!cancelAtPeriodEnd && isSubscriptionRunning(subscription)) return null;
  const [row] = await within
    .select()
    .from(earlyEndings)
    .where(and(eq(earlyEndings.realm, realm), eq(earlyEndings.subscriptionId, id)));
  return row ?? null;
}

/** Undoes a cancellation. @throws the provider's errors */
export async function keepPlan(
  { databases, stripe }: Pick<Deps, "databases" | "stripe">,
  { realm }: KnownCustomer,
  { id }: ProviderSubscription,
  key: string,
): Promise<ProviderSubscription> {
  const kept = await stripe.of(realm).setCancelAtPeriodEnd(id, false, key);
  await databases[regionOf(realm)]
    .delete(earlyEndings)
    .where(and(eq(earlyEndings.realm, realm), eq(earlyEndings.subscriptionId, id)));
  return kept;
}

/** Early ends that are due and not carried out. */
export async function listDueEndings(database: Database, realm: Realm, now: Date): Promise<EarlyEnding[]> {
  const isDue = and(eq(earlyEndings.realm, realm), lte(earlyEndings.endsAt, now), isNull(earlyEndings.doneAt));
  return database.select().from(earlyEndings).where(isDue);
}

/**
 * Ends a plan and pays the rest back; an interrupted one is repeated. A plan that goes on again is left alone.
 * @throws errors of the provider or database
 */
export async function carryOutEnding(deps: Deps, ending: EarlyEnding, cause: Cause): Promise<void> {
  const { realm, subscriptionId, customerId } = ending;
  const database = deps.databases[regionOf(realm)];
  const port = deps.stripe.of(realm);
  const row = and(eq(earlyEndings.realm, realm), eq(earlyEndings.subscriptionId, subscriptionId));
  const customer = customerAtProvider(await findCustomerById(database, customerId));
  const known = customer ? await port.listSubscriptions(customer.stripeId) : [];
  const subscription = known.find(({ id }) => id === subscriptionId);
  if (subscription && isSubscriptionRunning(subscription) && !subscription.cancelAtPeriodEnd) {
    await database.delete(earlyEndings).where(row);
    return;
  }
  let { refunds } = ending.refund;
  if (subscription && isSubscriptionRunning(subscription)) {
    // What was paid back by hand meanwhile is taken off, before the first refund: a repeated one must have the same amount.
    refunds = leftOfRefunds(refunds, await port.listPayments(subscriptionId));
    await database
      .update(earlyEndings)
      .set({ refund: { ...ending.refund, refunds } })
      .where(row);
    await port.cancelSubscription(subscriptionId, `early-end-${subscriptionId}-${key(ending)}`);
  }
  for (const { intentId, amount } of refunds) {
    await port.refund(intentId, amount, `early-end-${subscriptionId}-${key(ending)}-${intentId}`);
  }
  await database.update(earlyEndings).set({ doneAt: new Date() }).where(row);
  if (customer) await deps.settlement.settle(customer, cause);
}

function leftOfRefunds(refunds: readonly PlannedRefund[], payments: readonly ProviderPayment[]): PlannedRefund[] {
  return refunds.flatMap(({ intentId, amount }) => {
    const paid = payments.find((payment) => payment.intentId === intentId);
    const left = Math.min(amount, paid ? paid.amount - paid.refunded : 0);
    return left > 0 ? [{ intentId, amount: left }] : [];
  });
}

/** Tells an early end from an earlier one of the same subscription. */
function key({ endsAt }: EarlyEnding): number {
  return endsAt.getTime();
}
