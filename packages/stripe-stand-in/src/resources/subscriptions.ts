import type Stripe from "stripe";
import { type Account, change, current, find } from "../account";
import { ApiError, invalidRequest, missingParameter } from "../api-error";
import { day } from "../clock";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { choice, flag, group, groups, integer, metadata, requiredText, text, texts } from "../params";
import { redeem } from "./discounts";
import { makeInvoice, paymentMethodOf, voidInvoice } from "./invoices";
import { paymentMethodFor } from "./payment-methods";
import { makeSetupIntent } from "./setup-intents";
import { endOfPeriod, makeItem, periodLine, priceOf } from "./subscription-items";
import { payInvoice, settleFree, subscriptionOf } from "./subscription-status";

export const paymentBehaviors = [
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
] as const;

export function createSubscription(account: Account, params: Params): Stripe.Subscription {
  const customer = find(account, "customer", requiredText(params, "customer"), "customer");
  const requested = groups(params, "items") ?? [];
  const prices = pricesOf(account, requested, customer);
  const { currency } = prices[0];
  const behavior = choice(params, "payment_behavior", paymentBehaviors) ?? "allow_incomplete";
  const subscription = draftSubscription(account, params, customer, requested, prices);
  const discounts = redeem(account, groups(params, "discounts") ?? [], {
    customer: customer.id,
    subscription: subscription.id,
    currency,
    subtotal: subtotalOf(subscription),
  });
  account.ledger.put({ ...subscription, discounts: discounts.map((discount) => discount.id) });
  account.ledger.put({ ...current(account, customer), currency });
  return open(account, current(account, subscription), behavior, flag(params, "off_session") ?? false);
}

