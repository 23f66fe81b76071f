import { consumerLawOf } from "~/realms/consumer-law";
import { addDays, dayIn, type Realm } from "~/realms/realm";
import type { ProviderInvoice, ProviderPayment } from "./stripe-port";
import type { DecidedRefund, PlannedRefund } from "./tables";

/**
 * Withdrawal from a contract: until when, and what is paid back. Pure. docs/decisions/0087-statements-about-contracts.md.
 */

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** A period longer than this is one of a year: pauses have three months at most. */
const yearSeconds = 300 * 24 * 60 * 60;

type Contract = {
  realm: Realm;
  /** When the contract was made: with its first payment. */
  purchasedAt: Date;
  /** End of the paid time. */
  paidUntil: Date;
  /** Whether the family asked us to begin at once, and knows that the days used are then paid. */
  hasConsented: boolean;
  payments: readonly ProviderPayment[];
};

export type Withdrawal = DecidedRefund & {
  /** The last day on which one may withdraw, in the country. */
  lastDay: string;
  isOpen: boolean;
};

/**
 * What a withdrawal now leads to. The days count in the country's time zone, from the day after the purchase; if the last one is a Saturday
 * or Sunday, it is the Monday after. With consent, the days before today are kept, of all days paid for; without, everything is paid back.
 */
export function withdrawalOf(
  { realm, purchasedAt, paidUntil, hasConsented, payments }: Contract,
  now: Date,
): Withdrawal {
  const [bought, today, end] = [dayIn(realm, purchasedAt), dayIn(realm, now), dayIn(realm, paidUntil)];
  const lastDay = lastWithdrawalDay(realm, bought);
  const paid = leftOf(payments);
  const share = Math.min(1, Math.max(0, daysBetween(bought, today)) / Math.max(1, daysBetween(bought, end)));
  const kept = hasConsented ? Math.round(paid * share) : 0;
  return { lastDay, isOpen: today <= lastDay, paid, kept, refunds: refundsOf(payments, paid - kept) };
}

/**
 * The paid invoice of a change from months to a year, whose receipt has the new terms; null if there was none, or a year was paid before.
 * The invoice of a pause that ends is one of a change too.
 */
export function firstYearByChange(
  subscriptionId: string,
  invoices: readonly ProviderInvoice[],
): ProviderInvoice | null {
  const [first = null] = invoices
    .filter((each) => each.subscriptionId === subscriptionId && each.status === "paid")
    .filter(({ startsAt, endsAt }) => endsAt - startsAt > yearSeconds)
    .toSorted((one, other) => one.createdAt - other.createdAt);
  return first?.isForChange ? first : null;
}

/** What is left of payments after earlier refunds. */
export function leftOf(payments: readonly ProviderPayment[]): number {
  return sum(payments.map(({ amount, refunded }) => amount - refunded));
}

/** Takes an amount back from payments, the newest first. */
export function refundsOf(payments: readonly ProviderPayment[], amount: number): PlannedRefund[] {
  let rest = amount;
  return payments
    .toSorted((one, other) => other.paidAt - one.paidAt)
    .flatMap(({ intentId, amount: paid, refunded }) => {
      const taken = Math.min(rest, paid - refunded);
      rest -= taken;
      return taken > 0 ? [{ intentId, amount: taken }] : [];
    });
}

/** The last day on which a family may withdraw from what it bought on a day. */
export function lastWithdrawalDay(realm: Realm, bought: string): string {
  return workingDay(addDays(bought, consumerLawOf(realm).withdrawalDays));
}

/** The day, or the Monday after a weekend. */
function workingDay(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

/** Days from one ISO 8601 day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
