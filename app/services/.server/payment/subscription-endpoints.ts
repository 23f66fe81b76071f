import { randomUUID } from "node:crypto";
import { monthsAfter } from "~/realms/months-after";
import { regionOf } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import type { Family } from "~/services/.server/directory/people/families";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { paymentContracts as contracts } from "~/services/contracts/payment";
import { paymentErrors, paymentMessages } from "~/services/contracts/payment-errors";
import { conflict, notFound, ServiceError } from "~/services/contracts/service-error";
import { previewHeader, type Subscription } from "~/services/contracts/subscription";
import { type RedeemedCoupon, redeemCoupon } from "./coupons";
import type { KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { cancelPlan, keepPlan, plannedEnding } from "./early-endings";
import { findEarlyEnding } from "./early-endings-store";
import { authoriseFamily, knownCustomer } from "./family-access";
import { nextPaymentOf } from "./next-payment";
import { causeOf } from "./order-endpoints";
import { invalidCoupon } from "./order-errors";
import type { Orders } from "./orders";
import { findOrder } from "./orders-store";
import { mayPause } from "./pause-rules";
import { attempt, providerErrorOf } from "./provider-failure";
import { endsBeforePayment, isSubscriptionRunning } from "./rules";
import type { ProviderCoupon, ProviderDiscount, ProviderIntent, ProviderSubscription, StripePort } from "./stripe-port";
import { changePlan, payOverdueInvoice, reread, resume } from "./subscription-changes";
import { acceptPreview, outdated, type Previewed, storePreview } from "./subscription-previews";
import type { PreviewedChange } from "./tables";
import { hasNextPayment, intentView, orderView, previewView, sortedSubscriptions, subscriptionView } from "./views";
import { findWaitingCancellation, undoStatedCancellation, type WaitingCancellation } from "./waiting-cancellations";

type Names =
  | "getSubscriptions"
  | "createSubscription"
  | "previewSubscription"
  | "changeSubscription"
  | "pausePlan"
  | "resumePlan"
  | "payOverdue"
  | "addCoupon";

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
        const data = known
          ? await attempt(paymentErrors.subscriptions, "Subscriptions could not be read", async () =>
              Promise.all(
                sortedSubscriptions(await port.listSubscriptions(known.stripeId)).map((each) => shownOf(known, each)),
              ),
            )
          : [];
        return { status: 200, body: { data } };
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
    previewSubscription: endpoint({
      contract: contracts.previewSubscription,
      authorise: ({ body }, caller) => authoriseSubscription(parts, body.subscriptionId, caller),
      async handle({ body }, proof, caller) {
        requireRunning(proof.subscription);
        const { request, previewed } = await attempt(...changeFailure, () => changeOf(body, proof, caller));
        const preview = await attempt(...changeFailure, () => storePreview(parts, previewed, request));
        return { status: 201, body: previewView(preview, proof.subscription, caller.realm, previewed.coupon) };
      },
    }),
    changeSubscription: endpoint({
      contract: contracts.changeSubscription,
      authorise: ({ params }, caller) => authoriseSubscription(parts, params.id, caller),
      async handle({ body, headers }, proof, caller) {
        const { customer, subscription } = proof;
        const port = stripe.of(caller.realm);
        requireRunning(subscription);
        const { cancel_at_period_end: isCancelled, priceId } = body;
        let current = subscription;
        let intent: ProviderIntent | null = null;
        const shown = await attempt(...changeFailure, async () => {
          const accepted = await accept(headers[previewHeader], body, proof, caller);
          if (priceId !== undefined && priceId !== current.priceId && current.pausedFrom !== null) throw pauseRefused();
          if (priceId !== undefined) {
            const wish = { subscription, priceId, accepted };
            ({ current, intent } = await changePlan(plans, port, caller.realm, wish));
          }
          if (isCancelled !== undefined && isCancelled !== current.cancelAtPeriodEnd) {
            const key = `end-${randomUUID()}`;
            current = isCancelled
              ? await cancelPlan(parts, customer, current, { now: new Date(), key })
              : await keepPlan(parts, customer, current, key);
          }
          if (isCancelled === false) await undoStatedCancellation(parts, customer, current);
          await settlement.settle(customer, causeOf(caller));
          return shownOf(customer, current);
        });
        return { status: 200, body: { ...shown, paymentIntent: intentView(intent) } };
      },
    }),
    pausePlan: endpoint({
      contract: contracts.pausePlan,
      authorise: ({ params }, caller) => authoriseSubscription(parts, params.id, caller),
      async handle({ body, headers }, proof, caller) {
        const { customer, subscription } = proof;
        const previewId = headers[previewHeader];
        const shown = await attempt(...changeFailure, async () => {
          const { request, previewed } = await changeOf({ pauseMonths: body.months }, proof, caller);
          await acceptPreview(parts, previewed, request, previewId);
          const { periodEnd } = subscription;
          const pause = { until: monthsAfter(periodEnd, body.months), pausedFrom: periodEnd };
          const paused = await stripe.of(caller.realm).pause(subscription.id, pause, `pause-${previewId}`);
          await settlement.settle(customer, causeOf(caller));
          return shownOf(customer, paused);
        });
        return { status: 200, body: shown };
      },
    }),
    resumePlan: endpoint({
      contract: contracts.resumePlan,
      authorise: ({ params }, caller) => authoriseSubscription(parts, params.id, caller),
      async handle({ headers }, proof, caller) {
        const { customer, subscription } = proof;
        const port = stripe.of(caller.realm);
        const previewId = headers[previewHeader];
        const { shown, intent } = await attempt(...changeFailure, async () => {
          const { request, previewed } = await changeOf({ resumes: true }, proof, caller);
          await acceptPreview(parts, previewed, request, previewId);
          const resumed = await resume(port, subscription, `resume-${previewId}`);
          await settlement.settle(customer, causeOf(caller));
          return { shown: await shownOf(customer, await reread(port, subscription)), intent: resumed };
        });
        return { status: 200, body: { ...shown, paymentIntent: intentView(intent) } };
      },
    }),
    payOverdue: endpoint({
      contract: contracts.payOverdue,
      authorise: ({ params }, caller) => authoriseSubscription(parts, params.id, caller),
      async handle(_input, { customer, subscription }, caller) {
        const port = stripe.of(caller.realm);
        requireRunning(subscription);
        const { shown, intent } = await attempt(...changeFailure, async () => {
          const toConfirm = await payOverdueInvoice(port, subscription);
          await settlement.settle(customer, causeOf(caller));
          return { shown: await shownOf(customer, await reread(port, subscription)), intent: toConfirm };
        });
        return { status: 200, body: { ...shown, paymentIntent: intentView(intent) } };
      },
    }),
    addCoupon: endpoint({
      contract: contracts.addCoupon,
      authorise: ({ params }, caller) => authoriseSubscription(parts, params.id, caller),
      async handle({ body, headers }, proof, caller) {
        const { customer, subscription } = proof;
        const port = stripe.of(caller.realm);
        requireRunning(subscription);
        const shown = await attempt(...changeFailure, async () => {
          const held = await withCoupon(port, subscription);
          if (held.coupon?.id === body.couponId) return shownOf(customer, held);
          const coupon = await redeem(body.couponId, proof, caller);
          if (held.coupon?.id === coupon.id) return shownOf(customer, held);
          const previewId = headers[previewHeader];
          if (previewId !== undefined) {
            const request = { ...noChange, couponId: coupon.id };
            await acceptPreview(parts, await previewedOf(proof, { coupon, priceId: null }), request, previewId);
          }
          const discounted = await port.setCoupon(
            subscription.id,
            discountFor(coupon),
            `coupon-${previewId ?? randomUUID()}`,
          );
          await settlement.settle(customer, causeOf(caller));
          return shownOf(customer, discounted);
        });
        return { status: 200, body: shown };
      },
    }),
  };

  /** The preview that a change names, used up; null for a change without one, and for one that is in force already. */
  async function accept(id: string | undefined, body: ChangeBody, proof: SubscriptionProof, caller: Caller) {
    const { priceId, cancel_at_period_end: isCancelled } = body;
    const { subscription } = proof;
    const isInForce =
      priceId === undefined ? isCancelled === subscription.cancelAtPeriodEnd : priceId === subscription.priceId;
    if (id === undefined || (isInForce && subscription.pendingPriceId === null)) return null;
    const { request, previewed } = await changeOf(body, proof, caller);
    return acceptPreview(parts, previewed, request, id);
  }

  /** The change that a body asks for, with the coupon and the price that it leads to. */
  async function changeOf(
    { priceId, couponId, cancel_at_period_end: isCancelled, pauseMonths: months, resumes = false }: ChangeBody,
    proof: SubscriptionProof,
    caller: Caller,
  ): Promise<{ request: PreviewedChange; previewed: Previewed }> {
    const { subscription } = proof;
    const pauseMonths = months ?? null;
    if (pauseMonths !== null && !mayPause(subscription, new Date())) throw pauseRefused();
    if (pauseMonths !== null && (await waitingOf(proof)) !== null) throw pauseRefused();
    if (resumes && (subscription.pausedFrom === null || subscription.cancelAtPeriodEnd)) throw pauseRefused();
    if (priceId !== undefined) {
      if (subscription.pausedFrom !== null) throw pauseRefused();
      if (priceId === subscription.priceId) throw outdated();
      await plans.find(caller.realm, priceId);
    }
    const coupon = couponId === undefined ? null : await redeem(couponId, proof, caller);
    if (coupon !== null && coupon.id === subscription.coupon?.id) throw invalidCoupon("inUse");
    const request = {
      ...{ priceId: priceId ?? null, couponId: coupon?.id ?? null, goesOn: isCancelled === false },
      ...{ pauseMonths, resumes },
    };
    return { request, previewed: await previewedOf(proof, { coupon, priceId: priceId ?? null }) };
  }

  async function previewedOf(
    proof: SubscriptionProof,
    { coupon, priceId }: { coupon: RedeemedCoupon | null; priceId: string | null },
  ): Promise<Previewed> {
    const { customer, subscription } = proof;
    const port = stripe.of(customer.realm);
    const price = await port.findPrice(priceId ?? subscription.priceId);
    if (!price) throw outdated();
    const held = coupon ?? (await couponFor(port, subscription.coupon, price.product.id));
    const waiting = await waitingOf(proof);
    return { customer, subscription, coupon: held, discount: coupon && discountFor(coupon), price, waiting };
  }

  function waitingOf({ customer: { realm }, subscription }: SubscriptionProof): Promise<WaitingCancellation | null> {
    return findWaitingCancellation(databases[regionOf(realm)], realm, subscription);
  }

  async function redeem(couponId: string, { family, subscription }: SubscriptionProof, caller: Caller) {
    const { realm, ipAddress } = caller;
    const price = await stripe.of(realm).findPrice(subscription.priceId);
    const coupon = await redeemCoupon(parts, couponId, price, { realm, uid: family.uid, ipAddress });
    if (endsBeforePayment(coupon, Date.now() / 1000, subscription.periodEnd)) throw invalidCoupon("endsBefore");
    return coupon;
  }

  /** A subscription as families see it; the sum of its next payment is asked of the provider. */
  async function shownOf(customer: KnownCustomer, subscription: ProviderSubscription): Promise<Subscription> {
    const { realm } = customer;
    const port = stripe.of(realm);
    const shown = await withCoupon(port, subscription);
    const nextAmount = hasNextPayment(shown) ? await nextPaymentOf(port, shown).catch(unknownAmount) : null;
    const earlyEnding = subscription.cancelAtPeriodEnd
      ? await findEarlyEnding(databases[regionOf(realm)], realm, subscription)
      : await plannedEnding(parts, customer, subscription, new Date());
    const waiting = await findWaitingCancellation(databases[regionOf(realm)], realm, subscription);
    return subscriptionView(shown, realm, { nextAmount, earlyEnding, cancelledTo: waiting?.endsOn ?? null });
  }
}

