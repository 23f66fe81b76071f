import { setTimeout as sleep } from "node:timers/promises";
import { type CardPaymentStatus, pendingPause, pendingTries } from "./card-payment.machine";

/**
 * Waits while a card is pending: 5 tries, 100 ms apart. docs/product/shell.md#card-payment.
 * @param read reads the stored status
 * @returns false if it is still pending after the last try
 */
export async function waitWhilePending(read: () => Promise<CardPaymentStatus>, pause = pendingPause): Promise<boolean> {
  for (let attempt = 0; attempt < pendingTries; attempt += 1) {
    if ((await read()) !== "pending") return true;
    await sleep(pause);
  }
  return (await read()) !== "pending";
}