/** Prices of the requested items. @throws ApiError 400 without items, or for prices of several currencies */
function pricesOf(account: Account, requested: Params[], customer: Stripe.Customer): [Stripe.Price, ...Stripe.Price[]] {
  if (requested.length === 0) throw missingParameter("items");
  const prices = requested.map((item, index) => priceOf(account, item, `items[${index}][price]`));
  const [price, ...others] = prices as [Stripe.Price, ...Stripe.Price[]];
  if (others.some((each) => each.currency !== price.currency)) {
    throw invalidRequest("All prices on a subscription must have the same currency.", "items");
  }
  if (customer.currency && customer.currency !== price.currency) {
    throw invalidRequest(
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}`,
    );
  }
  return [price, ...others];
}

/** A subscription before its discounts and its first invoice. */
function draftSubscription(
  account: Account,
  params: Params,
  customer: Stripe.Customer,
  requested: Params[],
  prices: [Stripe.Price, ...Stripe.Price[]],
): Stripe.Subscription {
  const [price] = prices;
  const now = account.clock.now();
  const trialEnd = trialEndOf(params, now);
  const period = { start: now, end: trialEnd ?? endOfPeriod(price, now) };
  const id = newId("sub");
  const given = text(params, "default_payment_method");
  const settings = group(params, "payment_settings") ?? {};
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: period.start === now && trialEnd ? trialEnd : now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: integer(params, "cancel_at") ?? null,
    cancel_at_period_end: flag(params, "cancel_at_period_end") ?? false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given ? ownMethod(account, given, customer.id) : null,
    default_source: null,
    default_tax_rates: (texts(params, "default_tax_rates") ?? []).map((rate) =>
      find(account, "tax_rate", rate, "default_tax_rates"),
    ),
    description: text(params, "description") || null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: prices.map((each, index) =>
        makeItem(account, id, each, integer(requested[index] as Params, "quantity") ?? 1, period),
      ),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: metadata(params),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: (texts(settings, "payment_method_types") as ["card"] | undefined) ?? null,
      save_default_payment_method: choice(settings, "save_default_payment_method", ["on_subscription", "off"]) ?? "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd ? "trialing" : "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: trialSettings(missingMethod(params) ?? "create_invoice"),
    trial_start: trialEnd ? now : null,
  };
}

/** Creates the first invoice, and charges it according to `payment_behavior`. */
function open(
  account: Account,
  subscription: Stripe.Subscription,
  behavior: (typeof paymentBehaviors)[number],
  offSession: boolean,
): Stripe.Subscription {
  const isTrial = subscription.status === "trialing";
  const method = paymentMethodOf(account, subscription);
  if (!method && !isTrial && behavior !== "default_incomplete" && dueAtStart(subscription)) {
    account.ledger.remove(subscription.id);
    throw invalidRequest(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
      undefined,
      "resource_missing",
    );
  }
  const lines = subscription.items.data.map((item) => {
    const period = { start: item.current_period_start, end: item.current_period_end };
    return periodLine(item, productName(account, item.price), period, isTrial);
  });
  const now = account.clock.now();
  const request = { subscription, reason: "subscription_create" as const, lines, period: { start: now, end: now } };
  const invoice = makeInvoice(account, request);
  const setup = isTrial && !method ? pendingSetup(account, subscription) : null;
  const started = { ...current(account, subscription), latest_invoice: invoice.id, pending_setup_intent: setup };
  account.ledger.put(started);
  account.emit("customer.subscription.created", started);
  if (invoice.amount_due === 0) settleFree(account, invoice);
  else if (behavior !== "default_incomplete") {
    const declined = payInvoice(account, invoice, null, { offSession });
    const isOpen = find(account, "invoice", invoice.id).status === "open";
    if (behavior === "error_if_incomplete" && isOpen) {
      cancelNow(account, current(account, subscription), "payment_failed");
      throw (
        declined ??
        new ApiError(402, {
          type: "card_error",
          message: "This payment requires additional user action.",
          code: "subscription_payment_intent_requires_action",
        })
      );
    }
  }
  return current(account, subscription);
}

/** The price of a period before discounts. */
export function subtotalOf({ items }: Pick<Stripe.Subscription, "items">): number {
  return items.data.reduce((sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1), 0);
}

function dueAtStart(subscription: Stripe.Subscription): boolean {
  return subscription.items.data.some((item) => (item.price.unit_amount ?? 0) > 0);
}

function pendingSetup(account: Account, subscription: Stripe.Subscription): string {
  const intent = makeSetupIntent(account, {
    customer: subscription.customer as string,
    paymentMethod: null,
    usage: "off_session",
    description: null,
    metadata: {},
  });
  account.ledger.setNote(`setup-for:${intent.id}`, subscription.id);
  return intent.id;
}

/** Makes a card that was saved during a trial the subscription's. */
export function settleSetup(account: Account, intent: Stripe.SetupIntent): void {
  const id = account.ledger.note<string>(`setup-for:${intent.id}`);
  const subscription = id ? account.ledger.get("subscription", id) : undefined;
  if (!subscription || intent.status !== "succeeded") return;
  const changes = { pending_setup_intent: null, default_payment_method: intent.payment_method as string };
  change(account, subscription, changes, "customer.subscription.updated");
}

export function productName(account: Account, price: Stripe.Price): string {
  const { name } = find(account, "product", price.product as string);
  const { interval = "", interval_count = 1 } = price.recurring ?? {};
  const amount = ((price.unit_amount ?? 0) / 100).toFixed(2);
  const every = interval_count === 1 ? interval : `${interval_count} ${interval}s`;
  return `${name} (at ${amount} ${price.currency.toUpperCase()} / ${every})`;
}

/** Ends a subscription at once: voids its open invoices, and sends `customer.subscription.deleted`. */
export function cancelNow(
  account: Account,
  given: Stripe.Subscription,
  reason: "cancellation_requested" | "payment_failed",
  status: "canceled" | "incomplete_expired" = "canceled",
): Stripe.Subscription {
  const now = account.clock.now();
  for (const invoice of account.ledger.all("invoice")) {
    if (invoice.status !== "open" || subscriptionOf(account, invoice)?.id !== given.id) continue;
    voidInvoice(account, invoice);
  }
  const before = current(account, given);
  const ended = {
    ...before,
    status,
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  };
  account.ledger.put(ended);
  if (status === "canceled") account.emit("customer.subscription.deleted", ended);
  else account.emit("customer.subscription.updated", ended, { status: before.status });
  return ended;
}

export function cancelSubscription(account: Account, id: string, params: Params): Stripe.Subscription {
  const subscription = find(account, "subscription", id);
  if (hasEnded(subscription)) throw noLonger(id);
  const details = group(params, "cancellation_details") ?? {};
  const ended = cancelNow(account, subscription, "cancellation_requested");
  const comment = text(details, "comment") || null;
  if (!comment || !ended.cancellation_details) return ended;
  const noted = { ...ended, cancellation_details: { ...ended.cancellation_details, comment } };
  account.ledger.put(noted);
  return noted;
}

export function hasEnded(subscription: Stripe.Subscription): boolean {
  return subscription.status === "canceled" || subscription.status === "incomplete_expired";
}

export function noLonger(id: string): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such subscription: '${id}'`,
    param: "id",
  });
}

/** The id of a payment method that is attached to the customer. @throws ApiError 400 for any other */
export function ownMethod(account: Account, id: string, customer: string): string {
  const method = paymentMethodFor(account, id, "default_payment_method");
  if (method.customer === customer) return method.id;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    "default_payment_method",
    "resource_missing",
  );
}

/** End of a requested trial; null for none, and for one that ends now. @throws ApiError 400 for a time that is past */
export function trialEndOf(params: Params, now: number): number | null {
  const days = integer(params, "trial_period_days");
  if (days !== undefined) {
    if (days < 1) throw invalidRequest("Invalid trial_period_days: must be at least 1", "trial_period_days");
    return now + days * day;
  }
  if (text(params, "trial_end") === "now") return null;
  const end = integer(params, "trial_end");
  if (end === undefined) return null;
  if (end <= now)
    throw invalidRequest("Invalid timestamp: must be an integer Unix timestamp in the future", "trial_end");
  return end;
}

export function trialSettings(missing: MissingMethod): Stripe.Subscription.TrialSettings {
  return { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing } };
}

type MissingMethod = "cancel" | "create_invoice" | "pause";

export function missingMethod(params: Params): MissingMethod | undefined {
  const behavior = group(group(params, "trial_settings") ?? {}, "end_behavior");
  return behavior && choice(behavior, "missing_payment_method", ["cancel", "create_invoice", "pause"]);
}
