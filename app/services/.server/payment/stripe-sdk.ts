import Stripe from "stripe";
import type { Locale } from "~/realms/realm";
import type {
  HostedPage,
  NewSubscription,
  ProviderCheckout,
  ProviderCoupon,
  ProviderCustomer,
  ProviderEvent,
  ProviderIntent,
  ProviderInvoice,
  ProviderMethod,
  ProviderPrice,
  ProviderSubscription,
  StripePort,
} from "./stripe-port";

/** The port, implemented with the provider's SDK. */

/** Timeout in milliseconds of one attempt; there are three. */
const patience = 10_000;
const retries = 2;

/** Maximum page size of the provider, for lists without paging. */
const pageSize = 100;

export type StripeSettings = {
  secretKey: string;
  /** Another server with the provider's API; null for the provider itself. */
  apiBase: string | null;
};

const subscriptionParts = ["latest_invoice.confirmation_secret", "discounts.source.coupon"];
const listedParts = subscriptionParts.map((part) => `data.${part}`);

export function createStripePort({ secretKey, apiBase }: StripeSettings): StripePort {
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiBase),
    timeout: patience,
    maxNetworkRetries: retries,
    telemetry: false,
  });

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

    async ensureTaxRate({ name, percentage }, key) {
      const rates = await stripe.taxRates.list({ active: true, inclusive: true, limit: pageSize });
      const same = rates.data.find((rate) => rate.percentage === percentage && rate.display_name === name);
      if (same) return same.id;
      const draft = { display_name: name, percentage, inclusive: true };
      return (await stripe.taxRates.create(draft, { idempotencyKey: key })).id;
    },

    createCustomer: async ({ name, email, ourId }, key) =>
      customerOf(
        await stripe.customers.create({ name, email, metadata: { customer: ourId } }, { idempotencyKey: key }),
      ),
    findCustomer: async (id) => {
      const customer = await orNull(stripe.customers.retrieve(id));
      return customer && !customer.deleted ? customerOf(customer) : null;
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

    createSetupIntent: async (customer, key) =>
      setupIntentOf(
        await stripe.setupIntents.create(
          { customer, usage: "off_session", allowed_payment_method_types: ["card"] },
          { idempotencyKey: key },
        ),
      ),
    findIntent: async (id) => {
      const intent = await orNull(stripe.paymentIntents.retrieve(id));
      return intent && intentOf(intent);
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
    changePlan: (subscription, price, key) =>
      update(
        subscription.id,
        {
          items: [{ id: subscription.itemId, price }],
          proration_behavior: "always_invoice",
          payment_behavior: "pending_if_incomplete",
        },
        key,
      ),
    setCancelAtPeriodEnd: (id, isCancelled, key) => update(id, { cancel_at_period_end: isCancelled }, key),
    setCoupon: (id, coupon, key) => update(id, { discounts: [{ coupon }] }, key),
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

    async listEvents(since) {
      const events = stripe.events.list({ created: { gte: since }, limit: pageSize });
      return (await events.autoPagingToArray({ limit: 10_000 })).map(eventOf).reverse();
    },
    readEvent: async (rawBody, signature, secret) =>
      eventOf(await stripe.webhooks.constructEventAsync(rawBody, signature, secret)),
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

function metadataOf({ orderId, subscriptionType }: NewSubscription): Record<string, string> {
  return { order: orderId, subscriptionType };
}

function taxOf({ taxRateId }: NewSubscription): { default_tax_rates?: string[] } {
  return taxRateId === null ? {} : { default_tax_rates: [taxRateId] };
}

function discountOf({ couponId }: NewSubscription): { discounts?: Array<{ coupon: string }> } {
  return couponId === null ? {} : { discounts: [{ coupon: couponId }] };
}

const intervals = ["month", "year"] as const;

const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === "string" ? thing : (thing?.id ?? null);

/** Empty for a deleted product. */
function priceOf(price: Stripe.Price): ProviderPrice[] {
  const { product, recurring } = price;
  if (typeof product === "string" || product.deleted) return [];
  const interval = recurring?.interval;
  return [
    {
      id: price.id,
      product: {
        id: product.id,
        name: product.name,
        description: product.description,
        active: product.active,
        metadata: product.metadata,
      },
      active: price.active,
      amount: price.unit_amount ?? 0,
      currency: price.currency,
      interval: intervals.find((each) => each === interval) ?? null,
      intervalCount: recurring?.interval_count ?? 1,
      metadata: price.metadata,
    },
  ];
}

function couponOf(coupon: Stripe.Coupon): ProviderCoupon {
  return {
    id: coupon.id,
    name: coupon.name,
    isValid: coupon.valid,
    amountOff: coupon.amount_off,
    percentOff: coupon.percent_off,
    currency: coupon.currency,
    products: coupon.applies_to?.products ?? null,
  };
}

/** Member of a customer's metadata. */
const chosenAmongUntil = "chosenAmongUntil";

function customerOf(customer: Stripe.Customer): ProviderCustomer {
  const until = customer.metadata[chosenAmongUntil];
  return {
    id: customer.id,
    name: customer.name ?? null,
    email: customer.email,
    defaultPaymentMethodId: idOf(customer.invoice_settings.default_payment_method),
    chosenAmongUntil: until === undefined ? null : Number(until),
  };
}

function setupIntentOf(intent: Stripe.SetupIntent): ProviderIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status,
    lastError: intent.last_setup_error,
    paymentMethodId: idOf(intent.payment_method),
  };
}

