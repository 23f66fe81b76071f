import { randomUUID } from "node:crypto";
import type { Database } from "~/db/.server/connect";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import type { KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { orderFailure, runs } from "./order-errors";
import { cancelOrderAsRead, changePayableOrder, type OrderRow } from "./orders-store";
import { attempt, isRefusal, isUncertain, providerErrorOf } from "./provider-failure";
import { isSubscriptionRunning } from "./rules";
import { type Cause, intentIdOf } from "./settlement";
import type { HostedPage, StripePort } from "./stripe-port";

/** An order's objects at the provider. Every step may be repeated: the order's id is the idempotency key. */

/** An order gets its objects at the provider once, so the second attempt knows them. */
const cancelAttempts = 3;

type Parts = Pick<PaymentParts, "taxRates" | "settlement">;

/** The customer whose orders a call processes, with the stores and the provider. */
export type Payer = { database: Database; port: StripePort; customer: KnownCustomer; cause: Cause };

export type PlacedOrder = { order: OrderRow; clientSecret: string | null; url: string | null };

/**
 * Creates the order's object at the provider, only once for repeated calls.
 * @param hosted the provider's hosted page; null for our own card form
 */
export async function carryOut(
  parts: Parts,
  payer: Payer,
  order: OrderRow,
  hosted: HostedPage | null,
): Promise<PlacedOrder> {
  try {
    return hosted ? await openCheckout(parts, payer, order, hosted) : await beginSubscription(parts, payer, order);
  } catch (error) {
    // A rejected request created nothing, so the next order may differ. After an uncertain one the key must be reused.
    if (providerErrorOf(error) && error instanceof Error && !isUncertain(error)) {
      await changePayableOrder(payer.database, order.id, { status: "canceled", error: providerErrorOf(error) });
    }
    return attempt(...orderFailure, () => Promise.reject(error));
  }
}

async function beginSubscription(
  { taxRates, settlement }: Parts,
  { database, port, customer, cause }: Payer,
  order: OrderRow,
): Promise<PlacedOrder> {
  const draft = draftOf(customer, order, await taxRates.idOf(customer.realm));
  const subscription = await port.createSubscription(draft, `order-${order.id}`);
  const clientSecret = subscription.latestInvoice?.clientSecret ?? null;
  const ids = { subscriptionId: subscription.id, paymentIntentId: intentIdOf(clientSecret) };
  // A credit from an earlier plan reduces the first payment: the order shows what is charged.
  const amount = subscription.latestInvoice?.amountDue ?? order.amount;
  const stored = await changePayableOrder(database, order.id, { ...ids, amount });
  if (!stored) {
    // The order was cancelled in another tab in the meantime, so it must not be paid.
    if (!isSubscriptionRunning(subscription)) await port.cancelSubscription(subscription.id, `cancel-${order.id}`);
    await settlement.settle(customer, cause);
    throw runs();
  }
  if (isSubscriptionRunning(subscription)) await settlement.settle(customer, cause);
  else if (clientSecret === null && stored.amount > 0) {
    throw new ServiceError(502, paymentErrors.noIntent, "The provider made no payment for the order");
  }
  return { order: stored, clientSecret, url: null };
}

async function openCheckout(
  { taxRates }: Parts,
  { database, port, customer }: Payer,
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

/**
 * Makes an order unpayable at the provider, then cancels it. An order that gets its objects there only after it was read, by a call in
 * another tab, has those ended as well. @throws ServiceError 409 if it is being paid or was paid
 */
export async function cancelOrder(parts: Pick<Parts, "settlement">, payer: Payer, order: OrderRow): Promise<void> {
  let read: OrderRow | null = order;
  for (let time = 0; read !== null && time < cancelAttempts; time += 1) {
    await endAtProvider(parts, payer, read);
    read = await cancelOrderAsRead(payer.database, read);
  }
  if (read !== null) throw runs();
}

async function endAtProvider(
  { settlement }: Pick<Parts, "settlement">,
  { port, customer, cause }: Payer,
  order: OrderRow,
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
      await voidInvoiceOf(order.subscriptionId);
      const ended = await port.cancelSubscription(order.subscriptionId, `cancel-${order.id}`);
      if (isSubscriptionRunning(ended)) await wasFaster();
    }
  });

  /** A cancellation would also end a plan that is paid at this moment, for nothing; this is refused then. */
  async function voidInvoiceOf(subscriptionId: string): Promise<void> {
    const read = async () =>
      (await port.listSubscriptions(customer.stripeId)).find(({ id }) => id === subscriptionId) ?? null;
    const invoice = (await read())?.latestInvoice;
    if (invoice?.status === "paid") await wasFaster();
    if (invoice?.status !== "open") return;
    try {
      await port.voidInvoice(invoice.id, `void-${randomUUID()}`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Another tab may have voided it as well.
      if ((await read())?.latestInvoice?.status === "paid") await wasFaster();
    }
  }

  async function wasFaster(): Promise<never> {
    await settlement.settle(customer, cause);
    throw runs();
  }
}

function draftOf(
  customer: KnownCustomer,
  { id, priceId, couponId, promotionCode, subscriptionType }: OrderRow,
  taxRateId: string | null,
) {
  const discount = couponId === null ? null : { couponId, promotionCodeId: promotionCode };
  return { customerId: customer.stripeId, priceId, discount, orderId: id, subscriptionType, taxRateId };
}

function withOrder(address: string, { id }: Pick<OrderRow, "id">): string {
  const url = new URL(address);
  url.searchParams.set("order", id);
  return url.href;
}
