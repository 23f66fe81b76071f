import Stripe from "stripe";
import { isTakenBack } from "./reversal-rules";
import {
  chargeOf,
  checkoutOf,
  chosenAmongUntil,
  couponOf,
  customerOf,
  discountOf,
  disputeOf,
  hostedPageOf,
  idOf,
  invoiceOf,
  invoicePreviewOf,
  metadataOf,
  methodOf,
  pausedFromName,
  priceOf,
  promotionCodeOf,
  providerEventOf,
  providerIntentOf,
  refundOf,
  setupIntentOf,
  subscriptionOf,
  taxOf,
} from "./stripe-objects";
import type { StripePort } from "./stripe-port";

/** The port, implemented with the provider's SDK. */

/** Timeout in milliseconds of one attempt; there are three. */
const timeLimit = 10_000;
const retries = 2;

/** Maximum page size of the provider, for lists without paging. */
const pageSize = 100;

type StripeSettings = {
  secretKey: string;
  /** Another server with the provider's API; null for the provider itself. */
  apiBase: string | null;
};

const subscriptionParts = ["latest_invoice.confirmation_secret", "discounts.source.coupon"];
const listedParts = subscriptionParts.map((part) => `data.${part}`);

export function createStripePort({ secretKey, apiBase }: StripeSettings): StripePort {
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiBase),
    timeout: timeLimit,
    maxNetworkRetries: retries,
    telemetry: false,
  });
  return {
    ...offersOf(stripe),
    ...customersOf(stripe),
    ...methodsOf(stripe),
    ...subscriptionsOf(stripe),
    ...invoicesOf(stripe),
    ...checkoutsOf(stripe),
    ...eventsOf(stripe),
  };
}

type OfferCalls = "listPrices" | "findPrice" | "findCoupon" | "findPromotionCodes" | "ensureTaxRate";

function offersOf(stripe: Stripe): Pick<StripePort, OfferCalls> {
  return {
    async listPrices() {
      const prices = stripe.prices.list({ active: true, type: "recurring", expand: ["data.product"], limit: pageSize });
      return (await prices.autoPagingToArray({ limit: 1000 })).flatMap(priceOf);
    },
    findPrice: async (id) => {
      const price = await orNull(stripe.prices.retrieve(id, { expand: ["product"] }));
      return price ? (priceOf(price)[0] ?? null) : null;
    },
    findCoupon: async (id) => {
      const coupon = await orNull(stripe.coupons.retrieve(id, { expand: ["applies_to"] }));
      return coupon && couponOf(coupon);
    },
    findPromotionCodes: async (code, active) => {
      const expand = ["data.promotion.coupon.applies_to"];
      const { data } = await stripe.promotionCodes.list({ code, active, limit: pageSize, expand });
      return data.flatMap(promotionCodeOf);
    },
    async ensureTaxRate({ name, percentage }, key) {
      const rates = await stripe.taxRates.list({ active: true, inclusive: true, limit: pageSize });
      const same = rates.data.find((rate) => rate.percentage === percentage && rate.display_name === name);
      if (same) return same.id;
      const draft = { display_name: name, percentage, inclusive: true };
      return (await stripe.taxRates.create(draft, { idempotencyKey: key })).id;
    },
  };
}

function customersOf(
  stripe: Stripe,
): Pick<StripePort, "createCustomer" | "findCustomer" | "deleteCustomer" | "setDefaultMethod"> {
  return {
    createCustomer: async ({ name, email, ourId }, key) =>
      customerOf(
        await stripe.customers.create({ name, email, metadata: { customer: ourId } }, { idempotencyKey: key }),
      ),
    findCustomer: async (id) => {
      const customer = await orNull(stripe.customers.retrieve(id));
      return customer && !customer.deleted ? customerOf(customer) : null;
    },
    deleteCustomer: async (id) => {
      await orNull(stripe.customers.del(id));
    },
    setDefaultMethod: async (id, { methodId, amongUntil }, key) =>
      customerOf(
        await stripe.customers.update(
          id,
          {
            invoice_settings: { default_payment_method: methodId },
            metadata: { [chosenAmongUntil]: String(amongUntil) },
          },
          { idempotencyKey: key },
        ),
      ),
  };
}

