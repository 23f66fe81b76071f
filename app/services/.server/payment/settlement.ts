import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, regionOf } from "~/realms/realm";
import { findFamily } from "~/services/.server/directory/people/families";
import { findPeriodsOfUser, writePeriod } from "~/services/.server/directory/subscriptions/periods";
import type { DueMails } from "~/services/.server/mail/due-mails";
import type { ProviderError } from "~/services/contracts/service-error";
import { beginProviderRead, type CustomerRow } from "./customers-store";
import { writeDisputeMails } from "./dispute-mails";
import { endDisputedPlans } from "./disputed-plans";
import { listOrders, lockOrders, type OrderRow, writeOrder } from "./orders-store";
import { providerErrorOf } from "./provider-failure";
import { writeReversals } from "./reversals-store";
import {
  isPayable,
  isSubscriptionRunning,
  opensUntil,
  orderStatusOf,
  type ProviderOrderState,
  paidPeriod,
} from "./rules";
import { type NextSums, readNextSums, writeMails } from "./settled-mails";
import type { ProviderInvoice, ProviderReversal, ProviderSubscription, StripePort, StripePorts } from "./stripe-port";
import { customers, events, type PaidPeriod, subscriptions } from "./tables";

/**
 * Synchronises a customer's subscriptions, orders and period with the provider. The result is the same whatever the cause (a webhook, the
 * return page after paying, the nightly run), so events may be delayed, repeated, out of order or missing.
 * docs/decisions/0048-payment-state.md.
 */

type SettlementDeps = {
  databases: Databases;
  stripe: StripePorts;
  mails: Pick<DueMails, "sendTo">;
  /** Reports problems that require manual work, e.g. two subscriptions of one family. */
  report(error: unknown): void;
};

/** Cause of a settlement; a webhook's event is recorded in the transaction that stores its effects. */
export type Cause = {
  requestId: string;
  ipAddress: string | null;
  event?: { id: string; type: string };
  /** The present time by default. */
  now?: Date;
};

/** State read from the provider. */
type ProviderCustomerState = {
  subscriptions: ProviderSubscription[];
  invoices: ProviderInvoice[];
  /** null if they were not read: nothing says that there is a new one. */
  reversals: ProviderReversal[] | null;
  /** By order id. */
  orders: Map<string, { providerState: ProviderOrderState; error: ProviderError | null; change: Partial<OrderRow> }>;
};

export type Settlement = {
  /**
   * Reads the provider and stores its state. @throws errors of the provider or database; nothing is stored then
   */
  settle(customer: CustomerRow, cause: Cause): Promise<void>;
};

export function createSettlement({ databases, stripe, mails, report }: SettlementDeps): Settlement {
  return { settle };

  async function settle(customer: CustomerRow, cause: Cause): Promise<void> {
    const database = databases[regionOf(customer.realm)];
    // Taken before reading: a settlement with a higher number has read later, so its state is newer.
    const look = await beginProviderRead(database, customer.id);
    const storedOrders = await listOrders(database, customer.id);
    const port = customer.stripeId === null ? null : stripe.of(customer.realm);
    const providerState = port ? await readProvider(port, customer, storedOrders, cause) : null;
    const sums =
      port && providerState
        ? await readNextSums(port, database, providerState.subscriptions, cause.now ?? new Date())
        : new Map();
    await inTransaction(database, async (transaction) => {
      if (cause.event && !(await noteEvent(transaction, customer.realm, cause.event))) return;
      const [current] = await transaction
        .select()
        .from(customers)
        .where(eq(customers.id, customer.id))
        .for("no key update");
      if (!providerState || !current) return;
      await writeReadReversals(transaction, current, providerState.reversals, look);
      if (current.appliedRead > look) return;
      await write(transaction, current, { ...providerState, sums }, { ...cause, look });
      await transaction.update(customers).set({ appliedRead: look }).where(eq(customers.id, customer.id));
    });
    if (port && providerState) await cancelLeftovers(port, storedOrders, providerState);
    if (port && providerState && customer.stripeId !== null) {
      const { id, stripeId } = customer;
      const { event: _, ...sameCause } = cause;
      const hasEnded = await endDisputedPlans({ port, database }, { id, stripeId }, providerState.subscriptions);
      if (hasEnded) await settle(customer, sameCause);
    }
    await mails.sendTo(customer.realm, customer.userUid);
    if (providerState && providerState.subscriptions.filter(isSubscriptionRunning).length > 1) {
      report(new Error(`Customer ${customer.id} in ${customer.realm} has more than one running subscription`));
    }
  }
}

