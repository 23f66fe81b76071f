import type Stripe from "stripe";
import { type Account, change, current, find } from "../account";
import type { ApiError } from "../api-error";
import { day } from "../clock";
import {
  intentOf,
  invoiceOf,
  markFailed,
  markPaid,
  paymentMethodOf,
  saveDefaultPaymentMethod,
  voidInvoice,
} from "./invoices";
import { type Confirmation, confirmIntent, declinedResponse } from "./payment-intents";

/** Delays in days before each retry of a failed renewal; after the last retry the subscription ends. */
const retryDays = [3, 5, 7];

/**
 * Applies the result of a confirmation to the intent's invoice and subscription, if it has any.
 * @param isScheduled whether the retry schedule started the payment, not a user
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
    if (subscription) saveDefaultPaymentMethod(account, subscription, intent.payment_method as string);
    markPaid(account, invoice);
    if (subscription) settlePaid(account, subscription);
    return;
  }
  if (intent.status === "requires_action") {
    account.emit("invoice.payment_action_required", invoice);
    // A renewal waits for the cardholder and is not tried again.
    // https://support.stripe.com/questions/subscription-retries-for-failed-3d-secure-authorizations
    if (isScheduled) {
      markFailed(account, invoice, null);
      if (subscription) settleFailed(account, subscription);
    }
    return;
  }
  if (!decline && intent.last_payment_error === null) return;
  const isFirst = invoice.billing_reason === "subscription_create";
  // After the first attempt only scheduled ones count: manual payments neither shorten nor end the schedule.
  if (isScheduled || invoice.attempt_count === 0) {
    markFailed(account, invoice, isFirst ? null : nextAttempt(account, invoice));
  } else account.emit("invoice.payment_failed", current(account, invoice));
  if (subscription && !isFirst && !waitsForUpdate(subscription, invoice)) settleFailed(account, subscription);
}

/** Whether the invoice is for a pending change of plan, which leaves the subscription unchanged until it is paid. */
function waitsForUpdate({ pending_update, latest_invoice }: Stripe.Subscription, { id }: Stripe.Invoice): boolean {
  return pending_update !== null && latest_invoice === id;
}

/** Voids an open invoice on request; a change of plan that waits for its payment is dropped. */
export function voidOnRequest(account: Account, id: string): Stripe.Invoice {
  const invoice = voidInvoice(account, find(account, "invoice", id));
  const subscription = subscriptionOf(account, invoice);
  if (subscription && waitsForUpdate(subscription, invoice)) {
    change(account, subscription, { pending_update: null }, "customer.subscription.updated");
  }
  return invoice;
}

/** Marks an invoice without an amount due as paid. */
export function settleFree(account: Account, invoice: Stripe.Invoice): void {
  markPaid(account, invoice);
  const subscription = subscriptionOf(account, invoice);
  if (subscription) settlePaid(account, subscription);
}

type PayOptions = {
  offSession: boolean;
  /** Whether the retry schedule started the payment. */
  isScheduled?: boolean;
  /** Return address for the bank's page; null if the browser's script opens it. */
  returnUrl?: string | null;
};

/**
 * Charges an open invoice.
 * @returns the 402 of a declined card, for callers that report it; null if it is paid or requires authentication
 * @throws ApiError 400 if there is no card to charge
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
  const confirmation = confirmIntent(account, intent, chosen, {
    offSession,
    returnUrl,
    waitsForCardholder: isScheduled,
  });
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
    // A card may have been saved in the process, so receivers must be notified.
    account.emit("customer.subscription.updated", subscription, {});
    return;
  }
  // Like at the provider, the latest invoice decides; an older one may stay open.
  const latest = account.ledger.get("invoice", subscription.latest_invoice as string);
  if (latest?.status === "open" && subscription.status !== "incomplete") return;
  change(account, subscription, { status: "active" }, "customer.subscription.updated");
}

/** Applies a change of plan whose payment succeeded. */
function applyPending(account: Account, subscription: Stripe.Subscription): Stripe.Subscription {
  const pending = subscription.pending_update;
  if (!pending?.subscription_items) return subscription;
  const changes = {
    pending_update: null,
    items: { ...subscription.items, data: pending.subscription_items },
    billing_cycle_anchor: pending.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    ...(pending.trial_end === null ? {} : { trial_end: pending.trial_end, status: "active" as const }),
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