function methodsOf(
  stripe: Stripe,
): Pick<StripePort, "createSetupIntent" | "findIntent" | "listMethods" | "findMethod" | "removeMethod"> {
  return {
    createSetupIntent: async (customer, key) =>
      setupIntentOf(
        await stripe.setupIntents.create(
          { customer, usage: "off_session", allowed_payment_method_types: ["card"] },
          { idempotencyKey: key },
        ),
      ),
    findIntent: async (id) => {
      const intent = await orNull(stripe.paymentIntents.retrieve(id));
      return intent && providerIntentOf(intent);
    },
    listMethods: async (customer) => {
      const methods = stripe.paymentMethods.list({ customer, type: "card", limit: pageSize });
      return (await methods.autoPagingToArray({ limit: 1000 })).map(methodOf);
    },
    findMethod: async (id) => {
      const method = await orNull(stripe.paymentMethods.retrieve(id));
      return method && methodOf(method);
    },
    removeMethod: async (id, key) => {
      await stripe.paymentMethods.detach(id, {}, { idempotencyKey: key });
    },
  };
}

type SubscriptionCalls =
  | "listSubscriptions"
  | "createSubscription"
  | "changePlan"
  | "previewInvoice"
  | "previewFirstPayment"
  | "pause"
  | "resume"
  | "setCancelAtPeriodEnd"
  | "setNextPayment"
  | "setCoupon"
  | "setSubscriptionMethod"
  | "cancelSubscription";

function subscriptionsOf(stripe: Stripe): Pick<StripePort, SubscriptionCalls> {
  return {
    listSubscriptions: async (customer) => {
      const subscriptions = stripe.subscriptions.list({
        customer,
        status: "all",
        expand: listedParts,
        limit: pageSize,
      });
      return (await subscriptions.autoPagingToArray({ limit: 1000 })).map(subscriptionOf);
    },
    createSubscription: async (draft, key) =>
      subscriptionOf(
        await stripe.subscriptions.create(
          {
            customer: draft.customerId,
            items: [{ price: draft.priceId, quantity: 1 }],
            payment_behavior: "default_incomplete",
            payment_settings: { payment_method_types: ["card"], save_default_payment_method: "on_subscription" },
            metadata: metadataOf(draft),
            ...taxOf(draft),
            ...discountOf(draft),
            expand: subscriptionParts,
          },
          { idempotencyKey: key },
        ),
      ),
    changePlan: ({ id, itemId }, { priceId, prorationDate }, key) =>
      update(id, { ...planChange({ itemId, priceId, prorationDate }), payment_behavior: "pending_if_incomplete" }, key),
    async previewInvoice({ subscriptionId, plan, discount, goesOn, resumes }) {
      const details = {
        ...(plan ? planChange(plan) : {}),
        ...(goesOn ? { cancel_at_period_end: false } : {}),
        ...(resumes ? endOfPause : {}),
      };
      const params: Stripe.InvoiceCreatePreviewParams = {
        subscription: subscriptionId,
        ...(Object.keys(details).length > 0 ? { subscription_details: details } : {}),
        ...discountOf({ discount }),
      };
      try {
        return invoicePreviewOf(await stripe.invoices.createPreview(params));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === "invoice_upcoming_none") return null;
        throw error;
      }
    },
    async previewFirstPayment(draft) {
      const { amount_due } = await stripe.invoices.createPreview({
        customer: draft.customerId,
        subscription_details: { items: [{ price: draft.priceId, quantity: 1 }], ...taxOf(draft) },
        ...discountOf(draft),
      });
      return amount_due;
    },
    pause: (id, { until, pausedFrom }, key) =>
      update(
        id,
        { trial_end: until, proration_behavior: "none", metadata: { [pausedFromName]: String(pausedFrom) } },
        key,
      ),
    resume: (id, key) => update(id, { ...endOfPause, payment_behavior: "pending_if_incomplete" }, key),
    setCancelAtPeriodEnd: (id, isCancelled, key) => update(id, { cancel_at_period_end: isCancelled }, key),
    // A trial is how the provider moves the billing date of a running subscription; without proration nothing is charged or credited.
    // What a pause that was taken back has left would make the days given look like one.
    setNextPayment: (id, at, key) =>
      update(id, { trial_end: at, proration_behavior: "none", metadata: { [pausedFromName]: "" } }, key),
    setCoupon: (id, discount, key) => update(id, discountOf({ discount }), key),
    setSubscriptionMethod: (id, methodId, key) => update(id, { default_payment_method: methodId }, key),
    async cancelSubscription(id, key) {
      try {
        return subscriptionOf(
          await stripe.subscriptions.cancel(id, { expand: subscriptionParts }, { idempotencyKey: key }),
        );
      } catch (error) {
        // Cancelling an ended subscription fails as if it did not exist.
        if (!isMissing(error)) throw error;
        return subscriptionOf(await stripe.subscriptions.retrieve(id, { expand: subscriptionParts }));
      }
    },
  };

  async function update(id: string, params: Stripe.SubscriptionUpdateParams, key: string) {
    const changed = await stripe.subscriptions.update(
      id,
      { ...params, expand: subscriptionParts },
      { idempotencyKey: key },
    );
    return subscriptionOf(changed);
  }
}

