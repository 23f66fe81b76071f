import { randomUUID } from "node:crypto";
import type { Realm } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import type { Family } from "~/services/.server/directory/people/families";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { paymentContracts as contracts, paymentErrors, paymentMessages } from "~/services/contracts/payment";
import { conflict, notFound, ServiceError } from "~/services/contracts/service-error";
import { redeemCoupon } from "./coupons";
import type { KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { authoriseFamily, knownCustomer } from "./family-access";
import { causeOf } from "./order-endpoints";
import type { Orders } from "./orders";
import { findOrder } from "./orders-store";
import { attempt, declined, providerErrorOf } from "./provider-failure";
import { isSubscriptionRunning, overdueInvoice } from "./rules";
import { intentIdOf } from "./settlement";
import type { ProviderIntent, ProviderInvoice, ProviderSubscription, StripePort } from "./stripe-port";
import { intentView, orderView, subscriptionsView, subscriptionView } from "./views";

type Names = "getSubscriptions" | "createSubscription" | "changeSubscription" | "payOverdue" | "addCoupon";

const changeFailure = [paymentErrors.changeSubscription, paymentMessages.subscriptionsNotCreated] as const;

/** Endpoints of a family's subscription: starting, changing the plan, cancelling, coupons. docs/product/shell.md#calls. */
export function subscriptionEndpoints(
  parts: PaymentParts & { orders: Orders },
): Endpoints<Pick<typeof contracts, Names>> {
  const { databases, stripe, plans, orders, settlement } = parts;
  const authorise = (_input: unknown, caller: Caller) => authoriseFamily(parts, caller);
  return {
    getSubscriptions: endpoint({
      contract: contracts.getSubscriptions,
      authorise,
      async handle(_input, { family }, caller) {
        const port = stripe.of(caller.realm);
        const known = await knownCustomer(parts, family, caller);
        const subscriptions = known
          ? await attempt(paymentErrors.subscriptions, "Subscriptions could not be read", () =>
              withCoupons(port, port.listSubscriptions(known.stripeId)),
            )
          : [];
        return { status: 200, body: { data: subscriptionsView(subscriptions, caller.realm) } };
      },
    }),
    createSubscription: endpoint({
      contract: contracts.createSubscription,
      authorise,
      async handle({ body }, { family }, caller) {
        const { realm, region } = caller;
        const port = stripe.of(realm);
        const { name, email, username } = family;
        const wish = { name, email: email ?? username, message: null, hosted: null };
        const request = { priceId: body.priceId, couponId: body.couponId ?? null };
        const { order, clientSecret } = await orders.place(realm, family, { ...wish, ...request }, causeOf(caller));
        const placed = await findOrder(databases[region], { realm, id: order.id, userUid: family.uid });
        const intentId = order.paymentIntentId;
        const intent =
          intentId === null || clientSecret === null
            ? null
            : await attempt(...changeFailure, () => port.findIntent(intentId));
        return { status: 201, body: orderView(placed ?? order, { intent, checkout: null }) };
      },
    }),
    changeSubscription: endpoint({
      contract: contracts.changeSubscription,
      authorise: ({ params }, caller) => authoriseSubscription(parts, params.id, caller),
      async handle({ body }, { customer, subscription }, caller) {
        const port = stripe.of(caller.realm);
        requireRunning(subscription);
        const { cancel_at_period_end: isCancelled, priceId } = body;
        let current = subscription;
        let intent: ProviderIntent | null = null;
        const changed = await attempt(...changeFailure, async () => {
          if (priceId !== undefined) {
            ({ current, intent } = await changePlan(plans, port, caller.realm, subscription, priceId));
          }
          if (isCancelled !== undefined && isCancelled !== current.cancelAtPeriodEnd) {
            current = await port.setCancelAtPeriodEnd(current.id, isCancelled, `end-${randomUUID()}`);
          }
          await settlement.settle(customer, causeOf(caller));
          return withCoupon(port, current);
        });
        return { status: 200, body: { ...subscriptionView(changed, caller.realm), paymentIntent: intentView(intent) } };
      },
    }),
    payOverdue: endpoint({
      contract: contracts.payOverdue,
      authorise: ({ params }, caller) => authoriseSubscription(parts, params.id, caller),
      async handle(_input, { customer, subscription }, caller) {
        const port = stripe.of(caller.realm);
        requireRunning(subscription);
        const { current, intent } = await attempt(...changeFailure, async () => {
          const toConfirm = await payOverdueInvoice(port, subscription);
          await settlement.settle(customer, causeOf(caller));
          return { current: await withCoupon(port, await reread(port, subscription)), intent: toConfirm };
        });
        return { status: 200, body: { ...subscriptionView(current, caller.realm), paymentIntent: intentView(intent) } };
      },
    }),
    addCoupon: endpoint({
      contract: contracts.addCoupon,
      authorise: ({ params }, caller) => authoriseSubscription(parts, params.id, caller),
      async handle({ body }, { customer, family, subscription }, caller) {
        const port = stripe.of(caller.realm);
        requireRunning(subscription);
        const changed = await attempt(...changeFailure, async () => {
          const held = await withCoupon(port, subscription);
          if (held.coupon?.id === body.couponId) return held;
          const { realm, ipAddress } = caller;
          const price = await port.findPrice(subscription.priceId);
          const coupon = await redeemCoupon(parts, body.couponId, price, { realm, uid: family.uid, ipAddress });
          if (held.coupon?.id === coupon.id) return held;
          const discount = { couponId: coupon.id, promotionCodeId: coupon.promotionCodeId };
          const discounted = await port.setCoupon(subscription.id, discount, `coupon-${randomUUID()}`);
          await settlement.settle(customer, causeOf(caller));
          return discounted;
        });
        return { status: 200, body: subscriptionView(changed, caller.realm) };
      },
    }),
  };
}

/** @throws ServiceError 404 for a subscription that is not the family's own */
async function authoriseSubscription(
  parts: Pick<PaymentParts, "databases" | "stripe" | "registrations">,
  id: string,
  caller: Caller,
): Promise<{ family: Family; customer: KnownCustomer; subscription: ProviderSubscription }> {
  const { family } = await authoriseFamily(parts, caller);
  const customer = await knownCustomer(parts, family, caller);
  if (!customer) throw notFound();
  const port = parts.stripe.of(caller.realm);
  const subscriptions = await attempt(...changeFailure, () => port.listSubscriptions(customer.stripeId));
  const subscription = subscriptions.find((each) => each.id === id);
  if (!subscription) throw notFound();
  return { family, customer, subscription };
}

/**
 * Hides a coupon that does not apply to the current plan: the provider keeps it, and it applies again with its plan. Lists do not include
 * a coupon's plans, so it is read separately.
 */
async function withCoupon(port: StripePort, subscription: ProviderSubscription): Promise<ProviderSubscription> {
  const { coupon, productId } = subscription;
  const products = coupon && isSubscriptionRunning(subscription) ? (await port.findCoupon(coupon.id))?.products : null;
  return !products || products.includes(productId) ? subscription : { ...subscription, coupon: null };
}

async function withCoupons(
  port: StripePort,
  request: Promise<ProviderSubscription[]>,
): Promise<ProviderSubscription[]> {
  return Promise.all((await request).map((each) => withCoupon(port, each)));
}

function requireRunning(subscription: ProviderSubscription): void {
  if (!isSubscriptionRunning(subscription)) throw conflict("The subscription has ended");
}

/**
 * Changes the plan, unless it is the subscription's own; a change that waits for its payment is cancelled first.
 * @returns the payment that the bank requires confirmation for, if any
 * @throws ServiceError as `giveUpChange` and `intentToConfirm`; the provider's errors
 */
async function changePlan(
  plans: PaymentParts["plans"],
  port: StripePort,
  realm: Realm,
  subscription: ProviderSubscription,
  priceId: string,
): Promise<{ current: ProviderSubscription; intent: ProviderIntent | null }> {
  const current = await giveUpChange(port, subscription);
  if (priceId === current.priceId) return { current, intent: null };
  await plans.find(realm, priceId);
  const changed = await port.changePlan(current, priceId, `plan-${randomUUID()}`);
  return { current: changed, intent: await intentToConfirm(port, changed) };
}

/**
 * Cancels a change of plan that waits for its payment; if it was paid in the meantime, it stays in force.
 * @throws ServiceError 409 `plan_change_paid` while the payment is received but the provider has not changed the plan yet
 */
async function giveUpChange(port: StripePort, subscription: ProviderSubscription): Promise<ProviderSubscription> {
  const { latestInvoice, pendingPriceId } = subscription;
  if (pendingPriceId === null || latestInvoice === null) return subscription;
  const intent = await intentOf(port, latestInvoice);
  if (latestInvoice.status === "open" && ["processing", "succeeded"].includes(intent?.status ?? "")) {
    throw new ServiceError(409, paymentErrors.changePaid, "The change of plan is being paid");
  }
  if (latestInvoice.status === "open") await port.voidInvoice(latestInvoice.id, `void-${latestInvoice.id}`);
  return reread(port, subscription);
}

async function reread(port: StripePort, subscription: ProviderSubscription): Promise<ProviderSubscription> {
  const known = await port.listSubscriptions(subscription.customerId);
  return known.find(({ id }) => id === subscription.id) ?? subscription;
}

/**
 * Charges the overdue amount to the default card.
 * @returns the payment that the bank requires confirmation for; null if it is paid, and if nothing is overdue
 * @throws the provider's error for a declined card
 */
async function payOverdueInvoice(port: StripePort, subscription: ProviderSubscription): Promise<ProviderIntent | null> {
  const invoice = overdueInvoice(subscription);
  if (invoice === null) return null;
  const before = await intentOf(port, invoice);
  if (["processing", "succeeded"].includes(before?.status ?? "")) return null;
  await giveUpOlder(port, subscription, invoice);
  try {
    await port.payInvoice(invoice.id, `pay-${randomUUID()}`);
  } catch (error) {
    // Paid in the meantime, in another tab or by the provider's own retry.
    if (overdueInvoice(await reread(port, subscription)) === null) return null;
    throw error;
  }
  const intent = await intentOf(port, invoice);
  return intent?.status === "requires_action" ? intent : null;
}

/** Voids older open renewals: the shelf was closed during their period, so they are not charged. */
async function giveUpOlder(port: StripePort, { id, customerId }: ProviderSubscription, latest: ProviderInvoice) {
  const older = (await port.listInvoices(customerId)).filter(
    (invoice) => invoice.subscriptionId === id && invoice.status === "open" && invoice.id !== latest.id,
  );
  for (const invoice of older) await port.voidInvoice(invoice.id, `void-${invoice.id}`);
}

/**
 * The payment of a change that the bank requires confirmation for; null if the change is in force.
 * @throws ServiceError 402 if the card was declined; the change is cancelled
 */
async function intentToConfirm(port: StripePort, changed: ProviderSubscription): Promise<ProviderIntent | null> {
  if (changed.pendingPriceId === null) return null;
  const intent = await intentOf(port, changed.latestInvoice);
  if (intent?.status === "requires_action") return intent;
  await giveUpChange(port, changed);
  throw declined(intent?.lastError ? providerErrorOf(intent.lastError) : null);
}

async function intentOf(port: StripePort, invoice: ProviderInvoice | null): Promise<ProviderIntent | null> {
  const id = intentIdOf(invoice?.clientSecret ?? null);
  return id === null ? null : port.findIntent(id);
}
