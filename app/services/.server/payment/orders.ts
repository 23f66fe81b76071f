import { randomUUID } from "node:crypto";
import type { Database } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import type { Family } from "~/services/.server/directory/people/families";
import { paymentErrors, paymentMessages } from "~/services/contracts/payment";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import {
  customerAtProvider,
  ensureCustomerRow,
  findCustomer,
  findCustomerById,
  type KnownCustomer,
  setStripeId,
} from "./customers-store";
import type { PaymentParts } from "./deps";
import { changePayableOrder, findPayableOrder, insertOrder, type NewOrder, type OrderRow } from "./orders-store";
import { attempt, isUncertain, providerErrorOf } from "./provider-failure";
import { afterCoupon, isCouponFor, isRunning, type Plan } from "./rules";
import { type Cause, intentIdOf } from "./settlement";
import type { HostedPage, StripePort } from "./stripe-port";

/**
 * Orders a plan: stores a row, then creates a subscription at the provider whose first invoice is to be paid. A family has at most one
 * payable order, and none while a subscription runs, so that it is never charged twice. Every step may be repeated: the order's id is the
 * provider's idempotency key. docs/decisions/0048-payment-state.md.
 */

export type NewOrderInput = {
  priceId: string;
  couponId: string | null;
  name: string;
  email: string;
  message: string | null;
  /** The provider's hosted page; null for our own card form. */
  hosted: HostedPage | null;
};

export type PlacedOrder = { order: OrderRow; clientSecret: string | null; url: string | null };

type Parts = Pick<PaymentParts, "databases" | "stripe" | "plans" | "taxRates" | "settlement"> & {
  report(error: unknown): void;
};

const orderFailure = [paymentErrors.order, "The order could not be created"] as const;

/** Attempts to replace an order before a conflict with another tab is reported. */
const attempts = 3;