/** The provider has no word for a pause that keeps the paid time: its trial moves the next payment. Decision 93. */
const endOfPause = { trial_end: "now", proration_behavior: "none" } as const;

/** The same parameters for a preview and for the change, so that both have the same sums. */
function planChange({
  itemId,
  priceId,
  prorationDate,
}: {
  itemId: string;
  priceId: string;
  prorationDate: number | null;
}) {
  return {
    items: [{ id: itemId, price: priceId }],
    proration_behavior: "always_invoice" as const,
    ...(prorationDate === null ? {} : { proration_date: prorationDate }),
  };
}

/** Member of a refund's metadata. */
const refundMark = "refund";

type InvoiceCalls =
  | "listPayments"
  | "listCharges"
  | "listReversals"
  | "findChargedCustomer"
  | "refund"
  | "clearCredit"
  | "payInvoice"
  | "voidInvoice"
  | "listInvoices";

function invoicesOf(stripe: Stripe): Pick<StripePort, InvoiceCalls> {
  return {
    listPayments: async (subscription) => {
      const invoices = await stripe.invoices.list({ subscription, status: "paid", limit: pageSize });
      const payments = invoices.data.map(async ({ id, amount_paid: amount, status_transitions: { paid_at } }) => {
        const paid = await stripe.invoicePayments.list({ invoice: id, status: "paid", limit: 1 });
        const intentId = idOf(paid.data[0]?.payment.payment_intent);
        if (intentId === null || amount === 0) return [];
        const refunds = await stripe.refunds.list({ payment_intent: intentId, limit: pageSize });
        const disputes = await stripe.disputes.list({ payment_intent: intentId, limit: pageSize });
        const reversals = [
          ...refunds.data.map((refund) => refundOf(refund, id)),
          ...disputes.data.map((dispute) => disputeOf(dispute, id)),
        ];
        const taken = reversals.filter(isTakenBack).reduce((sum, reversal) => sum + reversal.amount, 0);
        return [{ intentId, amount, refunded: Math.min(amount, taken), paidAt: paid_at ?? 0 }];
      });
      return (await Promise.all(payments)).flat();
    },
    listCharges: async (customer) => {
      const [charges, invoices] = await Promise.all([
        stripe.charges.list({ customer, limit: pageSize, expand: ["data.refunds"] }),
        stripe.invoices.list({ customer, limit: pageSize, expand: ["data.payments"] }),
      ]);
      const invoiceBy = new Map(
        invoices.data.flatMap((invoice) =>
          (invoice.payments?.data ?? []).map(({ payment }) => [idOf(payment.payment_intent), invoice] as const),
        ),
      );
      const all = charges.data.map(async (charge) => {
        const disputes = charge.disputed
          ? (await stripe.disputes.list({ charge: charge.id, limit: pageSize })).data
          : [];
        return chargeOf(charge, invoiceBy.get(idOf(charge.payment_intent)) ?? null, disputes);
      });
      return (await Promise.all(all)).flat();
    },
    async listReversals(customer) {
      const charges = await stripe.charges.list({ customer, limit: pageSize }).autoPagingToArray({ limit: 1000 });
      const reversed = charges.filter(({ amount_refunded, disputed }) => amount_refunded > 0 || disputed);
      const all = reversed.map(async ({ id: charge, payment_intent, amount_refunded, disputed }) => {
        const invoiceId = await invoiceOfIntent(idOf(payment_intent));
        const refunds = amount_refunded > 0 ? (await stripe.refunds.list({ charge, limit: pageSize })).data : [];
        const disputes = disputed ? (await stripe.disputes.list({ charge, limit: pageSize })).data : [];
        return [
          ...refunds.map((refund) => refundOf(refund, invoiceId)),
          ...disputes.map((dispute) => disputeOf(dispute, invoiceId)),
        ];
      });
      return (await Promise.all(all)).flat();
    },
    findChargedCustomer: async (id) => {
      const charge = await orNull(stripe.charges.retrieve(id));
      return charge && idOf(charge.customer);
    },
    async refund(intentId, amount, key, mark) {
      if (mark !== undefined) {
        const made = await stripe.refunds.list({ payment_intent: intentId, limit: pageSize });
        if (made.data.some(({ metadata }) => metadata?.[refundMark] === mark)) return;
      }
      await stripe.refunds.create(
        {
          payment_intent: intentId,
          amount,
          reason: "requested_by_customer",
          ...(mark === undefined ? {} : { metadata: { [refundMark]: mark } }),
        },
        { idempotencyKey: key },
      );
    },
    async clearCredit(id, key) {
      await stripe.customers.update(id, { balance: 0 }, { idempotencyKey: key });
    },
    async payInvoice(id, key) {
      try {
        await stripe.invoices.pay(id, { off_session: false }, { idempotencyKey: key });
      } catch (error) {
        // The bank requires confirmation; the payment intent shows what to confirm.
        const isAsking =
          error instanceof Stripe.errors.StripeError && error.code === "invoice_payment_intent_requires_action";
        if (!isAsking) throw error;
      }
    },
    async voidInvoice(id, key) {
      await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: key });
    },
    listInvoices: async (customer) => {
      const invoices = await stripe.invoices.list({ customer, limit: pageSize });
      return invoices.data.map(invoiceOf);
    },
  };

  async function invoiceOfIntent(intentId: string | null): Promise<string | null> {
    if (intentId === null) return null;
    const payment = { type: "payment_intent" as const, payment_intent: intentId };
    const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
    return idOf(data[0]?.invoice);
  }
}

