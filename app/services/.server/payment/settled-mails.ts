import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { isMailWritten, queueMail, withholdMail } from "~/services/.server/mail/queue-mail";
import { consentOf } from "./consents-store";
import { findStatement } from "./contract-statements-store";
import type { CustomerRow } from "./customers-store";
import { findEarlyEnding } from "./early-endings-store";
import { mailsOf, namesNextSum } from "./mails-of";
import { unchanged } from "./next-payment";
import { findOrderOf } from "./orders-store";
import { noteReceipt } from "./receipts-store";
import { afterCoupon, isSubscriptionRunning, opensUntil } from "./rules";
import { renewsBefore } from "./stated-cancellations";
import type { ProviderInvoice, ProviderSubscription, StripePort } from "./stripe-port";
import { subscriptions } from "./tables";

/** The mails of a settlement: what they need from the provider, and writing them. Decision 82. */

/** What the next payment of a subscription takes, by its id; only of those whose mail names it. */
export type NextSums = Map<string, number>;

/** Asks the provider, whose sum has credit and coupons in it. Without its answer the mail names the plan's price after the coupon. */
export async function readNextSums(
  port: StripePort,
  database: Database,
  all: ProviderSubscription[],
  now: Date,
): Promise<NextSums> {
  const sums: NextSums = new Map();
  for (const subscription of all.filter(isSubscriptionRunning)) {
    const [before = null] = await database.select().from(subscriptions).where(eq(subscriptions.id, subscription.id));
    if (!namesNextSum(before, subscription, now)) continue;
    const preview = await port.previewInvoice({ subscriptionId: subscription.id, ...unchanged }).catch(() => null);
    if (preview) sums.set(subscription.id, preview.amountDue);
  }
  return sums;
}

/** Days for which a receipt that was missed is still sent; older payments are only noted. */
const receiptDays = 40;

function isOld({ createdAt }: ProviderInvoice, now: Date): boolean {
  return createdAt * 1000 < now.getTime() - receiptDays * 24 * 60 * 60 * 1000;
}

/** Whether a plan is being cancelled by a statement without signing in whose receipt says all that the mail about the cancellation would. */
async function hasReceipt(
  transaction: Transaction,
  realm: Realm,
  orderId: string,
  subscription: ProviderSubscription,
): Promise<boolean> {
  const statement = await findStatement(transaction, "cancellation", orderId);
  if (statement?.status !== "received") return false;
  const isLater = renewsBefore(realm, { ...subscription, cancelAtPeriodEnd: false }, statement.stated);
  return !isLater && (await isMailWritten(transaction, { realm, kind: "cancellation-received", key: statement.id }));
}

/** Writes the mails of what has happened to a subscription since it was stored. */
export async function writeMails(
  transaction: Transaction,
  { id, realm, userUid }: CustomerRow,
  subscription: ProviderSubscription,
  { invoices, sums, look, now }: { invoices: readonly ProviderInvoice[]; sums: NextSums; look: number; now: Date },
): Promise<void> {
  if (userUid === null) return;
  const [before = null] = await transaction
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.realm, realm), eq(subscriptions.id, subscription.id)));
  const nextAmount = sums.get(subscription.id) ?? afterCoupon(subscription.amount, subscription.coupon);
  const order = await findOrderOf(transaction, realm, subscription);
  const settled = {
    ...{ realm, uid: userUid, look, now, nextAmount },
    orderNumber: order?.number ?? null,
    couponCode: order?.couponCode ?? null,
    consentedAt: order ? ((await consentOf(transaction, order.id))?.consentedAt ?? null) : null,
    opensUntil: opensUntil(subscription, invoices, realm),
    invoices,
    earlyEnding: await findEarlyEnding(transaction, realm, subscription),
  };
  const { mails, withheld } = mailsOf(before, subscription, settled);
  const { latestInvoice } = subscription;
  const isReceipted = order !== null && (await hasReceipt(transaction, realm, order.id, subscription));
  for (const mail of mails) {
    if (mail.kind === "subscription-cancelled" && isReceipted) continue;
    const paid =
      mail.kind === "payment-receipt" ? [latestInvoice, ...invoices].find((each) => each?.id === mail.key) : null;
    if (paid && !(await noteReceipt(transaction, { id, realm }, paid))) continue;
    if (paid && isOld(paid, now)) continue;
    await queueMail(transaction, mail);
  }
  for (const { kind, key } of withheld) await withholdMail(transaction, { realm, kind, key });
}
