import { expect, it } from "vitest";
import type { CardPaymentStatus } from "./card-payment.machine";
import { waitWhilePending } from "./pending-wait.server";

/** Waiting for what is pending. docs/product/shell.md#card-payment. */

const reading = (statuses: CardPaymentStatus[]) => {
  const rest = [...statuses];
  return { read: async () => rest.shift() ?? "pending", left: () => rest.length };
};

it("given nothing that is pending, then one look is enough", async () => {
  const { read, left } = reading(["init", "init"]);
  expect(await waitWhilePending(read, 0)).toBe(true);
  expect(left()).toBe(1);
});

it("given five looks at what is pending and an end, then it goes on", async () => {
  const pending: CardPaymentStatus[] = ["pending", "pending", "pending", "pending", "pending"];
  expect(await waitWhilePending(reading([...pending, "failed"]).read, 0)).toBe(true);
  expect(await waitWhilePending(reading([...pending, "pending", "failed"]).read, 0)).toBe(false);
});
