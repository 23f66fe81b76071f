import type { CouponTerms } from "./coupon-text";
import { monthsAfter } from "./months-after";

type Payments = {
  /** When the coupon is redeemed. */
  from: string;
  /** When the next payment is due. */
  next: string;
  /** Whether the payment at `from` takes the coupon too. */
  isPaidNow: boolean;
  /** Months between two payments. */
  everyMonths: number;
};

/** The last payment that a coupon reduces, counted from the next one: ISO 8601; null if that is not reduced any more, or all are. */
export function lastReducedPayment(
  { duration, months }: Pick<CouponTerms, "duration" | "months">,
  { from, next, isPaidNow, everyMonths }: Payments,
): string | null {
  if (duration === "once") return isPaidNow ? null : next;
  if (duration !== "repeating" || months === null) return null;
  const [first, end] = [secondsOf(next), monthsAfter(secondsOf(from), months)];
  let last: number | null = null;
  for (let count = 0; monthsAfter(first, count * everyMonths) < end; count += 1) {
    last = monthsAfter(first, count * everyMonths);
  }
  return last === null ? null : new Date(last * 1000).toISOString();
}

function secondsOf(moment: string): number {
  return Date.parse(moment) / 1000;
}
