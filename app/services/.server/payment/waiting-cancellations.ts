import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Currency } from "~/realms/realm";
import { dayIn, type Realm, regionOf } from "~/realms/realm";
import { queueMail } from "~/services/.server/mail/queue-mail";
import { findStatement, undoCancellations } from "./contract-statements-store";
import type { KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { nextPaymentOf } from "./next-payment";
import { findOrderOf } from "./orders-store";
import { isSubscriptionRunning } from "./rules";
import { laterEndOn } from "./stated-cancellations";
import type { ProviderSubscription } from "./stripe-port";

/**
 * Cancellations for a later day than the paid time: the plan renews until then, so the provider knows nothing of them.
 * docs/decisions/0095-stated-cancellations.md.
 */

export type WaitingCancellation = {
  /** The day that was wished. */
  wishedOn: string;
  /** The day on which the plan will end. */
  endsOn: string;
};

/** null for a plan that nobody has cancelled so, and once the cancellation is carried out. */
export async function findWaitingCancellation(
  within: Database | Transaction,
  realm: Realm,
  subscription: ProviderSubscription,
): Promise<WaitingCancellation | null> {
  if (!isSubscriptionRunning(subscription) || subscription.cancelAtPeriodEnd) return null;
  const order = await findOrderOf(within, realm, subscription);
  const statement = order && (await findStatement(within, "cancellation", order.id));
  if (statement?.status !== "received" || !statement.stated?.endsOn) return null;
  const { endsOn: wishedOn, type } = statement.stated;
  // For a serious reason, the plan is cancelled whatever day was wished.
  if (type === "extraordinary") return null;
  return { wishedOn, endsOn: laterEndOn(realm, subscription, wishedOn) };
}

/** Takes back what was stated about the plan, so that it goes on and may be cancelled again; a mail says so of one that was waiting. */
export async function undoStatedCancellation(
  { databases, stripe }: Pick<PaymentParts, "databases" | "stripe">,
  { realm, userUid: uid }: KnownCustomer,
  subscription: ProviderSubscription,
): Promise<void> {
  const database = databases[regionOf(realm)];
  const order = await findOrderOf(database, realm, subscription);
  if (!order) return;
  const isWaiting = (await findWaitingCancellation(database, realm, subscription)) !== null;
  const amount = isWaiting ? await nextPaymentOf(stripe.of(realm), subscription) : null;
  await inTransaction(database, async (transaction) => {
    const [undone] = await undoCancellations(transaction, order.id);
    if (undone === undefined || uid === null || amount === null) return;
    const { pausedFrom } = subscription;
    const values = {
      pausedFrom: pausedFrom === null ? null : { day: dayIn(realm, new Date(pausedFrom * 1000)) },
      plan: subscription.interval === null ? null : { plan: subscription.interval },
      amount: { amount, currency: subscription.currency.toUpperCase() as Currency },
      nextOn: { day: dayIn(realm, new Date(subscription.periodEnd * 1000)) },
    };
    await queueMail(transaction, { realm, kind: "cancellation-undone", key: undone, to: { uid }, values });
  });
}
