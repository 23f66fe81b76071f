import { consumerLawOf } from "~/realms/consumer-law";
import { type Realm, realmRow } from "~/realms/realm";
import type { ProviderPayment } from "./stripe-port";
import type { PlannedRefund } from "./tables";

/**
 * Withdrawal from a contract: until when, and what is paid back. Pure. docs/decisions/0087-withdrawals.md.
 */

const dayMilliseconds = 24 * 60 * 60 * 1000;

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

export type Withdrawal = {
  /** The last day on which one may withdraw, in the country. */
  lastDay: string;
  isOpen: boolean;
  /** In minor units: paid so far, kept for the days used, and paid back. */
  paid: number;
  kept: number;
  /** The same by payment, the newest first. */
  refunds: PlannedRefund[];
};

/**
 * What a withdrawal now leads to. The days count in the country's time zone, from the day after the purchase; if the last one is a Saturday
 * or Sunday, it is the Monday after. With consent, the days before today are kept, of all days paid for; without, everything is paid back.
 */
export function withdrawalOf(
  { realm, purchasedAt, paidUntil, hasConsented, payments }: Contract,
  now: Date,
): Withdrawal {
  const [bought, today, end] = [purchasedAt, now, paidUntil].map((time) => dayIn(realm, time)) as [
    number,
    number,
    number,
  ];
  const last = workingDay(bought + consumerLawOf(realm).withdrawalDays);
  const paid = sum(payments.map(({ amount, refunded }) => amount - refunded));
  const share = Math.min(1, Math.max(0, today - bought) / Math.max(1, end - bought));
  const kept = hasConsented ? Math.round(paid * share) : 0;
  return { lastDay: isoDay(last), isOpen: today <= last, paid, kept, refunds: refundsOf(payments, paid - kept) };
}

/** Takes an amount back from payments, the newest first. */
function refundsOf(payments: readonly ProviderPayment[], amount: number): PlannedRefund[] {
  let rest = amount;
  return payments
    .toSorted((one, other) => other.paidAt - one.paidAt)
    .flatMap(({ intentId, amount: paid, refunded }) => {
      const taken = Math.min(rest, paid - refunded);
      rest -= taken;
      return taken > 0 ? [{ intentId, amount: taken }] : [];
    });
}

/** Number of the day in a country's time zone, counted from 1970-01-01. */
function dayIn(realm: Realm, time: Date): number {
  const { timeZone } = realmRow(realm);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(time);
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMilliseconds);
}

/** The day, or the Monday after a weekend. */
function workingDay(day: number): number {
  const weekday = new Date(day * dayMilliseconds).getUTCDay();
  return day + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

function isoDay(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
