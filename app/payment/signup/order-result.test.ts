import { expect, it } from "vitest";
import type { Order, Price } from "~/services/contracts/payment";
import type { Subscription } from "~/services/contracts/subscription";
import { boughtOf, isPaidByAnother } from "./order-result";

/** What the result page says was bought. */

const order = {
  id: "order-1",
  priceId: "price_1",
  status: "completed",
  amount: 6320,
  currency: "SEK",
  email: "ida@home.example",
  subscriptionId: "sub_1",
  paymentStatus: null,
} as Order;
const running = {
  id: "sub_1",
  currency: "SEK",
  items: [{ id: "si_1", priceId: "price_1", quantity: 1, amount: 7900, interval: "month" }],
  currentPeriodEnd: "2027-01-31T12:00:00.000Z",
  nextPaymentAt: "2027-01-31T12:00:00.000Z",
  nextPaymentAmount: 7900,
} as Subscription;
const waiting = { ...order, status: "created", subscriptionId: null } as Order;
const succeeded = { ...waiting, paymentStatus: { id: "cs_1", status: "succeeded" } } as Order;

it.each([
  [
    "its own order",
    order,
    "ida@home.example",
    { paid: { amount: 6320, currency: "SEK" }, receiptTo: "ida@home.example" },
  ],
  [
    "a hosted page's order that no settlement has read",
    succeeded,
    "a@b.example",
    { paid: { amount: 6320 }, receiptTo: "a@b.example" },
  ],
  ["an order that was free", { ...order, amount: 0 }, "a@b.example", { paid: { amount: 0 }, receiptTo: null }],
  ["another order", { ...order, subscriptionId: "sub_2" }, "a@b.example", { paid: null, receiptTo: null }],
  ["no order", null, "a@b.example", { paid: null, receiptTo: null }],
])(
  "given a running plan and %s, then it says the plan, and the sum and receipt of its own order alone",
  (_, own, email, result) => {
    expect(boughtOf(own, running, email, [])).toMatchObject({
      ...{ kind: "plan", interval: "month", price: { amount: 7900 }, until: running.currentPeriodEnd },
      ...{ next: { amount: 7900, on: running.nextPaymentAt }, ...result },
    });
  },
);

it("given a plan that was cancelled, then no next payment; without a plan that can be read, then only what the order says", () => {
  const cancelled = { ...running, nextPaymentAt: null, nextPaymentAmount: null };
  expect(boughtOf(order, cancelled, null, [])).toMatchObject({ next: null });
  expect(boughtOf(order, null, null, [])).toMatchObject({ interval: null, until: null, paid: { amount: 6320 } });
  expect(boughtOf(waiting, null, null, [])).toBeNull();
});

it.each([
  ["no plan", null, null, false],
  ["its own plan", order, running, false],
  ["an order that no settlement has read", succeeded, running, false],
  ["a cancelled order", { ...order, status: "canceled" } as Order, running, true],
  ["another order's plan", { ...order, subscriptionId: "sub_2" }, running, true],
  ["no order", null, running, true],
])("given %s, then isPaidByAnother tells whether another tab paid", (_, own, plan, isAnother) => {
  expect(isPaidByAnother(own, plan)).toBe(isAnother);
});

it("given a plan that was changed since, then it says the order's own plan with its own sum, and nothing of the new one", () => {
  const yearly = { id: "price_2", quantity: 1, amount: 79_000, interval: "year" };
  const changed = { ...running, items: [{ ...yearly, id: "si_1", priceId: "price_2" }] } as Subscription;
  const prices = [{ id: "price_1", amount: 7900, interval: "month" } as Price];
  expect(boughtOf(order, changed, "a@b.example", prices)).toEqual({
    ...{ kind: "plan", interval: "month", price: { amount: 7900, currency: "SEK" }, isFormer: true },
    ...{ paid: { amount: 6320, currency: "SEK" }, until: null, next: null, receiptTo: null },
  });
  expect(boughtOf(order, changed, null, [])).toMatchObject({ interval: null, paid: { amount: 6320 } });
});
