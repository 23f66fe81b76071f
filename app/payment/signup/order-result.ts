import type { Order, Price } from "~/services/contracts/payment";
import type { Subscription } from "~/services/contracts/subscription";

/** What the result page says was bought. Pure. docs/product/shell.md#screens. */

type Money = { amount: number; currency: Order["currency"] };

export type Bought =
  | {
      kind: "plan";
      /** Null for a price that is charged at other intervals, and before the first log-in. */
      interval: "month" | "year" | null;
      price: Money;
      /** Charged by this order; null if another order is the one that runs. */
      paid: Money | null;
      /** ISO 8601; null before the first log-in. */
      until: string | null;
      next: (Money & { on: string }) | null;
      /** Address of the receipt; null if none is sent, because nothing was charged here. */
      receiptTo: string | null;
      /** Whether the family has changed to another plan since, so that neither `until` nor `next` is this order's. */
      isFormer: boolean;
    }
  | { kind: "trial"; until: string };

/**
 * @param running the family's subscription at the provider; null if it cannot be read
 * @param prices the plans on offer, for an order whose plan has been changed since
 */
export function boughtOf(
  order: Order | null,
  running: Subscription | null,
  email: string | null,
  prices: readonly Price[],
): Bought | null {
  if (!running) return order && isPaidOrder(order) ? boughtByGuest(order) : null;
  const { currency, nextPaymentAt, nextPaymentAmount } = running;
  const [item] = running.items;
  const isThis = order?.subscriptionId === running.id || (order?.subscriptionId === null && isPaidOrder(order));
  const paid = order && isThis ? { amount: order.amount, currency } : null;
  if (order && isThis && isPlanChanged(order, running)) {
    const price = prices.find(({ id }) => id === order.priceId);
    const known = { interval: price?.interval ?? null, price: { amount: price?.amount ?? order.amount, currency } };
    return { kind: "plan", ...known, paid, until: null, next: null, receiptTo: null, isFormer: true };
  }
  return {
    kind: "plan",
    interval: item?.interval ?? null,
    price: { amount: item?.amount ?? 0, currency },
    paid,
    until: running.currentPeriodEnd,
    next:
      nextPaymentAt === null || nextPaymentAmount === null
        ? null
        : { on: nextPaymentAt, amount: nextPaymentAmount, currency },
    receiptTo: paid && paid.amount > 0 ? email : null,
    isFormer: false,
  };
}

/** Whether the subscription that an order began has another plan now. */
export function isPlanChanged(order: Order | null, running: Subscription | null): boolean {
  const [item] = running?.items ?? [];
  return order !== null && item !== undefined && item.priceId !== order.priceId;
}

/** All that is known before the first log-in. */
function boughtByGuest({ amount, currency, email }: Order): Bought {
  const money = { amount, currency };
  const common = { interval: null, until: null, next: null, isFormer: false } as const;
  return { kind: "plan", ...common, price: money, paid: money, receiptTo: amount > 0 ? email : null };
}

function isPaidOrder({ status, paymentStatus }: Order): boolean {
  return status === "completed" || paymentStatus?.status === "succeeded";
}

export function boughtTrial(endsOn: string | null): Bought | null {
  return endsOn === null ? null : { kind: "trial", until: endsOn };
}

/** Whether the plan that runs is not the one that this browser ordered. */
export function isPaidByAnother(order: Order | null, running: Subscription | null): boolean {
  if (!running) return false;
  if (!order || order.status === "canceled") return true;
  return order.subscriptionId !== null && order.subscriptionId !== running.id;
}

/** Why an order's last payment failed; null if the provider gave no reason. */
export function declineOf({ paymentStatus, error }: Order): { code: string; message: string } | null {
  const last = paymentStatus?.error ?? error;
  return last && { code: last.decline_code ?? last.code ?? last.type, message: last.message };
}
