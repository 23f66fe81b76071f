import type { ProviderReversal } from "./stripe-port";

/** Refunds and disputes of payments. Pure. docs/decisions/0092-refunds-and-disputes.md. */

type State = Pick<ProviderReversal, "kind" | "status">;

/** Whether the amount is not, or will not be, with the seller: also while a dispute is open, whose bank has taken it back at once. */
export function isTakenBack({ kind, status }: State): boolean {
  if (kind === "refund") return status !== "failed" && status !== "canceled";
  return status !== "won" && status !== "prevented" && !isInquiry(status);
}

/** Whether somebody has to answer the bank, or the bank has not decided yet. */
export function isOpenDispute({ kind, status }: State): boolean {
  return kind === "dispute" && /needs_response|under_review/.test(status);
}

export function isLostDispute({ kind, status }: State): boolean {
  return kind === "dispute" && status === "lost";
}

/** How the disputes of one payment stand; null if there was none. */
export function disputeStateOf(reversals: readonly State[]): "open" | "won" | "lost" | null {
  const disputes = reversals.filter(({ kind }) => kind === "dispute");
  if (disputes.some(isOpenDispute)) return "open";
  if (disputes.some(isLostDispute)) return "lost";
  return disputes.length > 0 ? "won" : null;
}

/** A bank that only asks takes nothing back. */
function isInquiry(status: string): boolean {
  return status.startsWith("warning_");
}

/**
 * How a lost dispute ends the plan that the payment was for: at once if it paid for the present period; else with the period that is paid,
 * since nobody who has paid is locked out.
 */
export function endOfDisputed(invoice: { startsAt: number }, plan: { periodStart: number }): "now" | "atPeriodEnd" {
  return invoice.startsAt >= plan.periodStart ? "now" : "atPeriodEnd";
}
