import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { dayIn, type Realm, regionOf } from "~/realms/realm";
import { findFamily } from "~/services/.server/directory/people/families";
import { type MailRecipient, queueMail, withholdMail } from "~/services/.server/mail/queue-mail";
import {
  changeStatement,
  decideRefund,
  findLatestContract,
  findOrderByNumber,
  findStatement,
  findStatementById,
  hasConsented,
  insertStatement,
  type Statement,
  type StatementKind,
} from "./contract-statements-store";
import { customerAtProvider, findCustomerById, type KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { cancelPlan, plannedEnding } from "./early-endings";
import { type EarlyEnding, findEarlyEnding } from "./early-endings-store";
import { findOrderById, type OrderRow } from "./orders-store";
import { providerErrorOf } from "./provider-failure";
import { isSubscriptionRunning, paidUntil } from "./rules";
import type { Cause } from "./settlement";
import { laterEndOn, renewsBefore, replacesCancellation, wishedEnd } from "./stated-cancellations";
import type { ProviderSubscription } from "./stripe-port";
import { extendedDays, lockCustomer, readClaims } from "./support-acts-store";
import type { StatedContract } from "./tables";
import { type Withdrawal, withdrawalOf } from "./withdrawal-rules";

/**
 * Carries out what families state about their contract: withdrawals and cancellations. A statement is stored when it arrives; each step
 * after may be repeated, so an interrupted one is finished by the hourly run. docs/decisions/0087-statements-about-contracts.md.
 */

type Deps = Pick<PaymentParts, "databases" | "stripe" | "settlement" | "mails">;

/** A contract: the order that made it, and its subscription at the provider. */
type Contract = { order: OrderRow; customer: KnownCustomer; subscription: ProviderSubscription };

/** The family's latest contract, with what withdrawing from it leads to at a time; null if it has bought nothing. */
export async function latestWithdrawal(
  deps: Deps,
  customer: KnownCustomer,
  now: Date,
): Promise<{ order: OrderRow; withdrawal: Withdrawal; statement: Statement | null } | null> {
  const database = deps.databases[regionOf(customer.realm)];
  const order = await findLatestContract(database, customer.id);
  const contract = order && (await contractOf(deps, order));
  if (!contract) return null;
  const statement = await findStatement(database, "withdrawal", contract.order.id);
  return { order: contract.order, withdrawal: await withdrawalFrom(deps, contract, now), statement };
}

/** Stores a withdrawal of somebody signed in, and carries it out; a second one changes nothing. @returns the statement that counts */
export async function withdrawFrom(deps: Deps, order: OrderRow, cause: Cause): Promise<Statement> {
  const database = deps.databases[regionOf(order.realm)];
  const made = await insertStatement(database, { realm: order.realm, kind: "withdrawal", orderId: order.id });
  const statement = made ?? (await findStatement(database, "withdrawal", order.id));
  if (!statement) throw new Error("the statement was not stored");
  await carryOutStatement(deps, statement, cause);
  return (await findStatementById(database, statement.id)) ?? statement;
}

/** Stores a statement of somebody who is not signed in; it is carried out later. */
export async function receiveStatement(
  { databases }: Pick<Deps, "databases">,
  realm: Realm,
  kind: StatementKind,
  stated: StatedContract,
): Promise<Statement> {
  const statement = await insertStatement(databases[regionOf(realm)], { realm, kind, stated });
  if (!statement) throw new Error("the statement was not stored");
  return statement;
}

/** @throws errors of the provider or database; the statement is then tried again */
export async function carryOutStatement(deps: Deps, statement: Statement, cause: Cause): Promise<void> {
  if (statement.status !== "received") return;
  const database = deps.databases[regionOf(statement.realm)];
  const order = await orderOf(deps, statement);
  if (!order) return changeStatement(database, statement.id, { status: "unknown" });
  const counts = statement.orderId !== null || (await takeOrder(deps, statement, order));
  const contract = await contractOf(deps, order);
  if (!counts) {
    // The law wants a receipt of each cancellation, also of one that changes nothing, while there is a contract.
    const isCancelled = statement.kind === "cancellation" && contract && isSubscriptionRunning(contract.subscription);
    if (isCancelled) await queueCancellationReceipt(deps, statement, contract);
    return deps.mails.sendTo(statement.realm, contract?.customer.userUid ?? null);
  }
  if (!contract) return changeStatement(database, statement.id, { status: "unknown" });
  const isWaiting =
    statement.kind === "withdrawal"
      ? await withdraw(deps, statement, contract)
      : await cancel(deps, statement, contract);
  if (isWaiting) return deps.mails.sendTo(statement.realm, contract.customer.userUid);
  await deps.settlement.settle(contract.customer, cause);
  const current = await findStatementById(database, statement.id);
  if (current?.status === "received")
    await changeStatement(database, statement.id, { status: "done", doneAt: new Date() });
}

async function orderOf({ databases }: Deps, { realm, orderId, stated }: Statement): Promise<OrderRow | null> {
  const database = databases[regionOf(realm)];
  if (orderId !== null) return findOrderById(database, orderId);
  const order = stated ? await findOrderByNumber(database, realm, stated.orderNumber) : null;
  if (!order || !stated || order.status !== "completed") return null;
  const customer = await findCustomerById(database, order.customerId);
  const family = customer?.userUid ? await findFamily(database, realm, { uid: customer.userUid }) : null;
  const addresses = [order.email, family?.email, family?.username].map((address) => address?.toLowerCase());
  return addresses.includes(stated.email.toLowerCase()) ? order : null;
}

/**
 * Binds a statement to its order. Of a second cancellation the one counts that ends the contract sooner or names a serious reason.
 * @returns whether the statement counts
 */
async function takeOrder({ databases }: Deps, statement: Statement, order: OrderRow): Promise<boolean> {
  const { id, realm, kind } = statement;
  return inTransaction(databases[regionOf(realm)], async (transaction) => {
    await lockCustomer(transaction, order.customerId);
    const held = await findStatement(transaction, kind, order.id);
    const counts = held === null || (kind === "cancellation" && replacesCancellation(statement, held));
    if (held !== null && counts) await changeStatement(transaction, held.id, { status: "replaced" });
    await changeStatement(transaction, id, { orderId: order.id, ...(counts ? {} : { status: "repeated" }) });
    return counts;
  });
}

async function contractOf({ databases, stripe }: Deps, order: OrderRow): Promise<Contract | null> {
  const customer = customerAtProvider(await findCustomerById(databases[regionOf(order.realm)], order.customerId));
  if (!customer) return null;
  const known = await stripe.of(order.realm).listSubscriptions(customer.stripeId);
  const subscription = known.find(({ id, orderId }) => id === order.subscriptionId || orderId === order.id);
  return subscription ? { order, customer, subscription } : null;
}

async function withdrawalFrom({ databases, stripe }: Deps, contract: Contract, now: Date): Promise<Withdrawal> {
  const { order, customer, subscription } = contract;
  const { realm } = order;
  const database = databases[regionOf(realm)];
  const claims = await readClaims(database, customer.id);
  // What a super user has decided to pay back is not paid back again.
  const payments = (await stripe.of(realm).listPayments(subscription.id)).map((payment) => {
    return { ...payment, refunded: Math.min(payment.amount, payment.refunded + claims.of(payment.intentId)) };
  });
  const firstPaidAt = Math.min(...payments.map(({ paidAt }) => paidAt));
  const purchasedAt = new Date((Number.isFinite(firstPaidAt) ? firstPaidAt : subscription.startedAt) * 1000);
  // Days that were given for nothing are not paid for.
  const givenSeconds = (await extendedDays(database, subscription.id)) * 24 * 60 * 60;
  const paidTimeEnds = new Date((paidUntil(subscription) - givenSeconds) * 1000);
  const consented = await hasConsented(database, order.id);
  return withdrawalOf({ realm, purchasedAt, paidUntil: paidTimeEnds, hasConsented: consented, payments }, now);
}

/** Ends the subscription and pays back what was decided when the statement arrived. @returns false: nothing waits */
async function withdraw(deps: Deps, statement: Statement, contract: Contract): Promise<false> {
  const { order, customer, subscription } = contract;
  const database = deps.databases[regionOf(order.realm)];
  if (statement.refund === null) {
    const { mark } = await readClaims(database, customer.id);
    const withdrawal = await withdrawalFrom(deps, contract, statement.receivedAt);
    if (!withdrawal.isOpen) {
      await changeStatement(database, statement.id, { status: "late" });
      return false;
    }
    const { paid, kept, refunds } = withdrawal;
    const named = await withBoughtPlan(deps, contract, paid);
    const isDecided = await inTransaction(database, async (transaction) => {
      await lockCustomer(transaction, customer.id);
      // Another run may have decided meanwhile, or a super user about the same payments.
      if ((await findStatementById(transaction, statement.id))?.refund !== null) return true;
      if ((await readClaims(transaction, customer.id)).mark !== mark) return false;
      if (!(await decideRefund(transaction, statement.id, { paid, kept, refunds }))) return true;
      const decided = { ...statement, refund: { paid, kept, refunds } };
      // The receipt says that the plan has ended; without one the mail about the end does.
      if (await queueReceipt(deps, transaction, decided, named)) {
        await withholdMail(transaction, { realm: order.realm, kind: "subscription-ended", key: subscription.id });
      }
      return true;
    });
    if (!isDecided) return withdraw(deps, statement, contract);
  }
  const decided = (await findStatementById(database, statement.id))?.refund;
  const port = deps.stripe.of(order.realm);
  await port.cancelSubscription(subscription.id, `withdraw-${statement.id}`);
  for (const { intentId, amount } of decided?.refunds ?? []) {
    await port.refund(intentId, amount, `withdraw-${statement.id}-${intentId}`).catch((error: unknown) => {
      // Paid back since the refund was decided: at the provider, or by the bank in a dispute.
      if (!isPaidBack(error)) throw error;
    });
  }
  await port.clearCredit(customer.stripeId, `withdraw-credit-${statement.id}`);
  return false;
}

/** After a change of plan that charged nothing, the receipt names the plan that was bought: the sum is its. */
async function withBoughtPlan({ stripe }: Deps, contract: Contract, paid: number): Promise<Contract> {
  const { order, subscription } = contract;
  if (order.priceId === subscription.priceId || order.amount !== paid) return contract;
  const price = await stripe.of(order.realm).findPrice(order.priceId);
  const interval = price?.interval ?? null;
  return interval === null ? contract : { ...contract, subscription: { ...subscription, interval } };
}

function isPaidBack(error: unknown): boolean {
  return ["charge_disputed", "charge_already_refunded"].includes(providerErrorOf(error)?.code ?? "");
}

/** The receipt of a withdrawal; one that was stated without signing in goes to a confirmed address only: false without. */
async function queueReceipt(
  { databases }: Deps,
  transaction: Parameters<typeof queueMail>[0],
  statement: Statement,
  { order, customer, subscription }: Contract,
): Promise<boolean> {
  const { realm } = order;
  const to = await receiptRecipient(databases[regionOf(realm)], customer, statement);
  if (to === null) return false;
  const { paid = 0, kept = 0 } = statement.refund ?? {};
  const money = (amount: number) => ({ amount, currency: order.currency });
  await queueMail(transaction, {
    ...{ realm, kind: "withdrawn", key: order.id, to: to.recipient },
    values: {
      plan: subscription.interval === null ? null : { plan: subscription.interval },
      number: order.number,
      statedName: statement.stated?.name ?? to.name,
      receivedAt: { moment: statement.receivedAt.toISOString() },
      refund: paid > kept ? money(paid - kept) : null,
      refunded: paid > kept ? "" : null,
      kept: kept > 0 ? money(kept) : null,
    },
  });
  return true;
}

/** null: a statement that was made without signing in is receipted at a confirmed address only. */
async function receiptRecipient(
  database: Database,
  { realm, userUid: uid }: KnownCustomer,
  { stated }: Statement,
): Promise<{ recipient: MailRecipient; name: string } | null> {
  const family = uid === null ? null : await findFamily(database, realm, { uid });
  if (!family?.email || (stated !== null && !family.emailVerified)) return null;
  const { status, email: address, name } = family;
  return { recipient: status === "active" ? { uid: family.uid } : { uid: family.uid, address, name }, name };
}

/**
 * Lets the plan end as on the subscription page, from the time at which the statement arrived, or on the later day that it wishes.
 * @returns whether the plan renews once more before that day
 */
async function cancel(deps: Deps, statement: Statement, contract: Contract): Promise<boolean> {
  const { id, receivedAt, stated } = statement;
  const { customer, subscription } = contract;
  if (!isSubscriptionRunning(subscription)) return false;
  await queueCancellationReceipt(deps, statement, contract);
  if (renewsBefore(customer.realm, subscription, stated)) return true;
  if (subscription.cancelAtPeriodEnd && !(await endsSooner(deps, statement, contract))) return false;
  const ends = { now: receivedAt, key: `cancel-contract-${id}`, notBefore: wishedEnd(stated) };
  await cancelPlan(deps, customer, subscription, ends);
  return false;
}

/** The early end of the contract: the one that is written, or the one by the statement if that is sooner; null: with its paid time. */
async function endingOf(
  deps: Deps,
  { realm, receivedAt, stated }: Statement,
  { customer, subscription }: Contract,
): Promise<{ ending: EarlyEnding | null; isSooner: boolean }> {
  const database = deps.databases[regionOf(realm)];
  const written = await findEarlyEnding(database, realm, subscription);
  const planned = await plannedEnding(deps, customer, subscription, receivedAt, wishedEnd(stated));
  if (!subscription.cancelAtPeriodEnd) return { ending: planned, isSooner: planned !== null };
  const present = written?.endsAt ?? new Date(paidUntil(subscription) * 1000);
  const isSooner = planned !== null && written?.doneAt == null && planned.endsAt < present;
  return { ending: isSooner ? planned : written, isSooner };
}

/** Whether a plan that was cancelled for a later day of its paid time ends sooner by the statement. */
async function endsSooner(deps: Deps, statement: Statement, contract: Contract): Promise<boolean> {
  return (await endingOf(deps, statement, contract)).isSooner;
}

/** Without a confirmed address: says on which later day the plan ends, and nothing that somebody else may have typed. */
async function queueLaterEnd(
  { databases }: Deps,
  { id, realm, receivedAt, stated }: Statement,
  { order, customer: { userUid: uid }, subscription }: Contract,
): Promise<void> {
  if (uid === null || !stated?.endsOn || !renewsBefore(realm, subscription, stated)) return;
  const values = {
    plan: subscription.interval === null ? null : { plan: subscription.interval },
    ...{
      orderNumber: order.number,
      receivedOn: { moment: receivedAt.toISOString() },
      soonest: null,
      renews: "" as const,
    },
    ...{ until: { day: laterEndOn(realm, subscription, stated.endsOn) }, refund: null },
  };
  await inTransaction(databases[regionOf(realm)], (transaction) =>
    queueMail(transaction, { realm, kind: "subscription-cancelled", key: id, to: { uid }, values }),
  );
}

/** The receipt of a cancellation: what it says, when it arrived, and when the contract ends. Written before the plan is cancelled. */
async function queueCancellationReceipt(
  deps: Deps,
  statement: Statement,
  { order, customer, subscription }: Contract,
): Promise<void> {
  const { realm } = order;
  const database = deps.databases[regionOf(realm)];
  const { id, stated, receivedAt } = statement;
  const to = await receiptRecipient(database, customer, statement);
  if (stated === null) return;
  if (to === null) return queueLaterEnd(deps, statement, { order, customer, subscription });
  const { ending } = await endingOf(deps, statement, { order, customer, subscription });
  const isLater = renewsBefore(realm, subscription, stated);
  const endsAt = ending?.endsAt ?? new Date(paidUntil(subscription) * 1000);
  const { paid = 0, kept = 0 } = ending?.refund ?? {};
  const wish = stated.endsOn ?? null;
  const endsOn = isLater && wish !== null ? laterEndOn(realm, subscription, wish) : dayIn(realm, endsAt);
  const values = {
    ...{ plan: subscription.interval === null ? null : { plan: subscription.interval }, number: order.number },
    ...{ statedName: stated.name, receivedAt: { moment: receivedAt.toISOString() }, reason: stated.reason ?? null },
    ordinary: stated.type === "extraordinary" ? null : ("" as const),
    extraordinary: stated.type === "extraordinary" ? ("" as const) : null,
    ...{ wishedOn: wish === null ? null : { day: wish }, soonest: wish === null ? ("" as const) : null },
    endsOn: { day: endsOn },
    afterWish: isLater && wish !== null && endsOn > wish ? ("" as const) : null,
    refund: !isLater && paid > kept ? { amount: paid - kept, currency: order.currency } : null,
  };
  await inTransaction(database, (transaction) =>
    queueMail(transaction, { ...{ realm, kind: "cancellation-received", key: id, to: to.recipient }, values }),
  );
}
