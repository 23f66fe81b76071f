import type Stripe from "stripe";
import { type Account, change, current, find } from "../account";
import { invalidRequest } from "../api-error";
import type { Params } from "../form-body";
import { choice, clearable, flag, groups, integer, metadata, text } from "../params";
import { redeem } from "./discounts";
import { runningDiscounts } from "./invoice-lines";
import { makeInvoice, voidInvoice } from "./invoices";
import { prorationLines, storeProrations, takeProrations } from "./prorations";
import { changedItems, endOfPeriod, periodLine } from "./subscription-items";
import { payInvoice, settleFree } from "./subscription-status";
import {
  hasEnded,
  missingMethod,
  noLonger,
  ownMethod,
  paymentBehaviors,
  productName,
  subtotalOf,
  trialEndOf,
  trialSettings,
} from "./subscriptions";

type Behavior = (typeof paymentBehaviors)[number];

/**
 * Updates a subscription. A change of plan is prorated: with the same interval the difference is added to the next invoice
 * (`create_prorations`) or charged now (`always_invoice`); another interval, or `billing_cycle_anchor=now`, starts a new period, which is
 * always charged now. A `trial_end` in the future moves the next payment there.
 */
export function updateSubscription(account: Account, id: string, params: Params): Stripe.Subscription {
  const before = find(account, "subscription", id);
  if (hasEnded(before)) throw noLonger(id);
  const changes: Partial<Stripe.Subscription> = { metadata: metadata(params, before.metadata) };
  setCancellation(account, before, params, changes);
  const method = clearable(params, "default_payment_method");
  if (method !== undefined) {
    changes.default_payment_method = method && ownMethod(account, method, before.customer as string);
  }
  const description = clearable(params, "description");
  if (description !== undefined) changes.description = description;
  const behavior = missingMethod(params);
  if (behavior) changes.trial_settings = trialSettings(behavior);
  if (params.discounts !== undefined) changes.discounts = changedDiscounts(account, before, params);
  const trialEnd = trialEndOf(params, account.clock.now());
  if (trialEnd !== null) return moveTrialEnd(account, before, changes, trialEnd, params);
  const endsTrial = text(params, "trial_end") === "now" && before.status === "trialing";
  if (endsTrial) Object.assign(changes, { trial_end: account.clock.now(), status: "active" });
  const requested = groups(params, "items");
  if (!requested && !endsTrial && text(params, "billing_cycle_anchor") !== "now") {
    return change(account, before, changes, "customer.subscription.updated");
  }
  return changePlan(account, before, changes, requested ?? [], params);
}

/** Nothing is charged until the end of the trial; a subscription that was not in one begins a free period, with an invoice of nothing. */
function moveTrialEnd(
  account: Account,
  before: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
  end: number,
  params: Params,
): Stripe.Subscription {
  const isTrial = before.status === "trialing";
  if (!isTrial && text(params, "proration_behavior") !== "none") {
    throw invalidRequest("The stand-in begins a trial only with proration_behavior=none.", "proration_behavior");
  }
  if (params.items !== undefined) throw invalidRequest("The stand-in moves a trial or changes items.", "items");
  const now = account.clock.now();
  const items = before.items.data.map((item) => ({
    ...item,
    current_period_start: isTrial ? item.current_period_start : now,
    current_period_end: end,
  }));
  const changed = change(
    account,
    before,
    {
      ...changes,
      ...{ status: "trialing", billing_cycle_anchor: end, trial_end: end },
      trial_start: isTrial ? before.trial_start : now,
      items: { ...before.items, data: items },
    },
    "customer.subscription.updated",
  );
  if (isTrial) return changed;
  const lines = items.map((item) => periodLine(item, productName(account, item.price), { start: now, end }, true));
  const span = { start: now, end: now };
  const invoice = makeInvoice(account, { subscription: changed, reason: "subscription_update", lines, period: span });
  change(account, current(account, changed), { latest_invoice: invoice.id }, null);
  settleFree(account, invoice);
  return current(account, changed);
}

function setCancellation(
  account: Account,
  before: Stripe.Subscription,
  params: Params,
  changes: Partial<Stripe.Subscription>,
): void {
  const atEnd = flag(params, "cancel_at_period_end");
  const at = params.cancel_at === "" ? null : integer(params, "cancel_at");
  if (atEnd === undefined && at === undefined) return;
  if (at !== undefined) changes.cancel_at = at;
  if (atEnd !== undefined) {
    changes.cancel_at_period_end = atEnd;
    changes.cancel_at = atEnd ? (before.items.data[0]?.current_period_end ?? null) : null;
  }
  const isEnding = changes.cancel_at !== null;
  changes.canceled_at = isEnding ? (before.canceled_at ?? account.clock.now()) : null;
  changes.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: isEnding ? "cancellation_requested" : null,
  };
}