const noChange: PreviewedChange = { priceId: null, couponId: null, goesOn: false, pauseMonths: null, resumes: false };

function pauseRefused(): ServiceError {
  return new ServiceError(409, paymentErrors.pauseRefused, "The plan cannot pause, or is not paused");
}

function discountFor({ id, promotionCodeId }: RedeemedCoupon): ProviderDiscount {
  return { couponId: id, promotionCodeId };
}

type ChangeBody = {
  priceId?: string;
  couponId?: string;
  cancel_at_period_end?: boolean;
  pauseMonths?: number | undefined;
  resumes?: boolean | undefined;
};
type SubscriptionProof = { family: Family; customer: KnownCustomer; subscription: ProviderSubscription };

/** @throws ServiceError 404 for a subscription that is not the family's own */
async function authoriseSubscription(
  parts: Pick<PaymentParts, "databases" | "stripe" | "registrations">,
  id: string,
  caller: Caller,
): Promise<SubscriptionProof> {
  const { family } = await authoriseFamily(parts, caller);
  const customer = await knownCustomer(parts, family, caller);
  if (!customer) throw notFound();
  const port = parts.stripe.of(caller.realm);
  const subscriptions = await attempt(...changeFailure, () => port.listSubscriptions(customer.stripeId));
  const subscription = subscriptions.find((each) => each.id === id);
  if (!subscription) throw notFound();
  return { family, customer, subscription };
}

/** A sum that the provider does not say is not shown. @throws the error if it is not the provider's */
function unknownAmount(error: unknown): null {
  if (providerErrorOf(error) === null) throw error;
  return null;
}

/** Hides a coupon that does not apply to the current plan: the provider keeps it, and it applies again with its plan. */
async function withCoupon(port: StripePort, subscription: ProviderSubscription): Promise<ProviderSubscription> {
  const { coupon, productId } = subscription;
  if (!coupon || !isSubscriptionRunning(subscription)) return subscription;
  return { ...subscription, coupon: await couponFor(port, coupon, productId) };
}

/** A subscription's coupon if it reduces a product. Lists do not include a coupon's products, so it is read separately. */
async function couponFor(port: StripePort, coupon: ProviderCoupon | null, productId: string) {
  const products = coupon ? (await port.findCoupon(coupon.id))?.products : null;
  return !products || products.includes(productId) ? coupon : null;
}

function requireRunning(subscription: ProviderSubscription): void {
  if (!isSubscriptionRunning(subscription)) throw conflict("The subscription has ended");
}
