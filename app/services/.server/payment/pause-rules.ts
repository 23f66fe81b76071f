import { monthsAfter } from "~/realms/months-after";
import { isSubscriptionRunning, overdueInvoice, paidUntil } from "./rules";
import type { ProviderSubscription } from "./stripe-port";

/**
 * Pauses of a plan: they begin at the end of the paid time, when reading stops, and move the next payment by months. Pure.
 * docs/decisions/0093-pauses.md.
 */

/** Seconds before the end of the paid time in which a pause cannot begin or be taken back: the provider needs a time that is ahead. */
const marginSeconds = 5 * 60;

type Paused = Pick<ProviderSubscription, "pausedFrom" | "periodEnd">;

/** Whether a pause can begin: one at a time, and only of a plan that is paid and goes on. */
export function mayPause(subscription: ProviderSubscription, now: Date): boolean {
  const { status, cancelAtPeriodEnd, pendingPriceId, pausedFrom, periodEnd } = subscription;
  const isPaid = ["active", "trialing"].includes(status) && overdueInvoice(subscription) === null;
  const isFree = !cancelAtPeriodEnd && pendingPriceId === null && pausedFrom === null;
  return isSubscriptionRunning(subscription) && isPaid && isFree && isAhead(periodEnd, now);
}

/** Whether the paid time of a paused plan still runs: ending the pause then charges nothing now. */
export function isPauseAhead({ pausedFrom }: Pick<Paused, "pausedFrom">, now: Date): boolean {
  return pausedFrom !== null && isAhead(pausedFrom, now);
}

/** When the next payment is due after a pause begins, or is taken back; null for another change. In seconds since the epoch. */
export function nextPaymentAfter(
  subscription: Paused,
  { pauseMonths, resumes }: { pauseMonths: number | null; resumes: boolean },
): number | null {
  if (pauseMonths !== null) return monthsAfter(subscription.periodEnd, pauseMonths);
  return resumes ? paidUntil(subscription) : null;
}

function isAhead(seconds: number, now: Date): boolean {
  return seconds - now.getTime() / 1000 > marginSeconds;
}
