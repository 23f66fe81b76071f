import type { Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { regionOf } from "~/realms/realm";
import { insertStatement } from "./contract-statements-store";
import { customerAtProvider, findCustomerById, type KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { earlyEndOf, earlyRefundOf } from "./early-ending-rules";
import { changeEarlyEnding, deleteEarlyEnding, type EarlyEnding, writeEarlyEnding } from "./early-endings-store";
import { findOrderById, findOrderOf } from "./orders-store";
import { isRefusal } from "./provider-failure";
import { isSubscriptionRunning } from "./rules";
import type { Cause } from "./settlement";
import type { ProviderPayment, ProviderSubscription } from "./stripe-port";
import type { PlannedRefund } from "./tables";

/** Cancels plans, and carries out those that end before their paid time. docs/decisions/0094-notice-after-the-first-year.md. */

type Deps = Pick<PaymentParts, "databases" | "stripe" | "settlement">;

/** When a plan ends that is cancelled now, and what is paid back then, in minor units; null if it ends with its paid time. */
export async function plannedEnding(
  { stripe }: Pick<Deps, "stripe">,
  { realm, id: customerId }: KnownCustomer,
  subscription: ProviderSubscription,
  now: Date,
  notBefore?: number,
): Promise<EarlyEnding | null> {
  const endsAt = earlyEndOf(realm, subscription, Math.floor(now.getTime() / 1000), notBefore);
  if (endsAt === null) return null;
  const payments = await stripe.of(realm).listPayments(subscription.id);
  const refund = earlyRefundOf(realm, subscription, endsAt, payments);
  const ends = { endsAt: new Date(endsAt * 1000), refund, doneAt: null };
  return { realm, subscriptionId: subscription.id, customerId, ...ends };
}

/**
 * Lets a plan end with its paid time, or before it where the country's law says so. It charges nothing more, and goes on if that is undone.
 * @param key of the request to the provider, which is made once; `notBefore`: when the family wants it to end, seconds since the epoch
 * @throws the provider's errors
 */
export async function cancelPlan(
  deps: Pick<Deps, "databases" | "stripe">,
  customer: KnownCustomer,
  subscription: ProviderSubscription,
  { now, key, notBefore }: { now: Date; key: string; notBefore?: number },
): Promise<ProviderSubscription> {
  const { realm } = customer;
  const ending = await plannedEnding(deps, customer, subscription, now, notBefore);
  // Written first: without the provider's cancellation the row has no effect.
  if (ending) await writeEarlyEnding(deps.databases[regionOf(realm)], ending);
  return deps.stripe.of(realm).setCancelAtPeriodEnd(subscription.id, true, key);
}

/** Undoes a cancellation. @throws the provider's errors */
export async function keepPlan(
  { databases, stripe }: Pick<Deps, "databases" | "stripe">,
  { realm }: KnownCustomer,
  { id }: ProviderSubscription,
  key: string,
): Promise<ProviderSubscription> {
  const kept = await stripe.of(realm).setCancelAtPeriodEnd(id, false, key);
  await deleteEarlyEnding(databases[regionOf(realm)], { realm, subscriptionId: id });
  return kept;
}

/**
 * Ends a plan and pays the rest back; an interrupted one is repeated. A plan that goes on again is left alone.
 * @throws errors of the provider or database; a refund that is refused once, after it was left to super users
 */
export async function carryOutEnding(deps: Deps, ending: EarlyEnding, cause: Cause): Promise<void> {
  const { realm, subscriptionId, customerId } = ending;
  const database = deps.databases[regionOf(realm)];
  const port = deps.stripe.of(realm);
  const customer = customerAtProvider(await findCustomerById(database, customerId));
  const known = customer ? await port.listSubscriptions(customer.stripeId) : [];
  const subscription = known.find(({ id }) => id === subscriptionId);
  if (subscription && isSubscriptionRunning(subscription) && !subscription.cancelAtPeriodEnd) {
    await deleteEarlyEnding(database, ending);
    return;
  }
  let { refunds } = ending.refund;
  if (subscription && isSubscriptionRunning(subscription)) {
    // What was paid back by hand meanwhile is taken off, before the first refund: a repeated one must have the same amount.
    refunds = leftOfRefunds(refunds, await port.listPayments(subscriptionId));
    await changeEarlyEnding(database, ending, { refund: { ...ending.refund, refunds } });
    await port.cancelSubscription(subscriptionId, `early-end-${subscriptionId}-${key(ending)}`);
  }
  const made: PlannedRefund[] = [];
  let refusal: unknown = null;
  for (const refund of refunds) {
    const { intentId, amount } = refund;
    try {
      await port.refund(intentId, amount, `early-end-${subscriptionId}-${key(ending)}-${intentId}`);
      made.push(refund);
    } catch (error) {
      // For instance paid back by hand after the plan had ended otherwise. It would be refused every hour.
      if (!isRefusal(error)) throw error;
      refusal = error;
    }
  }
  await inTransaction(database, async (transaction) => {
    await changeEarlyEnding(transaction, ending, { refund: { ...ending.refund, refunds: made }, doneAt: new Date() });
    if (refusal !== null) await noteRefusedRefund(transaction, ending, refunds);
  });
  if (customer) await deps.settlement.settle(customer, cause);
  if (refusal !== null) throw refusal;
}

/** Leaves what the provider refused to pay back to super users. */
async function noteRefusedRefund(
  transaction: Transaction,
  { realm, subscriptionId, refund }: EarlyEnding,
  refunds: PlannedRefund[],
): Promise<void> {
  const named = await findOrderOf(transaction, realm, { id: subscriptionId, orderId: null });
  const order = named && (await findOrderById(transaction, named.id));
  const stated = { name: order?.name ?? "", orderNumber: order?.number ?? "", email: order?.email ?? "" };
  const noted = { realm, kind: "cancellation" as const, status: "failed" as const, refund: { ...refund, refunds } };
  await insertStatement(transaction, { ...noted, orderId: order?.id ?? null, stated });
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
