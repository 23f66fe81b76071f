import { consumerLawOf } from "~/realms/consumer-law";
import { monthsAfter } from "~/realms/months-after";
import { dayIn, type Realm } from "~/realms/realm";

import type { ProviderPayment, ProviderSubscription } from "./stripe-port";
import type { DecidedRefund } from "./tables";
import { daysBetween, leftOf, refundsOf } from "./withdrawal-rules";

/**
 * Plans that end before their paid time: in some countries a yearly plan that has renewed after its first year ends some months after it is
 * cancelled, and the rest is paid back. Pure. docs/decisions/0094-notice-after-the-first-year.md.
 */

/**
 * When a plan ends that is cancelled at a time, in seconds since the epoch; null if it ends with its paid time.
 * @param notBefore when the family wants it to end, if that is later
 */
export function earlyEndOf(
  realm: Realm,
  subscription: ProviderSubscription,
  cancelledAt: number,
  notBefore = 0,
): number | null {
  const months = consumerLawOf(realm).noticeMonthsAfterFirstYear;
  const { interval, status, latestInvoice, periodEnd } = subscription;
  const hasRenewed = interval === "year" && status === "active" && latestInvoice?.isRenewal === true;
  if (months === null || !hasRenewed) return null;
  const endsAt = Math.max(monthsAfter(cancelledAt, months), notBefore);
  return endsAt < periodEnd ? endsAt : null;
}

/**
 * What is paid back for the days after a plan ends early, of what was paid for its period. Days count in the country's time zone; the day on
 * which it ends is kept.
 */
export function earlyRefundOf(
  realm: Realm,
  { periodStart, periodEnd }: Pick<ProviderSubscription, "periodStart" | "periodEnd">,
  endsAt: number,
  payments: readonly ProviderPayment[],
): DecidedRefund {
  const ofPeriod = payments.filter(({ paidAt }) => paidAt >= periodStart);
  const [start, end, last] = [periodStart, periodEnd, endsAt].map((seconds) => dayIn(realm, new Date(seconds * 1000)));
  if (!start || !end || !last) throw new RangeError("a period without days");
  const paid = leftOf(ofPeriod);
  const share = Math.min(1, Math.max(0, daysBetween(start, last)) / Math.max(1, daysBetween(start, end)));
  const kept = Math.round(paid * share);
  return { paid, kept, refunds: refundsOf(ofPeriod, paid - kept) };
}