/** Stores refunds and disputes, and tells of the disputes, unless a later read of them was stored; what else that later read had is no matter. */
async function writeReadReversals(
  transaction: Transaction,
  customer: CustomerRow,
  reversals: ProviderReversal[] | null,
  look: number,
): Promise<void> {
  if (reversals === null || customer.appliedReversals > look) return;
  await writeReversals(transaction, customer, reversals);
  await writeDisputeMails(transaction, customer, reversals);
  await transaction.update(customers).set({ appliedReversals: look }).where(eq(customers.id, customer.id));
}

/** Records an event; false if it was recorded before and therefore handled. */
async function noteEvent(transaction: Transaction, realm: Realm, event: { id: string; type: string }) {
  const noted = await transaction
    .insert(events)
    .values({ realm, ...event })
    .onConflictDoNothing()
    .returning({ id: events.id });
  return noted.length > 0;
}

async function readProvider(
  port: StripePort,
  customer: CustomerRow,
  storedOrders: OrderRow[],
  { event }: Pick<Cause, "event">,
): Promise<ProviderCustomerState> {
  const ofOrders: ProviderCustomerState["orders"] = new Map();
  // Read payments before subscriptions: a payment that succeeds in between then shows as a paid subscription.
  const details = new Map<string, Pick<ProviderOrderState, "intentStatus" | "checkoutStatus"> & { error: unknown }>();
  for (const order of storedOrders.filter((each) => isPayable(each.status) || mayHaveOpenCheckout(each))) {
    const intent = order.paymentIntentId ? await port.findIntent(order.paymentIntentId) : null;
    const checkout = order.checkoutSessionId ? await port.findCheckout(order.checkoutSessionId) : null;
    details.set(order.id, {
      intentStatus: intent?.status ?? null,
      checkoutStatus: checkout?.status ?? null,
      error: intent?.lastError ?? null,
    });
  }
  const all = await port.listSubscriptions(String(customer.stripeId));
  for (const order of storedOrders) {
    const subscription = all.find(({ id, orderId }) => id === order.subscriptionId || orderId === order.id) ?? null;
    const { intentStatus = null, checkoutStatus = null, error = null } = details.get(order.id) ?? {};
    const lastError = error === null ? null : providerErrorOf(error);
    const hasFailed = intentStatus === "requires_payment_method" && lastError !== null;
    const providerState = { subscription, intentStatus, checkoutStatus, hasFailed };
    const change: Partial<OrderRow> = {};
    if (subscription && order.subscriptionId === null) {
      change.subscriptionId = subscription.id;
      const intentId = intentIdOf(subscription.latestInvoice?.clientSecret ?? null);
      if (intentId) change.paymentIntentId = intentId;
    }
    ofOrders.set(order.id, { providerState, error: hasFailed ? lastError : null, change });
  }
  const invoices = all.length === 0 ? [] : await port.listInvoices(String(customer.stripeId));
  // Nearly all settlements are those of events, of which there are several for each payment.
  const mayBeReversed = event ? isAboutReversal(event) : invoices.some(({ status }) => status === "paid");
  const reversals = mayBeReversed ? await port.listReversals(String(customer.stripeId)) : null;
  return { subscriptions: all, invoices, reversals, orders: ofOrders };
}

/** Whether an event is about a refund or a dispute: all others leave them as they were. */
function isAboutReversal({ type }: { type: string }): boolean {
  return ["refund.", "charge.refund", "charge.dispute."].some((start) => type.startsWith(start));
}

/** The id of an intent from its secret, `pi_…_secret_…`; null for null. */
export function intentIdOf(clientSecret: string | null): string | null {
  return clientSecret === null ? null : (clientSecret.split("_secret_")[0] ?? null);
}

async function write(
  transaction: Transaction,
  customer: CustomerRow,
  providerState: ProviderCustomerState & { sums: NextSums },
  cause: Cause & { look: number },
) {
  const current = await lockOrders(transaction, customer.id);
  for (const order of current) {
    const observed = providerState.orders.get(order.id);
    if (!observed) continue;
    const status = orderStatusOf(order.status, observed.providerState);
    const error = status === "failed" ? observed.error : status === "completed" ? null : order.error;
    const isKnown = status === order.status && isDeepStrictEqual(error, order.error);
    if (isKnown && Object.keys(observed.change).length === 0) continue;
    await writeOrder(transaction, order.id, { ...observed.change, status, error });
  }
  const typeOf = (subscription: ProviderSubscription) =>
    subscription.subscriptionType ??
    current.find(({ subscriptionId }) => subscriptionId === subscription.id)?.subscriptionType ??
    "fabel-consumer";
  for (const subscription of providerState.subscriptions) {
    await writeMails(transaction, customer, subscription, {
      ...providerState,
      look: cause.look,
      now: cause.now ?? new Date(),
    });
    await writeSubscription(transaction, customer, { subscription, invoices: providerState.invoices }, typeOf);
  }
  const paid = paidPeriod(providerState, typeOf, customer.realm);
  if (paid) await writePaidPeriod(transaction, customer, paid, cause);
}

