import type Stripe from "stripe";
import { type Account, change, current, find } from "../account";
import { invalidRequest, missingParameter } from "../api-error";
import { day } from "../clock";
import type { Params } from "../form-body";
import { newId, randomText } from "../ids";
import { choice, flag, group, groups, integer, metadata, text } from "../params";
import { presentCoupon } from "./coupons";
import { createCustomer } from "./customers";
import { requireRedeemable } from "./promotion-codes";
import { makeSetupIntent } from "./setup-intents";
import { priceOf } from "./subscription-items";
import { createSubscription } from "./subscriptions";

const paramsNote = (session: string) => `checkout:${session}`;

export function createSession(account: Account, params: Params): Stripe.Checkout.Session {
  const mode = choice(params, "mode", ["payment", "setup", "subscription"]) ?? "payment";
  if (mode === "payment") throw invalidRequest("The stand-in offers the modes setup and subscription.", "mode");
  const successUrl = text(params, "success_url");
  if (!successUrl) throw missingParameter("success_url");
  const customer = text(params, "customer") || null;
  if (customer) find(account, "customer", customer, "customer");
  const order = orderOf(account, params, mode);
  // Use the user's current address for the page.
  account.setPublicOrigin(new URL(successUrl).origin);
  const session = draftSession(account, params, { mode, customer, successUrl, ...order });
  if (mode === "setup") {
    const usage = "off_session" as const;
    const data = group(params, "setup_intent_data") ?? {};
    const intent = makeSetupIntent(account, {
      customer,
      paymentMethod: null,
      usage,
      description: text(data, "description") || null,
      metadata: metadata(data),
    });
    session.setup_intent = intent.id;
  }
  account.ledger.put(session);
  account.ledger.setNote(paramsNote(session.id), params);
  return session;
}

type Order = { prices: Stripe.Price[]; subtotal: number; discount: number };

/** The bought items and their prices; empty if only a card is saved. */
function orderOf(account: Account, params: Params, mode: "setup" | "subscription"): Order {
  const items = mode === "subscription" ? (groups(params, "line_items") ?? []) : [];
  if (mode === "subscription" && items.length === 0) throw missingParameter("line_items");
  const prices = items.map((item, index) => priceOf(account, item, `line_items[${index}][price]`));
  const amounts = prices.map((price, index) => {
    return (price.unit_amount ?? 0) * (integer(items[index] as Params, "quantity") ?? 1);
  });
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0);
  return { prices, subtotal, discount: discountOf(account, params, { subtotal, currency: prices[0]?.currency ?? "" }) };
}

type SessionFor = Order & { mode: "setup" | "subscription"; customer: string | null; successUrl: string };

