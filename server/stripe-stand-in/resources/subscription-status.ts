import type Stripe from "stripe";
import { type Account, change, current, find } from "../account";
import type { ApiError } from "../api-error";
import { day } from "../clock";
import { intentOf, invoiceOf, keepPaymentMethod, markFailed, markPaid, paymentMethodOf, voidInvoice } from "./invoices";
import { type Confirmation, confirmIntent, declinedResponse } from "./payment-intents";

/** Days after the first failed charge of a renewal at which it is tried again; after the last one the subscription ends. */
export const retryDays = [3, 5, 7];

/**
 * Follows a confirmation to the invoice and the subscription that the intent is for. Intents of their own have neither.
 * @param isScheduled it was made by the schedule of retries, not by somebody who pays
 */
export function settleConfirmation(
  account: Account,
  { intent, decline }: Confirmation,
  { isScheduled = false } = {},
): void {
  const invoice = invoiceOf(account, intent.id);
  if (invoice?.status !== "open") return;
  const subscription = subscriptionOf(account, invoice);
  if (intent.status === "succeeded") {
    if (subscription) keepPaymentMethod(account, subscription, intent.payment_method as string);
    markPaid(account, invoice);
    if (subscription) settlePaid(account, subscription);
    return;
  }
  if (intent.status === "requires_action") {
    account.emit("invoice.payment_action_required", invoice);
    return;
  }
  if (!decline && intent.last_payment_error === null) return;
  const isFirst = invoice.billing_reason === "subscription_create";
  // After the first attempt only those of the schedule count: somebody who pays by hand neither shortens nor ends it.
  if (isScheduled || invoice.attempt_count === 0) {
    markFailed(account, invoice, isFirst ? null : nextAttempt(account, invoice));
  } else account.emit("invoice.payment_failed", current(account, invoice));
  if (subscription && !isFirst && !waitsForUpdate(subscription, invoice)) settleFailed(account, subscription);
}

/** A change of plan that is not paid leaves the subscription as it was. */
function waitsForUpdate({ pending_update, latest_invoice }: Stripe.Subscription, { id }: Stripe.Invoice): boolean {
  return pending_update !== null && latest_invoice === id;
}

/** Ends an open invoice on request; a change of plan that waited for its payment is given up with it. */
export function voidOnRequest(account: Account, id: string): Stripe.Invoice {
  const invoice = voidInvoice(account, find(account, "invoice", id));
  const subscription = subscriptionOf(account, invoice);
  if (subscription && waitsForUpdate(subscription, invoice)) {
    change(account, subscription, { pending_update: null }, "customer.subscription.updated");
  }
  return invoice;
}

/** An invoice that nothing is due on is paid as soon as it is closed. */
export function settleFree(account: Account, invoice: Stripe.Invoice): void {
  markPaid(account, invoice);
  const subscription = subscriptionOf(account, invoice);
  if (subscription) settlePaid(account, subscription);
}

type PayOptions = {
  offSession: boolean;
  /** By the schedule of retries. */
  isScheduled?: boolean;
  /** Where the bank's page leads back to; null where the browser's script opens it. */
  returnUrl?: string | null;
};

/**
 * Charges an open invoice.
 * @returns the 402 of a declined card, for callers that report it; null when it is paid or waits for the cardholder
 * @throws ApiError 400 when there is no card to charge
 */
export function payInvoice(
  account: Account,
  invoice: Stripe.Invoice,
  paymentMethod: Stripe.PaymentMethod | null,
  { offSession, isScheduled = false, returnUrl = null }: PayOptions,
): ApiError | null {
  const intent = intentOf(account, invoice.id);
  if (!intent) {
    settleFree(account, invoice);
    return null;
  }
  const subscription = subscriptionOf(account, invoice);
  const saved = subscription ? paymentMethodOf(account, subscription) : null;
  const chosen = paymentMethod ?? (saved ? find(account, "payment_method", saved) : null);
  if (!chosen && !intent.payment_method) {
    markFailed(account, invoice, nextAttempt(account, invoice));
    if (subscription && invoice.billing_reason !== "subscription_create") settleFailed(account, subscription);
    return null;
  }
  const confirmation = confirmIntent(account, intent, chosen, { offSession, returnUrl });
  settleConfirmation(account, confirmation, { isScheduled });
  return declinedResponse(account, confirmation);
}

export function subscriptionOf(account: Account, invoice: Stripe.Invoice): Stripe.Subscription | null {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === "string" ? (account.ledger.get("subscription", id) ?? null) : null;
}

function settlePaid(account: Account, given: Stripe.Subscription): void {
  const subscription = applyPending(account, current(account, given));
  if (!["incomplete", "past_due", "unpaid"].includes(subscription.status)) {
    // A card may have been saved on the way, and receivers hear of it.
    account.emit("customer.subscription.updated", subscription, {});
    return;
  }
  // The latest invoice decides, as at the provider: an older one may stay open.
  const latest = account.ledger.get("invoice", subscription.latest_invoice as string);
  if (latest?.status === "open" && subscription.status !== "incomplete") return;
  change(account, subscription, { status: "active" }, "customer.subscription.updated");
}

/** A change of plan that waited for its payment holds now. */
function applyPending(account: Account, subscription: Stripe.Subscription): Stripe.Subscription {
  const pending = subscription.pending_update;
  if (!pending?.subscription_items) return subscription;
  const changes = {
    pending_update: null,
    items: { ...subscription.items, data: pending.subscription_items },
    billing_cycle_anchor: pending.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
  };
  return change(account, subscription, changes, "customer.subscription.pending_update_applied");
}

function settleFailed(account: Account, given: Stripe.Subscription): void {
  const subscription = current(account, given);
  if (subscription.status !== "active" && subscription.status !== "trialing") return;
  change(account, subscription, { status: "past_due" }, "customer.subscription.updated");
}

function nextAttempt(account: Account, invoice: Stripe.Invoice): number | null {
  const days = retryDays[invoice.attempt_count];
  return days === undefined ? null : account.clock.now() + days * day;
}