export function createOrders(parts: Parts) {
  const { databases, stripe, plans, taxRates, settlement, report } = parts;

  return { place, giveUp, endGivenUp, ensureCustomer };

  /**
   * @throws ServiceError 400 for an invalid price or coupon; 409 `price_changed` for a plan that is no longer offered; 409
   *   `subscription_runs`; 5xx `payment.create_order_failed`
   */
  async function place(realm: Realm, family: Family, wish: NewOrderInput, cause: Cause): Promise<PlacedOrder> {
    const port = stripe.of(realm);
    const database = databases[regionOf(realm)];
    const { plan, amount } = await attempt(...orderFailure, () => priceOf(realm, wish));
    const customer = await attempt(...orderFailure, () => ensureCustomer(realm, family, wish));
    await settleOrFail(customer, cause);
    const draft: NewOrder = {
      realm,
      customerId: customer.id,
      kind: wish.hosted ? "hosted" : "card",
      priceId: plan.id,
      quantity: 1,
      couponId: wish.couponId,
      subscriptionType: plan.subscriptionType,
      amount,
      currency: plan.currencyCode,
      name: wish.name,
      email: wish.email,
      message: wish.message,
    };
    const order = await takeOrder(database, port, draft, customer, cause);
    // Read after the order was stored: anything paid before belongs to another order, anything paid now to this one.
    const known = await attempt(...orderFailure, () => port.listSubscriptions(customer.stripeId));
    if (known.some(isRunning)) {
      await settleOrFail(customer, cause);
      await changePayableOrder(database, order.id, { status: "canceled" });
      throw runs();
    }
    return carryOut(database, port, customer, order, wish, cause);
  }

  async function priceOf(realm: Realm, wish: NewOrderInput): Promise<{ plan: Plan; amount: number }> {
    const plan = await plans.find(realm, wish.priceId);
    if (wish.couponId === null) return { plan, amount: plan.amount };
    const coupon = await stripe.of(realm).findCoupon(wish.couponId);
    if (!coupon || !isCouponFor(coupon, plan)) throw invalidCoupon();
    return { plan, amount: afterCoupon(plan.amount, coupon) };
  }

  async function settleOrFail(customer: KnownCustomer, cause: Cause): Promise<void> {
    await attempt(...orderFailure, () => settlement.settle(customer, cause));
  }

  /** The family's payable order: the existing one if it is the same, else a new one that replaces it. */
  async function takeOrder(
    database: Database,
    port: StripePort,
    draft: NewOrder,
    customer: KnownCustomer,
    cause: Cause,
  ): Promise<OrderRow> {
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
      await cancel(database, port, held, customer, cause);
    }
    throw runs();
  }

  /**
   * Cancels the family's unpaid order, if it has one, so that its invoice can no longer be paid.
   * @throws ServiceError 409 `subscription_runs` if it is being paid or was paid, which is then stored; 5xx
   *   `payment.create_order_failed`
   */
  async function giveUp(realm: Realm, family: Pick<Family, "uid">, cause: Cause): Promise<void> {
    const database = databases[regionOf(realm)];
    const customer = customerAtProvider(await findCustomer(database, realm, { userUid: family.uid }));
    if (!customer) return;
    // An interrupted call may have left an order without the ids of its provider objects; settling stores them.
    await settleOrFail(customer, cause);
    const order = await findPayableOrder(database, customer.id);
    if (order) await cancel(database, stripe.of(realm), order, customer, cause);
  }

  /** Cancels the provider objects of orders that were cancelled only in the database; errors are retried by the next settlement. */
  async function endGivenUp(realm: Realm, family: Pick<Family, "uid">, cause: Cause): Promise<void> {
    const customer = await findCustomer(databases[regionOf(realm)], realm, { userUid: family.uid });
    if (customer?.stripeId) await settlement.settle(customer, cause).catch(report);
  }

  /**
   * Makes an order unpayable at the provider, then cancels it. @throws ServiceError 409 if it is being paid or was paid
   */
  async function cancel(
    database: Database,
    port: StripePort,
    order: OrderRow,
    customer: KnownCustomer,
    cause: Cause,
  ): Promise<void> {
    await attempt(...orderFailure, async () => {
      if (order.paymentIntentId) {
        const intent = await port.findIntent(order.paymentIntentId);
        if (intent && ["processing", "succeeded", "requires_capture"].includes(intent.status)) await wasFaster();
      }
      if (order.checkoutSessionId) {
        const checkout = await port.findCheckout(order.checkoutSessionId);
        if (checkout?.status === "complete") await wasFaster();
        if (checkout?.status === "open") await port.expireCheckout(checkout.id, `expire-${order.id}`);
      }
      if (order.subscriptionId) {
        const ended = await port.cancelSubscription(order.subscriptionId, `cancel-${order.id}`);
        if (isRunning(ended)) await wasFaster();
      }
    });
    await changePayableOrder(database, order.id, { status: "canceled" });

    async function wasFaster(): Promise<never> {
      await settlement.settle(customer, cause);
      throw runs();
    }
  }

  /** Creates the order's object at the provider, only once for repeated calls. */
  async function carryOut(
    database: Database,
    port: StripePort,
    customer: KnownCustomer,
    order: OrderRow,
    wish: NewOrderInput,
    cause: Cause,
  ): Promise<PlacedOrder> {
    try {
      return wish.hosted
        ? await openCheckout(database, port, customer, order, wish.hosted)
        : await beginSubscription(database, port, customer, order, cause);
    } catch (error) {
      // A rejected request created nothing, so the next order may differ. After an uncertain one the key must be reused.
      if (providerErrorOf(error) && error instanceof Error && !isUncertain(error)) {
        await changePayableOrder(database, order.id, { status: "canceled", error: providerErrorOf(error) });
      }
      return attempt(...orderFailure, () => Promise.reject(error));
    }
  }

  async function beginSubscription(
    database: Database,
    port: StripePort,
    customer: KnownCustomer,
    order: OrderRow,
    cause: Cause,
  ): Promise<PlacedOrder> {
    const draft = draftOf(customer, order, await taxRates.idOf(customer.realm));
    const subscription = await port.createSubscription(draft, `order-${order.id}`);
    const clientSecret = subscription.latestInvoice?.clientSecret ?? null;
    const ids = { subscriptionId: subscription.id, paymentIntentId: intentIdOf(clientSecret) };
    const stored = await changePayableOrder(database, order.id, ids);
    if (!stored) {
      // The order was cancelled in another tab in the meantime, so it must not be paid.
      if (!isRunning(subscription)) await port.cancelSubscription(subscription.id, `cancel-${order.id}`);
      await settlement.settle(customer, cause);
      throw runs();
    }
    if (isRunning(subscription)) await settlement.settle(customer, cause);
    else if (clientSecret === null && stored.amount > 0) {
      throw new ServiceError(502, paymentErrors.noIntent, "The provider made no payment for the order");
    }
    return { order: stored, clientSecret, url: null };
  }

  async function openCheckout(
    database: Database,
    port: StripePort,
    customer: KnownCustomer,
    order: OrderRow,
    page: HostedPage,
  ): Promise<PlacedOrder> {
    const known = order.checkoutSessionId ? await port.findCheckout(order.checkoutSessionId) : null;
    const hosted = {
      ...page,
      successUrl: withOrder(page.successUrl, order),
      cancelUrl: withOrder(page.cancelUrl, order),
    };
    const taxRateId = await taxRates.idOf(customer.realm);
    const checkout =
      known ?? (await port.createCheckout({ ...draftOf(customer, order, taxRateId), ...hosted }, `order-${order.id}`));
    const stored = await changePayableOrder(database, order.id, { checkoutSessionId: checkout.id });
    if (!stored) {
      if (checkout.status === "open") await port.expireCheckout(checkout.id, `expire-${order.id}`);
      throw runs();
    }
    return { order: stored, clientSecret: null, url: checkout.url };
  }

  /** The family as the provider's customer; our row is created first. */
  async function ensureCustomer(
    realm: Realm,
    family: Pick<Family, "uid" | "name" | "email" | "username">,
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
}

export type Orders = ReturnType<typeof createOrders>;

function draftOf(
  customer: KnownCustomer,
  { id, priceId, couponId, subscriptionType }: OrderRow,
  taxRateId: string | null,
) {
  return { customerId: customer.stripeId, priceId, couponId, orderId: id, subscriptionType, taxRateId };
}

function isSame(held: OrderRow, draft: NewOrder): boolean {
  return (
    held.kind === draft.kind &&
    held.priceId === draft.priceId &&
    held.couponId === draft.couponId &&
    held.amount === draft.amount
  );
}

function withOrder(address: string, { id }: Pick<OrderRow, "id">): string {
  const url = new URL(address);
  url.searchParams.set("order", id);
  return url.href;
}

export function runs(): ServiceError {
  return new ServiceError(409, paymentErrors.runs, "A subscription runs already");
}

export function invalidCoupon(): ServiceError {
  const reason = paymentMessages.invalidCoupon;
  return validationError([{ attribute: "couponId", reason }], reason);
}
