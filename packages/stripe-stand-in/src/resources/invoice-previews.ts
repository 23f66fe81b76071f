import type Stripe from "stripe";
import { type Account, find } from "../account";
import { ApiError, documentation } from "../api-error";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { group, requiredText, text } from "../params";
import { startNextPeriod } from "./billing-cycle";
import { updateSubscription } from "./subscription-updates";
import { createSubscription, hasEnded } from "./subscriptions";

/**
 * The invoice that a new or changed subscription would make, or the next one of a subscription: the same work as for a real one, on a copy
 * of the account, so that a preview cannot differ from the charge. Nothing is stored, sent or charged.
 */
export function previewInvoice(account: Account, params: Params): Stripe.Invoice {
  const copy: Account = { ...account, ledger: account.ledger.copy(), emit: () => {} };
  const changes = { ...(group(params, "subscription_details") ?? {}), payment_behavior: "default_incomplete" };
  const request: Params = params.discounts === undefined ? changes : { ...changes, discounts: params.discounts };
  const id = text(params, "subscription");
  if (!id) return asPreview(firstInvoice(copy, { ...request, customer: requiredText(params, "customer") }));
  const before = find(copy, "subscription", id, "subscription");
  if (hasEnded(before)) throw noneUpcoming(before);
  const after = updateSubscription(copy, id, request);
  const isChangeCharged = after.latest_invoice !== before.latest_invoice;
  return asPreview(isChangeCharged ? latestInvoice(copy, after) : nextInvoice(copy, after));
}

function firstInvoice(copy: Account, request: Params): Stripe.Invoice {
  return latestInvoice(copy, createSubscription(copy, request));
}

function latestInvoice(copy: Account, subscription: Stripe.Subscription): Stripe.Invoice {
  return find(copy, "invoice", subscription.latest_invoice as string);
}

/** @throws ApiError 404 for a subscription that ends with its period */
function nextInvoice(copy: Account, subscription: Stripe.Subscription): Stripe.Invoice {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  if (subscription.cancel_at !== null && subscription.cancel_at <= end) throw noneUpcoming(subscription);
  return startNextPeriod({ ...copy, clock: { ...copy.clock, now: () => end } }, subscription);
}

function asPreview(invoice: Stripe.Invoice): Stripe.Invoice {
  const id = newId("upcoming_in");
  const lines = invoice.lines.data.map((line) => ({ ...line, invoice: id }));
  return { ...invoice, id, status: "draft", number: null, lines: { ...invoice.lines, data: lines } };
}

function noneUpcoming(subscription: Stripe.Subscription): ApiError {
  const code = "invoice_upcoming_none";
  return new ApiError(404, {
    type: "invalid_request_error",
    code,
    message: `No upcoming invoices for customer: ${subscription.customer as string}`,
    doc_url: documentation(code),
  });
}
