import { expect, it } from "vitest";
import type { CardPaymentStatus } from "./card-payment.machine";
import { waitWhilePending } from "./pending-wait.server";

/** Waiting while a card payment is pending. docs/product/shell.md#card-payment. */

const reading = (statuses: CardPaymentStatus[]) => {
  const rest = [...statuses];
  return { read: async () => rest.shift() ?? "pending", left: () => rest.length };
};

it("given a state that is not pending, then it is read once", async () => {
  const { read, left } = reading(["init", "init"]);
  expect(await waitWhilePending(read, 0)).toBe(true);
  expect(left()).toBe(1);
});

it("returns true when the sixth read is not pending, and false when it is", async () => {
  const pending: CardPaymentStatus[] = ["pending", "pending", "pending", "pending", "pending"];
  expect(await waitWhilePending(reading([...pending, "failed"]).read, 0)).toBe(true);
  expect(await waitWhilePending(reading([...pending, "pending", "failed"]).read, 0)).toBe(false);
});