async function writeSubscription(
  transaction: Transaction,
  { id: customerId, realm }: CustomerRow,
  { subscription, invoices }: { subscription: ProviderSubscription; invoices: ProviderInvoice[] },
  typeOf: (subscription: ProviderSubscription) => string,
): Promise<void> {
  const values = {
    status: subscription.status,
    subscriptionType: typeOf(subscription),
    priceId: subscription.priceId,
    currentPeriodEnd: new Date(subscription.periodEnd * 1000),
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    interval: subscription.interval,
    opensUntil: opensUntil(subscription, invoices, realm),
    pausedFrom: subscription.pausedFrom === null ? null : new Date(subscription.pausedFrom * 1000),
    updatedAt: new Date(),
  };
  await transaction
    .insert(subscriptions)
    .values({ realm, id: subscription.id, customerId, ...values })
    .onConflictDoUpdate({ target: [subscriptions.realm, subscriptions.id], set: values });
}

/**
 * Stores the family's period. A longer period that was not written by payment, e.g. a gift, stays; a period written by payment is
 * replaced, and so is one that ends before the paid one.
 */
async function writePaidPeriod(
  transaction: Transaction,
  customer: CustomerRow,
  paid: PaidPeriod,
  { requestId, ipAddress }: Cause,
): Promise<void> {
  const { realm, userUid } = customer;
  const family = userUid === null ? null : await findFamily(transaction, realm, { uid: userUid });
  if (!family) return;
  // A paid period is open from today in the country's time zone.
  const { rows } = await transaction.execute<{ day: string }>(sql`select directory.day_in(${realm})::text as day`);
  const [startsOn = paid.startsOn] = [paid.startsOn, ...rows.map(({ day }) => day)].toSorted();
  const wanted = { type: paid.type, startsOn, endsOn: laterDay(paid.endsOn, startsOn) };
  const held = (await findPeriodsOfUser(transaction, family.id)).find(({ type }) => type.endsWith("consumer"));
  const isSame = held?.type === wanted.type && held.startsOn === wanted.startsOn && held.endsOn === wanted.endsOn;
  if (!isSame && (!held || isOurs(held, customer.period) || lastsLonger(wanted, held))) {
    const owner = { kind: "user", id: family.id, uid: family.uid } as const;
    const by = { realm, uid: null, actorUid: null, requestId, ipAddress };
    await writePeriod(transaction, by, owner, { ...wanted, legacyId: held?.legacyId, trial: false });
  }
  await transaction
    .update(customers)
    .set({ period: wanted, updatedAt: sql`now()` })
    .where(and(eq(customers.id, customer.id), eq(customers.realm, realm)));
}

function laterDay(one: string, other: string): string {
  return [one, other].toSorted()[1] ?? one;
}

type HeldPeriod = { type: string; startsOn: string; endsOn: string | null };

function isOurs(held: HeldPeriod, paid: PaidPeriod | null): boolean {
  return paid !== null && held.startsOn === paid.startsOn && held.endsOn === paid.endsOn;
}

function lastsLonger(wanted: PaidPeriod, held: HeldPeriod): boolean {
  return held.endsOn !== null && wanted.endsOn > held.endsOn;
}

/** Hours for which the provider keeps a hosted page open. */
const checkoutHours = 24;

function mayHaveOpenCheckout({ status, checkoutSessionId, createdAt }: OrderRow): boolean {
  const isYoung = Date.now() - createdAt.getTime() < checkoutHours * 60 * 60 * 1000;
  return status === "canceled" && checkoutSessionId !== null && isYoung;
}

/**
 * Cancels provider objects of cancelled orders that could still be paid, left over by an interrupted call or another tab.
 */
async function cancelLeftovers(
  port: StripePort,
  before: OrderRow[],
  providerState: ProviderCustomerState,
): Promise<void> {
  for (const { id, checkoutSessionId, status } of before) {
    const isOpen = providerState.orders.get(id)?.providerState.checkoutStatus === "open";
    if (status === "canceled" && checkoutSessionId && isOpen) {
      await port.expireCheckout(checkoutSessionId, `expire-${id}`);
    }
  }
  for (const subscription of providerState.subscriptions.filter(({ status }) => status === "incomplete")) {
    const order = before.find(
      ({ id, subscriptionId }) => id === subscription.orderId || subscriptionId === subscription.id,
    );
    if (order?.status === "canceled") await port.cancelSubscription(subscription.id, `end-${subscription.id}`);
  }
}