function changedDiscounts(account: Account, before: Stripe.Subscription, params: Params): string[] {
  const target = {
    customer: before.customer as string,
    subscription: before.id,
    currency: before.currency,
    subtotal: subtotalOf(before),
  };
  const after = redeem(account, groups(params, "discounts") ?? [], target).map((discount) => discount.id);
  for (const id of before.discounts as string[]) {
    if (!after.includes(id)) account.emit("customer.discount.deleted", find(account, "discount", id));
  }
  return after;
}

function changePlan(
  account: Account,
  before: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
  requested: Params[],
  params: Params,
): Stripe.Subscription {
  const behavior = choice(params, "payment_behavior", paymentBehaviors) ?? "allow_incomplete";
  const proration =
    choice(params, "proration_behavior", ["create_prorations", "always_invoice", "none"]) ?? "create_prorations";
  const now = account.clock.now();
  const at = integer(params, "proration_date") ?? now;
  const items = changedItems(account, before, requested);
  const endsTrial = changes.trial_end !== undefined;
  const startsPeriod =
    endsTrial || text(params, "billing_cycle_anchor") === "now" || hasOtherInterval(before.items.data, items);
  const name = (price: Stripe.Price) => productName(account, price);
  const isCharged = before.status !== "trialing" || endsTrial;
  const held = (changes.discounts ?? before.discounts) as string[];
  const discounts = runningDiscounts(account, held, now);
  const prorated =
    proration === "none" || before.status === "trialing"
      ? []
      : prorationLines(account, before.items.data, items, { at, startsPeriod, discounts }, name);
  const period =
    startsPeriod && isCharged ? { start: now, end: endOfPeriod(items[0]?.price as Stripe.Price, now) } : null;
  const placed = items.map((item) => {
    return period ? { ...item, current_period_start: period.start, current_period_end: period.end } : item;
  });
  const after = {
    ...changes,
    items: { ...before.items, data: placed },
    ...(period ? { billing_cycle_anchor: now } : {}),
  };
  const isInvoiced = period !== null || (proration === "always_invoice" && prorated.length > 0);
  if (!isInvoiced) {
    if (prorated.length > 0) storeProrations(account, before.id, prorated);
    return change(account, before, after, "customer.subscription.updated");
  }
  const changed = change(account, before, after, "customer.subscription.updated");
  const lines = [
    ...takeProrations(account, before.id),
    ...prorated,
    ...(period ? placed.map((item) => periodLine(item, name(item.price), period)) : []),
  ];
  const span = { start: now, end: now };
  const invoice = makeInvoice(account, { subscription: changed, reason: "subscription_update", lines, period: span });
  change(account, current(account, changed), { latest_invoice: invoice.id }, null);
  collect(account, before, invoice, behavior, flag(params, "off_session") ?? false);
  return current(account, changed);
}

/**
 * Charges the invoice of a change. `error_if_incomplete` and `pending_if_incomplete` keep the old plan unless it is paid: the former
 * throws an error, the latter keeps the change pending until the payment.
 */
function collect(
  account: Account,
  before: Stripe.Subscription,
  invoice: Stripe.Invoice,
  behavior: Behavior,
  offSession: boolean,
): void {
  if (invoice.amount_due === 0) {
    settleFree(account, invoice);
    return;
  }
  if (behavior === "default_incomplete") return;
  const declined = payInvoice(account, invoice, null, { offSession });
  const now = find(account, "invoice", invoice.id);
  if (now.status !== "open") return;
  const changed = find(account, "subscription", before.id);
  if (behavior === "error_if_incomplete") {
    voidInvoice(account, now);
    restore(account, before, changed, null);
    throw (
      declined ??
      invalidRequest("This payment requires additional user action.", undefined, "payment_intent_action_required")
    );
  }
  if (behavior === "pending_if_incomplete") restore(account, before, changed, now.id);
}

function restore(
  account: Account,
  before: Stripe.Subscription,
  changed: Stripe.Subscription,
  invoice: string | null,
): void {
  const pending_update: Stripe.Subscription.PendingUpdate | null = invoice
    ? {
        billing_cycle_anchor: changed.billing_cycle_anchor,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: account.clock.now() + 23 * 3600,
        metadata: null,
        subscription_items: changed.items.data,
        trial_end: changed.trial_end === before.trial_end ? null : changed.trial_end,
        trial_from_plan: null,
      }
    : null;
  const latest_invoice = invoice ?? before.latest_invoice;
  change(account, changed, { ...before, pending_update, latest_invoice }, "customer.subscription.updated");
}

function hasOtherInterval(before: Stripe.SubscriptionItem[], after: Stripe.SubscriptionItem[]): boolean {
  const of = (items: Stripe.SubscriptionItem[]) =>
    `${items[0]?.price.recurring?.interval} ${items[0]?.price.recurring?.interval_count}`;
  return of(before) !== of(after);
}
