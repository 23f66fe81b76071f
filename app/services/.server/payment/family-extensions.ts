import { inTransaction } from "~/db/.server/transaction";
import { dayIn, regionOf } from "~/realms/realm";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { queueMail } from "~/services/.server/mail/queue-mail";
import { type ExtensionRefusal, notExtendable } from "~/services/contracts/managed-families";
import { ServiceError } from "~/services/contracts/service-error";
import { customerAtProvider, findCustomerById, type KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { type ActingSuper, recipientOf, refundOutdatedError, refused } from "./family-refunds";
import { nextPaymentOf } from "./next-payment";
import { isRefusal } from "./provider-failure";
import { isSubscriptionRunning } from "./rules";
import type { ProviderSubscription } from "./stripe-port";
import {
  closeExtension,
  type ExtensionRow,
  findExtension,
  insertExtension,
  listExtensions,
  lockCustomer,
} from "./support-acts-store";

/**
 * Extensions of the paid time by super users: the next payment moves by some days, and the later ones with it; nothing is charged or
 * credited. docs/decisions/0091-families-for-super-users.md.
 */

type Deps = Pick<PaymentParts, "databases" | "stripe" | "mails" | "settlement">;
type WantedExtension = { id: string; days: number; reason: string };

const daySeconds = 24 * 60 * 60;

/** Why the paid time of a customer's subscriptions cannot be extended; null if it can. */
export function extensionRefusalOf(
  subscriptions: readonly ProviderSubscription[],
  made: readonly ExtensionRow[],
): ExtensionRefusal | null {
  const running = subscriptions.find(isSubscriptionRunning);
  if (!running) return "none";
  if (running.status === "past_due" || running.status === "unpaid") return "overdue";
  if (running.status === "paused" || running.pausedFrom !== null) return "paused";
  if (running.cancelAtPeriodEnd) return "cancelled";
  if (running.pendingPriceId !== null) return "changing";
  return made.some(({ state }) => state === "decided") ? "waiting" : null;
}

/**
 * Extends the running plan; with an id that was used before nothing is extended again.
 * @throws ServiceError 409 `not_extendable` with the reason as message, `refund_outdated` if the id was used for another one,
 * `provider_refused`; the provider's errors, after which the hourly run tries again
 */
export async function extendPlan(
  deps: Deps,
  customer: KnownCustomer,
  wanted: WantedExtension,
  by: ActingSuper,
): Promise<ExtensionRow> {
  const database = deps.databases[regionOf(customer.realm)];
  const extension = (await findExtension(database, wanted.id)) ?? (await decideExtension(deps, customer, wanted, by));
  if (extension.customerId !== customer.id || extension.days !== wanted.days) throw refundOutdatedError();
  await carryOutExtension(deps, extension, by);
  return (await findExtension(database, extension.id)) ?? extension;
}

async function decideExtension(
  { databases, stripe }: Deps,
  { id: customerId, realm, stripeId }: KnownCustomer,
  { id, days, reason }: WantedExtension,
  by: ActingSuper,
): Promise<ExtensionRow> {
  const database = databases[regionOf(realm)];
  const before = await listExtensions(database, customerId);
  const subscriptions = await stripe.of(realm).listSubscriptions(stripeId);
  return inTransaction(database, async (transaction) => {
    await lockCustomer(transaction, customerId);
    const made = await findExtension(transaction, id);
    if (made) return made;
    // One that was carried out since the provider was read has moved the end that this one counts from.
    const now = await listExtensions(transaction, customerId);
    if (now.length !== before.length) throw notExtendableFor("waiting");
    const running = subscriptions.find(isSubscriptionRunning);
    const refusal = extensionRefusalOf(subscriptions, now);
    if (refusal !== null || !running) throw notExtendableFor(refusal ?? "none");
    const paidUntil = new Date((running.periodEnd + days * daySeconds) * 1000);
    const values = { id, realm, customerId, subscriptionId: running.id, days, paidUntil, reason, madeBy: by.uid };
    const extension = await insertExtension(transaction, values);
    if (!extension) throw notExtendableFor("waiting");
    return extension;
  });
}

/** Moves the payment at the provider, once, and stores, audits and mails it, once. @throws as `extendPlan` */
export async function carryOutExtension(
  deps: Deps,
  extension: ExtensionRow,
  by: Pick<ActingSuper, "requestId" | "ipAddress">,
): Promise<void> {
  if (extension.state === "failed") throw refused(null);
  if (extension.state === "done") return;
  const { id, realm, subscriptionId, days, paidUntil, reason, madeBy } = extension;
  const database = deps.databases[regionOf(realm)];
  const customer = customerAtProvider(await findCustomerById(database, extension.customerId));
  if (!customer) return;
  const port = deps.stripe.of(realm);
  const until = Math.floor(paidUntil.getTime() / 1000);
  const known = (await port.listSubscriptions(customer.stripeId)).find((each) => each.id === subscriptionId);
  if (!known || (known.periodEnd < until && extensionRefusalOf([known], []) !== null)) {
    // It was cancelled or fell due after an interrupted attempt.
    await closeExtension(database, id, "failed");
    throw notExtendableFor(extensionRefusalOf(known ? [known] : [], []) ?? "none");
  }
  try {
    if (known.periodEnd < until) await port.setNextPayment(subscriptionId, until, `extend-${id}`);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await closeExtension(database, id, "failed");
    throw refused(error);
  }
  const amount = await nextPaymentOf(port, { id: subscriptionId }).catch(() => null);
  const { userUid } = customer;
  await inTransaction(database, async (transaction) => {
    if (!(await closeExtension(transaction, id, "done")) || userUid === null) return;
    await writeAudit(transaction, { realm, uid: madeBy, actorUid: null, ...by }, [
      {
        ...{ action: "payment.extended", subjectType: "user", subjectUid: userUid },
        details: { extension: id, subscription: subscriptionId, days },
        changes: [{ attribute: "reason", before: null, after: reason }],
      },
    ]);
    const to = await recipientOf(deps, realm, userUid);
    if (!to) return;
    const currency = known.currency.toUpperCase() as "EUR";
    const values = {
      days,
      amount: amount === null ? null : { amount, currency },
      nextOn: { day: dayIn(realm, paidUntil) },
    };
    await queueMail(transaction, { realm, kind: "extended", key: id, to, values });
  });
  // Opens the books until the new end, and sends the mail.
  await deps.settlement.settle(customer, by);
}

function notExtendableFor(refusal: ExtensionRefusal): ServiceError {
  return new ServiceError(409, notExtendable, refusal);
}
