import type Stripe from "stripe";
import { type Account, change, current } from "../account";
import { day } from "../clock";
import { intentOf, makeInvoice, paymentMethodOf, voidInvoice } from "./invoices";
import { takeProrations } from "./prorations";
import { endOfPeriod, periodLine } from "./subscription-items";
import { payInvoice, settleFree, subscriptionOf } from "./subscription-status";
import { cancelNow, hasEnded, productName } from "./subscriptions";

/** Work that is due at a time: renewals, ends of trials, retries, expiries. */
type Due = { at: number; run(): void };

const hour = 3600;

/** All future work of an account, unordered. */
function dueWork(account: Account): Due[] {
  const due: Due[] = [];
  for (const subscription of account.ledger.all("subscription")) {
    if (!hasEnded(subscription)) due.push(...dueOf(account, subscription));
  }
  for (const invoice of account.ledger.all("invoice")) {
    if (invoice.status !== "open" || invoice.next_payment_attempt === null) continue;
    due.push({ at: invoice.next_payment_attempt, run: () => retry(account, invoice) });
  }
  for (const session of account.ledger.all("checkout.session")) {
    if (session.status !== "open") continue;
    due.push({
      at: session.expires_at,
      run: () => change(account, session, { status: "expired", url: null }, "checkout.session.expired"),
    });
  }
  return due;
}

function dueOf(account: Account, subscription: Stripe.Subscription): Due[] {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  if (subscription.status === "incomplete") {
    const run = () => cancelNow(account, subscription, "payment_failed", "incomplete_expired");
    return [{ at: subscription.created + 23 * hour, run: () => void run() }];
  }
  const due: Due[] = [];
  const unconfirmed = unconfirmedSince(account, subscription);
  if (unconfirmed !== null) {
    const run = () => void cancelNow(account, subscription, "payment_failed");
    due.push({ at: unconfirmed + confirmationDays * day, run });
  }
  const pending = subscription.pending_update;
  if (pending) due.push({ at: pending.expires_at, run: () => expirePending(account, subscription) });
  if (subscription.cancel_at !== null) {
    due.push({
      at: subscription.cancel_at,
      run: () => void cancelNow(account, subscription, "cancellation_requested"),
    });
  }
  const isNoticed = account.ledger.note<number>(trialNotice(subscription.id)) === end;
  if (subscription.status === "trialing" && !isNoticed && end - 3 * day > subscription.created) {
    due.push({ at: end - 3 * day, run: () => noticeTrialEnd(account, subscription, end) });
  }
  // A requested end takes precedence over a renewal at the same time.
  const endsFirst = subscription.cancel_at !== null && subscription.cancel_at <= end;
  if (!endsFirst) due.push({ at: end, run: () => renew(account, subscription) });
  return due;
}

/** Days after which a renewal that the cardholder has not confirmed ends its subscription: a setting of the account, here the default. */
const confirmationDays = 15;

/** When the renewal was attempted that waits for the cardholder; null if none does. */
function unconfirmedSince(account: Account, { latest_invoice, status }: Stripe.Subscription): number | null {
  const invoice = status === "past_due" ? account.ledger.get("invoice", latest_invoice as string) : undefined;
  return invoice?.status === "open" && invoice.next_payment_attempt === null ? invoice.created : null;
}

const trialNotice = (subscription: string) => `trial-notice:${subscription}`;

function noticeTrialEnd(account: Account, subscription: Stripe.Subscription, end: number): void {
  account.ledger.setNote(trialNotice(subscription.id), end);
  account.emit("customer.subscription.trial_will_end", subscription);
}

/** Starts the next period: creates its invoice and charges it to the saved card. */
function renew(account: Account, subscription: Stripe.Subscription): void {
  const method = paymentMethodOf(account, subscription);
  if (subscription.status === "trialing" && !method) {
    const missing = subscription.trial_settings?.end_behavior.missing_payment_method;
    if (missing === "cancel") return void cancelNow(account, subscription, "payment_failed");
    if (missing === "pause") {
      return void change(account, subscription, { status: "paused" }, "customer.subscription.paused");
    }
  }
  const invoice = startNextPeriod(account, subscription);
  if (invoice.amount_due === 0) settleFree(account, invoice);
  else payInvoice(account, invoice, null, { offSession: true, isScheduled: true });
}

/** Moves a subscription to its next period, and creates the period's invoice, which is not charged yet. */
export function startNextPeriod(account: Account, subscription: Stripe.Subscription): Stripe.Invoice {
  const items = subscription.items.data.map((item) => {
    const start = item.current_period_end;
    const anchor = subscription.billing_cycle_anchor;
    return { ...item, current_period_start: start, current_period_end: endOfPeriod(item.price, start, anchor) };
  });
  const [first] = subscription.items.data;
  const status = subscription.status === "trialing" ? ("active" as const) : subscription.status;
  const renewed = change(
    account,
    subscription,
    { items: { ...subscription.items, data: items }, status },
    "customer.subscription.updated",
  );
  const lines = [
    ...takeProrations(account, subscription.id),
    ...items.map((item) =>
      periodLine(item, productName(account, item.price), {
        start: item.current_period_start,
        end: item.current_period_end,
      }),
    ),
  ];
  const invoice = makeInvoice(account, {
    subscription: renewed,
    reason: "subscription_cycle",
    lines,
    period: { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 },
  });
  change(account, current(account, renewed), { latest_invoice: invoice.id }, null);
  return invoice;
}

/** Retries a failed renewal; after the last attempt the subscription ends. */
function retry(account: Account, invoice: Stripe.Invoice): void {
  payInvoice(account, invoice, null, { offSession: true, isScheduled: true });
  const now = current(account, invoice);
  const waits = intentOf(account, invoice.id)?.status === "requires_action";
  if (now.status !== "open" || now.next_payment_attempt !== null || waits) return;
  const subscription = subscriptionOf(account, invoice);
  if (subscription && !hasEnded(subscription)) cancelNow(account, subscription, "payment_failed");
}

function expirePending(account: Account, subscription: Stripe.Subscription): void {
  const { latest_invoice } = subscription;
  const invoice = account.ledger.get("invoice", latest_invoice as string);
  if (invoice?.status === "open") voidInvoice(account, invoice);
  change(account, subscription, { pending_update: null }, "customer.subscription.pending_update_expired");
}

/**
 * Performs all work due until a time, in order. `moveTo` sets the account's clock to the time of each, so that periods and events get the
 * correct dates.
 */
export function runDue(account: Account, until: number, moveTo: (seconds: number) => void): void {
  // Limited, because work that fails without a change would be due again forever.
  for (let round = 0; round < 10_000; round += 1) {
    const next = dueWork(account)
      .filter(({ at }) => at <= until)
      .sort((one, other) => one.at - other.at)[0];
    if (!next) return;
    moveTo(Math.max(next.at, account.clock.now()));
    next.run();
  }
}