function intentOf(intent: Stripe.PaymentIntent): ProviderIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status,
    lastError: intent.last_payment_error,
    paymentMethodId: idOf(intent.payment_method),
  };
}

function methodOf(method: Stripe.PaymentMethod): ProviderMethod {
  const { card } = method;
  return {
    id: method.id,
    type: method.type,
    customerId: idOf(method.customer),
    card: card ? { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year } : null,
    createdAt: method.created,
  };
}

function invoiceOf(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    status: invoice.status ?? "draft",
    total: invoice.total,
    amountDue: invoice.amount_due,
    currency: invoice.currency,
    createdAt: invoice.created,
    startsAt: Math.max(...invoice.lines.data.map(({ period }) => period.start), 0) || invoice.created,
    pdfUrl: invoice.invoice_pdf ?? null,
    pageUrl: invoice.hosted_invoice_url ?? null,
    isForChange: invoice.billing_reason === "subscription_update",
    clientSecret: invoice.confirmation_secret?.client_secret ?? null,
  };
}

function subscriptionOf(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  const { latest_invoice: invoice, discounts } = subscription;
  const coupons = discounts.flatMap((discount) => {
    const coupon = typeof discount === "string" ? null : discount.source.coupon;
    return coupon === null || typeof coupon === "string" ? [] : [couponOf(coupon)];
  });
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: subscription.status,
    orderId: subscription.metadata.order ?? null,
    subscriptionType: subscription.metadata.subscriptionType ?? null,
    itemId: item.id,
    priceId: item.price.id,
    productId: idOf(item.price.product) ?? "",
    quantity: item.quantity ?? 1,
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    currency: subscription.currency,
    interval: intervals.find((each) => each === item.price.recurring?.interval) ?? null,
    startedAt: subscription.start_date,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: subscription.ended_at,
    defaultPaymentMethodId: idOf(subscription.default_payment_method),
    coupon: coupons[0] ?? null,
    pendingPriceId: subscription.pending_update?.subscription_items?.[0]?.price.id ?? null,
    latestInvoice: invoice && typeof invoice !== "string" ? invoiceOf(invoice) : null,
  };
}

function hostedPageOf({ successUrl, cancelUrl, locale }: HostedPage) {
  return { success_url: successUrl, cancel_url: cancelUrl, ...(locale ? { locale: providerLocales[locale] } : {}) };
}

/** The provider's names of our locales; it has no American English beside its English. */
const providerLocales = {
  ...{ de: "de", fi: "fi", fr: "fr", nb: "nb", nl: "nl", sv: "sv" },
  ...{ "en-UK": "en-GB", "en-US": "en" },
} as const satisfies Record<Locale, Stripe.Checkout.SessionCreateParams.Locale>;

function checkoutOf(session: Stripe.Checkout.Session): ProviderCheckout {
  return {
    id: session.id,
    url: session.url,
    status: session.status ?? "open",
    paymentStatus: session.payment_status,
    subscriptionId: idOf(session.subscription),
  };
}

function eventOf(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as { object: string; id?: string; customer?: string | { id: string } | null };
  const customerId = object.object === "customer" ? (object.id ?? null) : idOf(object.customer);
  const isSavedCard =
    event.type === "setup_intent.succeeded" ||
    (event.type === "checkout.session.completed" && event.data.object.mode === "setup");
  return { id: event.id, type: event.type, createdAt: event.created, customerId, isSavedCard };
}
