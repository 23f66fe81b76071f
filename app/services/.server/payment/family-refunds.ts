import { inTransaction } from "~/db/.server/transaction";
import { bcp47, type Currency, dayIn, type Realm, realmRow, regionOf } from "~/realms/realm";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { findFamily } from "~/services/.server/directory/people/families";
import { type MailRecipient, queueMail } from "~/services/.server/mail/queue-mail";
import { fillMessage } from "~/services/contracts/form-messages";
import { providerRefused, refundOutdated } from "~/services/contracts/managed-families";
import { notFound, ServiceError, validationError } from "~/services/contracts/service-error";
import { customerAtProvider, findCustomerById, type KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { listOrders, type OrderRow } from "./orders-store";
import { isRefusal, providerErrorOf } from "./provider-failure";
import type { ProviderCharge } from "./stripe-port";
import {
  closeRefund,
  findRefund,
  insertRefund,
  lockCustomer,
  type RefundClaims,
  type RefundRow,
  readClaims,
} from "./support-acts-store";

/**
 * Refunds by super users: decided under the customer's lock, made at the provider, then audited and mailed. What is left of a payment counts
 * what withdrawals have decided to pay back and the other way round, so both together never exceed it.
 * docs/decisions/0091-families-for-super-users.md.
 */

type Deps = Pick<PaymentParts, "databases" | "stripe" | "mails">;

/** The super user, for the log. */
export type ActingSuper = { uid: string; requestId: string; ipAddress: string | null };

type WantedRefund = { id: string; paymentId: string; amount: number; left: number; reason: string };

/** What can still be paid back of a payment. */
export function refundableOf({ intentId, amount, refunded, status }: ProviderCharge, claims: RefundClaims): number {
  return status === "succeeded" ? Math.max(0, amount - refunded - claims.of(intentId)) : 0;
}

/**
 * What paying back now would lead to.
 * @param amount null: all that is left
 * @throws ServiceError 404 for a payment of another customer, 400 for more than is left; the provider's errors
 */
export async function previewRefund(
  deps: Deps,
  customer: KnownCustomer,
  { paymentId, amount }: { paymentId: string; amount: number | null },
): Promise<{ amount: number; left: number; currency: string }> {
  const database = deps.databases[regionOf(customer.realm)];
  const { charge, left } = await readPayment(deps, customer, paymentId, await readClaims(database, customer.id));
  const wanted = amount ?? left;
  requireWithin(customer.realm, wanted, left);
  return { amount: wanted, left, currency: charge.currency };
}

/**
 * Pays back; with an id that was used before nothing is paid again.
 * @throws ServiceError 404, 400 as above; 409 `refund_outdated` if something else is left than was shown, or the id was used for another
 * refund; 409 `provider_refused`; the provider's errors, after which the hourly run tries again
 */
export async function refundPayment(
  deps: Deps,
  customer: KnownCustomer,
  wanted: WantedRefund,
  by: ActingSuper,
): Promise<RefundRow> {
  const database = deps.databases[regionOf(customer.realm)];
  const stored = await findRefund(database, wanted.id);
  const refund = stored ?? (await decideRefund(deps, customer, wanted, by));
  if (refund.customerId !== customer.id || refund.intentId !== wanted.paymentId || refund.amount !== wanted.amount) {
    throw refundOutdatedError();
  }
  await carryOutRefund(deps, refund, by);
  return (await findRefund(database, refund.id)) ?? refund;
}

async function decideRefund(
  deps: Deps,
  customer: KnownCustomer,
  { id, paymentId: intentId, amount, left: shown, reason }: WantedRefund,
  by: ActingSuper,
): Promise<RefundRow> {
  const { realm, id: customerId } = customer;
  const database = deps.databases[regionOf(realm)];
  // Read before the provider: a decision in between changes the mark.
  const claims = await readClaims(database, customerId);
  const { charge, left } = await readPayment(deps, customer, intentId, claims);
  if (left !== shown && (await findRefund(database, id)) === null) throw refundOutdatedError();
  return inTransaction(database, async (transaction) => {
    await lockCustomer(transaction, customerId);
    const made = await findRefund(transaction, id);
    if (made) return made;
    if ((await readClaims(transaction, customerId)).mark !== claims.mark) throw refundOutdatedError();
    requireWithin(realm, amount, left);
    const currency = charge.currency.toUpperCase() as Currency;
    return insertRefund(transaction, { id, realm, customerId, intentId, amount, currency, reason, madeBy: by.uid });
  });
}

/**
 * Makes a decided refund at the provider, once, and stores, audits and mails it, once.
 * @throws ServiceError 409 `provider_refused`; the provider's errors if it may have been made
 */
export async function carryOutRefund(
  deps: Deps,
  refund: RefundRow,
  by: Pick<ActingSuper, "requestId" | "ipAddress">,
): Promise<void> {
  if (refund.state === "failed") throw refused(null);
  if (refund.state === "done") return;
  const { id, realm, intentId, amount, currency, reason, madeBy } = refund;
  const database = deps.databases[regionOf(realm)];
  const customer = customerAtProvider(await findCustomerById(database, refund.customerId));
  if (!customer) return;
  const port = deps.stripe.of(realm);
  try {
    await port.refund(intentId, amount, `refund-${id}`, id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await closeRefund(database, id, "failed");
    throw refused(error);
  }
  const charge = (await port.listCharges(customer.stripeId)).find((each) => each.intentId === intentId);
  const { userUid } = customer;
  await inTransaction(database, async (transaction) => {
    if (!(await closeRefund(transaction, id, "done")) || userUid === null) return;
    await writeAudit(transaction, { realm, uid: madeBy, actorUid: null, ...by }, [
      {
        ...{ action: "payment.refunded", subjectType: "user", subjectUid: userUid },
        details: { refund: id, payment: intentId, amount, currency },
        changes: [{ attribute: "reason", before: null, after: reason }],
      },
    ]);
    const to = await recipientOf(deps, realm, userUid);
    if (!to || !charge) return;
    const order = (await listOrders(transaction, customer.id)).find((each) => isPaymentOf(each, charge));
    const values = {
      refund: { amount, currency },
      payment: { amount: charge.amount, currency },
      paidOn: { day: dayIn(realm, new Date(charge.paidAt * 1000)) },
      orderNumber: order?.number ?? null,
      number: charge.invoiceNumber,
      last4: charge.card?.last4 ?? null,
    };
    await queueMail(transaction, { realm, kind: "refunded", key: id, to, values });
  });
  await deps.mails.sendTo(realm, userUid);
}

/** Who gets a mail about a family's money: a deleted family at its address; null if there is none. */
export async function recipientOf(
  { databases }: Pick<Deps, "databases">,
  realm: Realm,
  uid: string,
): Promise<MailRecipient | null> {
  const family = await findFamily(databases[regionOf(realm)], realm, { uid });
  if (!family) return null;
  if (family.status === "active") return { uid };
  return { uid, address: family.email ?? family.username, name: family.name };
}

async function readPayment(
  { stripe }: Deps,
  customer: KnownCustomer,
  intentId: string,
  claims: RefundClaims,
): Promise<{ charge: ProviderCharge; left: number }> {
  const charges = await stripe.of(customer.realm).listCharges(customer.stripeId);
  const ofIntent = charges.filter((each) => each.intentId === intentId);
  // A declined attempt and the later success belong to the same intent.
  const charge = ofIntent.find(({ status }) => status === "succeeded") ?? ofIntent[0];
  if (!charge) throw notFound();
  return { charge, left: refundableOf(charge, claims) };
}

function requireWithin(realm: Realm, amount: number, left: number): void {
  if (amount >= 1 && amount <= left) return;
  const format = new Intl.NumberFormat(bcp47(realmRow(realm).locale), { minimumFractionDigits: 2 });
  const reason = fillMessage("between", { min: format.format(0.01), max: format.format(left / 100) });
  throw validationError([{ attribute: "amount", reason }]);
}

export function refundOutdatedError(): ServiceError {
  return new ServiceError(409, refundOutdated, "The payment has changed since it was shown");
}

export function refused(cause: unknown): ServiceError {
  const providerError = cause === null ? undefined : (providerErrorOf(cause) ?? undefined);
  return new ServiceError(409, providerRefused, "The provider refused", undefined, undefined, { cause, providerError });
}

/** Whether a payment is an order's. A renewal has an intent of its own; a first payment that failed has no subscription yet. */
export function isPaymentOf(order: OrderRow, { subscriptionId, intentId }: ProviderCharge): boolean {
  return order.paymentIntentId === intentId || (subscriptionId !== null && order.subscriptionId === subscriptionId);
}
