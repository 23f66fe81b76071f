import type Stripe from "stripe";
import { type Account, change, current, find } from "../account";
import { invalidRequest } from "../api-error";
import { newId } from "../ids";
import { type DraftLine, isForOnce, runningDiscounts, totalsOf } from "./invoice-lines";
import { cancelIntent, makeIntent } from "./payment-intents";

type InvoiceRequest = {
  subscription: Stripe.Subscription;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  lines: DraftLine[];
  period: { start: number; end: number };
};

const intentNote = (invoice: string) => `intent-of:${invoice}`;
const invoiceNote = (intent: string) => `invoice-of:${intent}`;

/** Creates and finalises an invoice, with its number, amounts and payment intent. */
export function makeInvoice(account: Account, request: InvoiceRequest): Stripe.Invoice {
  const { subscription } = request;
  const customer = find(account, "customer", subscription.customer as string);
  const discounts = runningDiscounts(account, subscription.discounts as string[], account.clock.now());
  const invoice = draftInvoice(account, request, customer, discounts);
  account.ledger.put(invoice);
  account.emit("invoice.created", invoice);
  for (const discount of discounts) if (isForOnce(account, discount)) endDiscount(account, subscription, discount);
  return finalize(account, invoice, customer, subscription);
}

function draftInvoice(
  account: Account,
  { subscription, reason, lines, period }: InvoiceRequest,
  customer: Stripe.Customer,
  discounts: Stripe.Discount[],
): Stripe.Invoice {
  const now = account.clock.now();
  const id = newId("in");
  const rates = (subscription.default_tax_rates ?? []) as Stripe.TaxRate[];
  const totals = totalsOf(account, id, lines, discounts, rates);
  return {
    id,
    object: "invoice",
    account_country: account.settings.country,
    account_name: account.settings.displayName,
    account_tax_ids: null,
    amount_due: Math.max(0, totals.total + customer.balance),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(0, totals.total + customer.balance),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: rates,
    description: null,
    discounts: discounts.map((discount) => discount.id),
    due_date: null,
    effective_at: now,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: totals.lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: totals.subtotal,
    subtotal_excluding_tax: totals.subtotal,
    test_clock: null,
    total: totals.total,
    total_discount_amounts: totals.discountAmounts,
    total_excluding_tax: totals.taxExcluded,
    total_pretax_credit_amounts: [],
    total_taxes: totals.taxes,
    webhooks_delivered_at: now,
  };
}

function finalize(
  account: Account,
  invoice: Stripe.Invoice,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
): Stripe.Invoice {
  const now = account.clock.now();
  const sequence = customer.next_invoice_sequence ?? 1;
  account.ledger.put({
    ...customer,
    balance: settledBalance(invoice),
    currency: invoice.currency,
    next_invoice_sequence: sequence + 1,
  });
  const open = change(
    account,
    invoice,
    {
      status: "open",
      number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
      ending_balance: settledBalance(invoice),
      status_transitions: { ...invoice.status_transitions, finalized_at: now },
    },
    "invoice.finalized",
  );
  if (open.amount_due === 0) return open;
  attachIntent(account, open, subscription);
  return open;
}

/** The customer's balance after an invoice: a credit (negative) is used up, or increased by a negative total. */
function settledBalance(invoice: Stripe.Invoice): number {
  return Math.min(0, invoice.starting_balance + invoice.total);
}

function attachIntent(account: Account, invoice: Stripe.Invoice, subscription: Stripe.Subscription): void {
  const saves = subscription.payment_settings?.save_default_payment_method === "on_subscription";
  const intent = makeIntent(account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer as string,
    description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    paymentMethod: paymentMethodOf(account, subscription),
    setupFutureUsage: saves || invoice.billing_reason === "subscription_create" ? "off_session" : null,
    metadata: {},
    receiptEmail: null,
  });
  account.ledger.setNote(intentNote(invoice.id), intent.id);
  account.ledger.setNote(invoiceNote(intent.id), invoice.id);
  account.ledger.put({
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** The card that a subscription is charged to: its own, else the customer's. */
export function paymentMethodOf(account: Account, subscription: Stripe.Subscription): string | null {
  if (subscription.default_payment_method) return subscription.default_payment_method as string;
  const customer = account.ledger.get("customer", subscription.customer as string);
  return (customer?.invoice_settings.default_payment_method as string | null | undefined) ?? null;
}

export function intentOf(account: Account, invoice: string): Stripe.PaymentIntent | null {
  const id = account.ledger.note<string>(intentNote(invoice));
  return id ? find(account, "payment_intent", id) : null;
}

export function invoiceOf(account: Account, intent: string): Stripe.Invoice | null {
  const id = account.ledger.note<string>(invoiceNote(intent));
  return id ? find(account, "invoice", id) : null;
}

export function paymentsOf(account: Account, invoice: string): Stripe.InvoicePayment[] {
  return account.ledger.all("invoice_payment").filter((payment) => payment.invoice === invoice);
}

/** Marks an invoice as paid, by its intent or because nothing is due. */
export function markPaid(account: Account, invoice: Stripe.Invoice): Stripe.Invoice {
  const now = account.clock.now();
  for (const payment of paymentsOf(account, invoice.id)) {
    const status_transitions = { ...payment.status_transitions, paid_at: now };
    change(
      account,
      payment,
      { status: "paid", amount_paid: invoice.amount_due, status_transitions },
      "invoice_payment.paid",
    );
  }
  const paid = change(
    account,
    current(account, invoice),
    {
      status: "paid",
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.amount_due > 0 ? invoice.attempt_count + 1 : invoice.attempt_count,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: now },
    },
    "invoice.paid",
  );
  account.emit("invoice.payment_succeeded", paid);
  return paid;
}

export function markFailed(account: Account, invoice: Stripe.Invoice, nextAttempt: number | null): Stripe.Invoice {
  return change(
    account,
    current(account, invoice),
    {
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: nextAttempt,
      auto_advance: nextAttempt !== null,
    },
    "invoice.payment_failed",
  );
}

/** Voids an open invoice and cancels its intent: it can no longer be paid. */
export function voidInvoice(account: Account, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== "open") {
    throw invalidRequest(
      `You can only void an open invoice. This one is ${invoice.status}.`,
      undefined,
      "invoice_not_editable",
    );
  }
  const intent = intentOf(account, invoice.id);
  if (intent && intent.status !== "succeeded" && intent.status !== "canceled") {
    cancelIntent(account, intent, "void_invoice");
  }
  const now = account.clock.now();
  for (const payment of paymentsOf(account, invoice.id)) {
    const status_transitions = { ...payment.status_transitions, canceled_at: now };
    change(account, payment, { status: "canceled", status_transitions }, null);
  }
  const status_transitions = { ...invoice.status_transitions, voided_at: now };
  const changes = { status: "void" as const, auto_advance: false, next_payment_attempt: null, status_transitions };
  return change(account, invoice, changes, "invoice.voided");
}

function endDiscount(account: Account, subscription: Stripe.Subscription, discount: Stripe.Discount): void {
  const discounts = (current(account, subscription).discounts as string[]).filter((id) => id !== discount.id);
  change(account, current(account, subscription), { discounts }, null);
  account.emit("customer.discount.deleted", discount);
}

/** Implements `save_default_payment_method`: the card used becomes the subscription's. Off by default, like at Stripe. */
export function saveDefaultPaymentMethod(
  account: Account,
  subscription: Stripe.Subscription,
  paymentMethod: string,
): void {
  if (subscription.payment_settings?.save_default_payment_method !== "on_subscription") return;
  change(account, current(account, subscription), { default_payment_method: paymentMethod }, null);
}
