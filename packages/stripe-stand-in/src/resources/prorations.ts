import type Stripe from "stripe";
import type { Account } from "../account";
import { newId } from "../ids";
import type { DraftLine } from "./invoice-lines";

/**
 * Lines for a change of plan within a period: a credit for the rest of the period at the old price, and a debit for it at the new price.
 * With `startsPeriod` the change starts a new period, so the full new price is due and only the credit remains.
 */
export function prorationLines(
  before: Stripe.SubscriptionItem[],
  after: Stripe.SubscriptionItem[],
  at: number,
  startsPeriod: boolean,
  nameOf: (price: Stripe.Price) => string,
): DraftLine[] {
  const changed = (item: Stripe.SubscriptionItem, others: Stripe.SubscriptionItem[]) =>
    !others.some((other) => {
      return other.id === item.id && other.price.id === item.price.id && other.quantity === item.quantity;
    });
  const credits = before
    .filter((item) => changed(item, after) || startsPeriod)
    .map((item) => restOfPeriod(item, at, -1, `Unused time on ${nameOf(item.price)}`));
  if (startsPeriod) return credits;
  const debits = after
    .filter((item) => changed(item, before))
    .map((item) => restOfPeriod(item, at, 1, `Remaining time on ${nameOf(item.price)}`));
  return [...credits, ...debits];
}

function restOfPeriod(item: Stripe.SubscriptionItem, at: number, sign: 1 | -1, description: string): DraftLine {
  const whole = item.current_period_end - item.current_period_start;
  const rest = Math.max(0, Math.min(whole, item.current_period_end - at));
  const price = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  return {
    amount: sign * Math.round((price * rest) / whole),
    currency: item.price.currency,
    description,
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: at, end: item.current_period_end },
    subscription: item.subscription,
    subscriptionItem: item.id,
    isProration: true,
    invoiceItem: newId("ii"),
  };
}

const noteOf = (subscription: string) => `prorations:${subscription}`;

/** Prorations wait for the next invoice unless one is requested immediately. */
export function storeProrations(account: Account, subscription: string, lines: DraftLine[]): void {
  account.ledger.setNote(noteOf(subscription), [...storedProrations(account, subscription), ...lines]);
}

function storedProrations(account: Account, subscription: string): DraftLine[] {
  return account.ledger.note<DraftLine[]>(noteOf(subscription)) ?? [];
}

export function takeProrations(account: Account, subscription: string): DraftLine[] {
  const stored = storedProrations(account, subscription);
  if (stored.length > 0) account.ledger.setNote(noteOf(subscription), undefined);
  return stored;
}
