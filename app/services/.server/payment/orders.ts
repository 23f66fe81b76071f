import { randomUUID } from "node:crypto";
import type { Database } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import type { Family } from "~/services/.server/directory/people/families";
import { ServiceError } from "~/services/contracts/service-error";
import { type RedeemedCoupon, redeemCoupon, refusalAtProvider } from "./coupons";
import {
  customerAtProvider,
  ensureCustomerRow,
  findCustomer,
  findCustomerById,
  type KnownCustomer,
  setStripeId,
} from "./customers-store";
import type { CouponGuess, PaymentParts } from "./deps";
import { cancelOrder, carryOut, type Payer, type PlacedOrder } from "./order-at-provider";
import { invalidCoupon, orderFailure, runs } from "./order-errors";
import {
  changePayableOrder,
  findOrderById,
  findPayableOrder,
  insertOrder,
  type NewOrder,
  type OrderRow,
} from "./orders-store";
import { attempt, providerErrorOf } from "./provider-failure";
import { afterCoupon, isPayable, isSubscriptionRunning, type Plan } from "./rules";
import type { Cause } from "./settlement";
import type { HostedPage, StripePort } from "./stripe-port";

/**
 * Orders a plan: stores a row, then creates a subscription at the provider whose first invoice is to be paid. A family has at most one
 * payable order, and none while a subscription runs, so that it is never charged twice. Every step may be repeated: the order's id is the
 * provider's idempotency key. docs/decisions/0048-payment-state.md.
 */

type NewOrderInput = {
  priceId: string;
  couponId: string | null;
  name: string;
  email: string;
  message: string | null;
  /** The provider's hosted page; null for our own card form. */
  hosted: HostedPage | null;
};

type Payee = Pick<Family, "uid" | "name" | "email" | "username">;

export type Orders = {
  /**
   * An order that a coupon, or the credit of an earlier plan, covers whole is only stored; with `hosted`, which confirms it, its plan begins, and `url` is the success page.
   * @throws ServiceError 400 for an invalid price or coupon; 429 after too many invalid coupons; 409 `price_changed` for a plan that is no longer offered; 409
   *   `subscription_runs`; 5xx `payment.create_order_failed`
   */
  place(realm: Realm, family: Family, wish: NewOrderInput, cause: Cause): Promise<PlacedOrder>;
  /**
   * Cancels the family's unpaid order, if it has one, so that its invoice can no longer be paid.
   * @throws ServiceError 409 `subscription_runs` if it is being paid or was paid, which is then stored; 5xx
   *   `payment.create_order_failed`
   */
  giveUp(realm: Realm, family: Pick<Family, "uid">, cause: Cause): Promise<void>;
  /** Cancels one order; no effect if it was cancelled before. @throws as `giveUp` */
  cancel(realm: Realm, family: Pick<Family, "uid">, orderId: string, cause: Cause): Promise<void>;
  /** Cancels the provider objects of orders that were cancelled only in the database; errors are retried by the next settlement. */
  endGivenUp(realm: Realm, family: Pick<Family, "uid">, cause: Cause): Promise<void>;
  /** The family as the provider's customer; our row is created first. */
  ensureCustomer(realm: Realm, family: Payee, contact?: { name: string; email: string }): Promise<KnownCustomer>;
};

type Parts = Pick<PaymentParts, "databases" | "stripe" | "plans" | "taxRates" | "settlement" | "couponGuesses"> & {
  report(error: unknown): void;
};

/** Attempts to replace an order before a conflict with another tab is reported. */
const attempts = 3;

export function createOrders(parts: Parts): Orders {
  const { databases, settlement, report } = parts;
  return {
    place: (realm, family, wish, cause) => placeOrder(parts, realm, family, wish, cause),
    giveUp: (realm, family, cause) => giveUpOrder(parts, realm, family, findPayableOrder, cause),
    cancel: (realm, family, orderId, cause) =>
      giveUpOrder(parts, realm, family, (database) => findUnendedOrder(database, orderId), cause),
    async endGivenUp(realm, family, cause) {
      const customer = await findCustomer(databases[regionOf(realm)], realm, { userUid: family.uid });
      if (customer?.stripeId) await settlement.settle(customer, cause).catch(report);
    },
    ensureCustomer: (realm, family, contact) => ensureCustomer(parts, realm, family, contact),
  };
}

async function placeOrder(
  parts: Parts,
  realm: Realm,
  family: Family,
  wish: NewOrderInput,
  cause: Cause,
): Promise<PlacedOrder> {
  const port = parts.stripe.of(realm);
  const database = parts.databases[regionOf(realm)];
  const guess = { realm, uid: family.uid, ipAddress: cause.ipAddress };
  const { plan, coupon } = await attempt(...orderFailure, () => priceOf(parts, wish, guess));
  const customer = await attempt(...orderFailure, () => ensureCustomer(parts, realm, family, wish));
  await settleOrFail(parts, customer, cause);
  const amount = await attempt(...orderFailure, () => firstPaymentOf(parts, port, customer, plan, coupon));
  // Nothing is to be paid, so no page of the provider's: the plan begins once the family has confirmed the order.
  const isFree = amount === 0;
  const draft: NewOrder = {
    realm,
    customerId: customer.id,
    kind: wish.hosted && !isFree ? "hosted" : "card",
    priceId: plan.id,
    quantity: 1,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    promotionCode: coupon?.promotionCodeId ?? null,
    subscriptionType: plan.subscriptionType,
    amount,
    currency: plan.currencyCode,
    name: wish.name,
    email: wish.email,
    message: wish.message,
  };
  const payer = { database, port, customer, cause };
  const order = await takeOrder(parts, payer, draft);
  // Read after the order was stored: anything paid before belongs to another order, anything paid now to this one.
  const known = await attempt(...orderFailure, () => port.listSubscriptions(customer.stripeId));
  if (known.some(isSubscriptionRunning)) {
    await settleOrFail(parts, customer, cause);
    await changePayableOrder(database, order.id, { status: "canceled" });
    throw runs();
  }
  if (isFree && wish.hosted === null) return { order, clientSecret: null, url: null };
  try {
    if (!isFree) return await carryOut(parts, payer, order, wish.hosted);
    return { ...(await carryOut(parts, payer, order, null)), url: wish.hosted?.successUrl ?? null };
  } catch (error) {
    if (wish.couponId === null || !isAboutCoupon(error)) throw error;
    const refusal = await refusalAtProvider(parts, wish.couponId, plan, guess).catch(() => null);
    throw refusal === null ? error : invalidCoupon(refusal);
  }
}