/** An open session, without its setup intent. */
function draftSession(account: Account, params: Params, of: SessionFor): Stripe.Checkout.Session {
  const { mode, customer, successUrl, prices, subtotal, discount } = of;
  const id = newId("cs_test", 58);
  const now = account.clock.now();
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: flag(params, "allow_promotion_codes") ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: mode === "setup" ? null : subtotal,
    amount_total: mode === "setup" ? null : subtotal - discount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: text(params, "cancel_url") ?? null,
    client_reference_id: text(params, "client_reference_id") ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: prices[0]?.currency ?? text(params, "currency")?.toLowerCase() ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer,
    customer_account: null,
    customer_creation: customer ? null : "always",
    customer_details: null,
    customer_email: text(params, "customer_email") ?? null,
    discounts: [],
    expires_at: integer(params, "expires_at") ?? now + day,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: (text(params, "locale") as Stripe.Checkout.Session.Locale | undefined) ?? null,
    managed_payments: null,
    metadata: metadata(params),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === "subscription" ? "always" : null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: mode === "setup" ? "no_payment_required" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: successUrl,
    total_details: mode === "setup" ? null : { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${account.publicOrigin()}/test-payments/checkout/${id}`,
    wallet_options: null,
  };
}

/** The discount before the purchase. @throws ApiError 400 for a coupon or promotion code that is missing or cannot be redeemed */
function discountOf(
  account: Account,
  params: Params,
  { subtotal, currency }: { subtotal: number; currency: string },
): number {
  const customer = text(params, "customer") || null;
  const off = (groups(params, "discounts") ?? []).map((each, index) => {
    const promotion = text(each, "promotion_code");
    const param = `discounts[${index}][promotion_code]`;
    const code = promotion ? requireRedeemable(account, promotion, { customer, subtotal, currency }, param) : null;
    const id = code ? (code.promotion.coupon as string) : (text(each, "coupon") ?? "");
    const coupon = presentCoupon(find(account, "coupon", id, "coupon"), account.clock.now());
    if (!coupon.valid) throw invalidRequest(`Coupon ${id} is used up or has expired.`, "coupon", "coupon_expired");
    return coupon.percent_off ? Math.round((subtotal * coupon.percent_off) / 100) : (coupon.amount_off ?? 0);
  });
  return Math.min(
    subtotal,
    off.reduce((sum, amount) => sum + amount, 0),
  );
}

/** The purchased items by price. Sent as `line_items` if expanded. */
export function lineItemsOf(account: Account, session: Stripe.Checkout.Session): Stripe.LineItem[] {
  const params = account.ledger.note<Params>(paramsNote(session.id)) ?? {};
  return (groups(params, "line_items") ?? []).map((item) => {
    const price = find(account, "price", text(item, "price") ?? "", "price");
    const quantity = integer(item, "quantity") ?? 1;
    const amount = (price.unit_amount ?? 0) * quantity;
    return {
      id: `li_${randomText(14)}`,
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: find(account, "product", price.product as string).name,
      metadata: {},
      price,
      quantity,
      quantity_decimal: String(quantity) as unknown as Stripe.Decimal,
    };
  });
}

export type Buyer = { email: string | null; name: string | null };

/** Starts the session's subscription when its form is submitted; another attempt with a different card reuses the subscription. */
export function beginSubscription(
  account: Account,
  session: Stripe.Checkout.Session,
  buyer: Buyer,
): Stripe.Subscription {
  if (session.subscription) return find(account, "subscription", session.subscription as string);
  const params = account.ledger.note<Params>(paramsNote(session.id)) ?? {};
  const data = group(params, "subscription_data") ?? {};
  const given: Params = {};
  if (buyer.email) given.email = buyer.email;
  if (buyer.name) given.name = buyer.name;
  const customer = (session.customer as string | null) ?? createCustomer(account, given).id;
  const settings = { payment_settings: { save_default_payment_method: "on_subscription" } };
  const subscriptionParams: Params = {
    ...data,
    ...settings,
    customer,
    items: groups(params, "line_items") ?? [],
    payment_behavior: "default_incomplete",
  };
  if (params.discounts !== undefined) subscriptionParams.discounts = params.discounts;
  const subscription = createSubscription(account, subscriptionParams);
  change(account, current(account, session), { subscription: subscription.id, customer }, null);
  return subscription;
}

/** Completes a session after the payment succeeded or the card was saved. */
export function completeSession(
  account: Account,
  session: Stripe.Checkout.Session,
  buyer: Buyer,
): Stripe.Checkout.Session {
  const subscription = session.subscription ? find(account, "subscription", session.subscription as string) : null;
  const invoice = subscription?.latest_invoice ? find(account, "invoice", subscription.latest_invoice as string) : null;
  const discount = (invoice?.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const owner = session.customer ? find(account, "customer", session.customer as string) : null;
  return change(
    account,
    session,
    {
      status: "complete",
      url: null,
      payment_status: session.mode === "setup" || invoice?.amount_due === 0 ? "no_payment_required" : "paid",
      invoice: invoice?.id ?? null,
      customer_details: {
        address: null,
        business_name: null,
        email: buyer.email ?? owner?.email ?? null,
        individual_name: null,
        name: buyer.name ?? owner?.name ?? null,
        phone: null,
        tax_exempt: "none",
        tax_ids: [],
      },
      ...(invoice
        ? {
            amount_subtotal: invoice.subtotal,
            amount_total: invoice.total,
            total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
          }
        : {}),
    },
    "checkout.session.completed",
  );
}

export function expireSession(account: Account, id: string): Stripe.Checkout.Session {
  const session = find(account, "checkout.session", id);
  if (session.status !== "open") {
    throw invalidRequest("This Session is not in an expirable state. Its status must be open.");
  }
  return change(account, session, { status: "expired", url: null }, "checkout.session.expired");
}