function checkoutsOf(
  stripe: Stripe,
): Pick<StripePort, "createCheckout" | "createCardCheckout" | "findCheckout" | "expireCheckout"> {
  return {
    createCheckout: async (draft, key) =>
      checkoutOf(
        await stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer: draft.customerId,
            client_reference_id: draft.orderId,
            line_items: [{ price: draft.priceId, quantity: 1 }],
            allowed_payment_method_types: ["card"],
            subscription_data: { metadata: metadataOf(draft), ...taxOf(draft) },
            ...discountOf(draft),
            ...hostedPageOf(draft),
          },
          { idempotencyKey: key },
        ),
      ),
    createCardCheckout: async ({ customerId, ...page }, key) =>
      checkoutOf(
        await stripe.checkout.sessions.create(
          {
            mode: "setup",
            customer: customerId,
            allowed_payment_method_types: ["card"],
            ...hostedPageOf(page),
          },
          { idempotencyKey: key },
        ),
      ),
    findCheckout: async (id) => {
      const session = await orNull(stripe.checkout.sessions.retrieve(id));
      return session && checkoutOf(session);
    },
    async expireCheckout(id, key) {
      await stripe.checkout.sessions.expire(id, {}, { idempotencyKey: key });
    },
  };
}

function eventsOf(stripe: Stripe): Pick<StripePort, "listEvents" | "readEvent"> {
  return {
    async listEvents(since) {
      const events = stripe.events.list({ created: { gte: since }, limit: pageSize });
      return (await events.autoPagingToArray({ limit: 10_000 })).map(providerEventOf).reverse();
    },
    readEvent: async (rawBody, signature, secret) =>
      providerEventOf(await stripe.webhooks.constructEventAsync(rawBody, signature, secret)),
  };
}

function addressOf(apiBase: string | null): { host?: string; port?: string; protocol?: "http" | "https" } {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === "http:";
  return { host: hostname, port: port || (isPlain ? "80" : "443"), protocol: isPlain ? "http" : "https" };
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

async function orNull<T>(request: Promise<T>): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}