async function priceOf(
  parts: Parts,
  { priceId, couponId }: NewOrderInput,
  guess: CouponGuess,
): Promise<{ plan: Plan; coupon: RedeemedCoupon | null }> {
  const plan = await parts.plans.find(guess.realm, priceId);
  return { plan, coupon: couponId === null ? null : await redeemCoupon(parts, couponId, plan, guess) };
}

/** The plan's price less the coupon, and less the credit that an earlier plan has left. */
async function firstPaymentOf(
  { taxRates }: Pick<Parts, "taxRates">,
  port: StripePort,
  { realm, stripeId }: KnownCustomer,
  plan: Plan,
  coupon: RedeemedCoupon | null,
): Promise<number> {
  const amount = afterCoupon(plan.amount, coupon);
  const credit = (await port.findCustomer(stripeId))?.credit ?? 0;
  if (amount === 0 || credit === 0) return amount;
  const discount = coupon === null ? null : { couponId: coupon.id, promotionCodeId: coupon.promotionCodeId };
  const taxRateId = await taxRates.idOf(realm);
  return port.previewFirstPayment({ customerId: stripeId, priceId: plan.id, discount, taxRateId });
}

/** Whether the provider refused an order for its discount. */
function isAboutCoupon(error: unknown): boolean {
  const param = error instanceof ServiceError ? error.providerError?.param : null;
  return /coupon|promotion_code|discount/.test(param ?? "");
}

async function settleOrFail(
  { settlement }: Pick<Parts, "settlement">,
  customer: KnownCustomer,
  cause: Cause,
): Promise<void> {
  await attempt(...orderFailure, () => settlement.settle(customer, cause));
}

/** The family's payable order: the existing one if it is the same, else a new one that replaces it. */
async function takeOrder(parts: Parts, payer: Payer, draft: NewOrder): Promise<OrderRow> {
  const { database, customer } = payer;
  for (let time = 0; time < attempts; time += 1) {
    const made = await insertOrder(database, draft);
    if (made) return made;
    const held = await findPayableOrder(database, customer.id);
    if (!held) continue;
    if (isSame(held, draft)) {
      const { name, email, message } = draft;
      const again = held.status === "failed" ? { status: "created" as const, error: null } : {};
      const changed = await changePayableOrder(database, held.id, { name, email, message, ...again });
      if (changed) return changed;
      continue;
    }
    await cancelOrder(parts, payer, held);
  }
  throw runs();
}

function isSame(held: OrderRow, draft: NewOrder): boolean {
  return (
    held.kind === draft.kind &&
    held.priceId === draft.priceId &&
    held.couponId === draft.couponId &&
    (held.couponCode ?? held.couponId) === draft.couponCode &&
    held.amount === draft.amount
  );
}

/** @param find reads the order once what the provider has is stored */
async function giveUpOrder(
  parts: Parts,
  realm: Realm,
  family: Pick<Family, "uid">,
  find: (database: Database, customerId: string) => Promise<OrderRow | null>,
  cause: Cause,
): Promise<void> {
  const database = parts.databases[regionOf(realm)];
  const customer = customerAtProvider(await findCustomer(database, realm, { userUid: family.uid }));
  if (!customer) return;
  // An interrupted call may have left an order without the ids of its provider objects; settling stores them.
  await settleOrFail(parts, customer, cause);
  const order = await find(database, customer.id);
  if (order) await cancelOrder(parts, { database, port: parts.stripe.of(realm), customer, cause }, order);
}

/** An order that may still be paid; null if it was cancelled. @throws ServiceError 409 `subscription_runs` if it was paid */
async function findUnendedOrder(database: Database, id: string): Promise<OrderRow | null> {
  const order = await findOrderById(database, id);
  if (order?.status === "completed") throw runs();
  return order && isPayable(order.status) ? order : null;
}

async function ensureCustomer(
  { databases, stripe }: Pick<Parts, "databases" | "stripe">,
  realm: Realm,
  family: Payee,
  contact?: { name: string; email: string },
): Promise<KnownCustomer> {
  const database = databases[regionOf(realm)];
  const row = await ensureCustomerRow(database, realm, family.uid);
  if (row.stripeId !== null) return { ...row, stripeId: row.stripeId };
  const name = contact?.name ?? family.name;
  const email = contact?.email ?? family.email ?? family.username;
  const draft = { name, email, ourId: row.id };
  // The provider rejects a reused key with a different name or address; then use the stored customer, else a new key.
  const port = stripe.of(realm);
  const key = `customer-${row.id}`;
  const made = await port.createCustomer(draft, key).catch(async (error: unknown) => {
    if (providerErrorOf(error)?.type !== "idempotency_error") throw error;
    const stored = await findCustomerById(database, row.id);
    return stored?.stripeId ? { id: stored.stripeId } : port.createCustomer(draft, `customer-${randomUUID()}`);
  });
  return setStripeId(database, row.id, made.id);
}
