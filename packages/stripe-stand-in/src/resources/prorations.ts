import type Stripe from "stripe";
import type { Account } from "../account";
import { newId } from "../ids";
import { productsOf } from "./coupons";
import { type DraftLine, restOf } from "./invoice-lines";

/**
 * Lines for a change of plan within a period: a credit for the rest of the period, of what it was charged after discounts, and a debit for
 * it at the new price after the subscription's discounts. With `startsPeriod` the change starts a new period, so the full new price is due
 * and only the credit remains. Like at the provider, the lines themselves take no further discount.
 * @param discounts of the subscription after the change
 */
export function prorationLines(
  account: Account,
  before: Stripe.SubscriptionItem[],
  after: Stripe.SubscriptionItem[],
  { at, startsPeriod, discounts }: { at: number; startsPeriod: boolean; discounts: Stripe.Discount[] },
  nameOf: (price: Stripe.Price) => string,
): DraftLine[] {
  const changed = (item: Stripe.SubscriptionItem, others: Stripe.SubscriptionItem[]) =>
    !others.some((other) => {
      return other.id === item.id && other.price.id === item.price.id && other.quantity === item.quantity;
    });
  const credits = before
    .filter((item) => changed(item, after) || startsPeriod)
    .map((item) => {
      const { amount, start } = chargedFor(account, item);
      return restOfPeriod(item, at, -shareOf(amount, at, start, item), `Unused time on ${nameOf(item.price)}`);
    });
  if (startsPeriod) return credits;
  const debits = after
    .filter((item) => changed(item, before))
    .map((item) => {
      const full = shareOf(priceOf(item), at, item.current_period_start, item);
      const off = discounts.reduce((total, discount) => total + discountOn(account, discount, item, full), 0);
      return restOfPeriod(item, at, Math.max(0, full - off), `Remaining time on ${nameOf(item.price)}`);
    });
  return [...credits, ...debits];
}

function priceOf(item: Stripe.SubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
}

/** What an item's current period was charged, less the discounts of that invoice; the price if no invoice has it. */
function chargedFor(account: Account, item: Stripe.SubscriptionItem): { amount: number; start: number } {
  for (const { status, lines } of account.ledger.all("invoice")) {
    if (status === "void" || status === "draft") continue;
    const line = lines.data.find(({ amount, parent, period, pricing }) => {
      const isOfItem = parent?.subscription_item_details?.subscription_item === item.id;
      const isOfPeriod = period.end === item.current_period_end && amount > 0;
      return isOfItem && isOfPeriod && pricing?.price_details?.price === item.price.id;
    });
    if (line) return { amount: restOf(line), start: line.period.start };
  }
  return { amount: priceOf(item), start: item.current_period_start };
}

function shareOf(amount: number, at: number, start: number, { current_period_end: end }: Stripe.SubscriptionItem) {
  const whole = end - start;
  return Math.round((amount * Math.max(0, Math.min(whole, end - at))) / whole);
}

function discountOn(account: Account, discount: Stripe.Discount, item: Stripe.SubscriptionItem, amount: number) {
  const coupon = account.ledger.get("coupon", discount.source.coupon as string);
  const products = coupon ? productsOf(account, coupon.id) : null;
  if (!coupon || (products !== null && !products.includes(item.price.product as string))) return 0;
  if (coupon.percent_off) return Math.round((amount * coupon.percent_off) / 100);
  return Math.round(((coupon.amount_off ?? 0) * amount) / Math.max(1, priceOf(item)));
}

function restOfPeriod(item: Stripe.SubscriptionItem, at: number, amount: number, description: string): DraftLine {
  return {
    amount: amount === 0 ? 0 : amount,
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
