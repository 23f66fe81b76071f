import { consumerLawOf } from "~/realms/consumer-law";
import { monthsAfter } from "~/realms/months-after";
import { dayIn, type Realm } from "~/realms/realm";
import { isSubscriptionRunning, paidUntil } from "./rules";
import type { ProviderSubscription } from "./stripe-port";
import type { StatedContract } from "./tables";

/**
 * When a contract ends that somebody cancels without signing in, who may want a later day than the next possible one. Pure.
 * docs/decisions/0095-stated-cancellations.md.
 */

type Stated = Pick<StatedContract, "endsOn" | "type"> | null;

/**
 * Whether a cancellation counts in place of an earlier one of the same order: it wants an earlier end, or states a serious reason that
 * nobody has read yet.
 */
export function replacesCancellation(
  { stated: next }: { stated: StatedContract | null },
  { stated: held }: { stated: StatedContract | null },
): boolean {
  if (next?.type === "extraordinary") return held?.type !== "extraordinary" || held.reason !== next.reason;
  return held?.type !== "extraordinary" && wishedEnd(next) < wishedEnd(held);
}

/** Noon in UTC, which is the same day in all our countries, in seconds since the epoch. */
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

/** When the family wants the contract to end, in seconds since the epoch; 0: as soon as possible. */
export function wishedEnd(stated: Stated): number {
  return stated?.endsOn ? noonOf(stated.endsOn) : 0;
}

/** Whether the plan renews once more before the day that was wished, so that it is cancelled later. */
export function renewsBefore(realm: Realm, subscription: ProviderSubscription, stated: Stated): boolean {
  const { cancelAtPeriodEnd } = subscription;
  if (!isSubscriptionRunning(subscription) || cancelAtPeriodEnd || !stated?.endsOn) return false;
  // Nothing more is charged while somebody reads the reason.
  if (stated.type === "extraordinary") return false;
  return stated.endsOn > dayIn(realm, new Date(paidUntil(subscription) * 1000));
}

/** The most periods that are counted ahead. */
const mostPeriods = 240;

/** The day on which a plan will end that renews before the day that was wished: with its first period that reaches it. */
export function laterEndOn(realm: Realm, subscription: ProviderSubscription, endsOn: string): string {
  const { interval, periodEnd } = subscription;
  // With notice after the first year, a plan may end within a period.
  if (interval === "year" && consumerLawOf(realm).noticeMonthsAfterFirstYear !== null) return endsOn;
  const months = interval === "year" ? 12 : 1;
  for (let count = 0; count <= mostPeriods; count += 1) {
    const day = dayIn(realm, new Date(monthsAfter(periodEnd, count * months) * 1000));
    if (day >= endsOn) return day;
  }
  return endsOn;
}
