import { describe, expect, it } from "vitest";
import type { Realm } from "~/realms/realm";
import { withdrawalOf } from "./withdrawal-rules";

const payment = { intentId: "pi_1", amount: 36500, refunded: 0, paidAt: 100 };
const contract = {
  realm: "se" as Realm,
  // A Monday.
  purchasedAt: new Date("2026-11-02T10:00:00Z"),
  paidUntil: new Date("2027-11-02T10:00:00Z"),
  hasConsented: true,
  payments: [payment],
};

describe("until when one may withdraw", () => {
  it.each<[string, Realm, string, string, string, boolean]>([
    ["the last minute of day 14", "se", "2026-11-02T10:00:00Z", "2026-11-16T22:59:00Z", "2026-11-16", true],
    ["midnight after it", "se", "2026-11-02T10:00:00Z", "2026-11-16T23:00:00Z", "2026-11-16", false],
    [
      "bought before midnight in the country, which is the next day in UTC",
      "us",
      "2026-11-03T03:00:00Z",
      "2026-11-17T03:00:00Z",
      "2026-11-16",
      true,
    ],
    ["a Saturday as the last day", "de", "2026-11-07T10:00:00Z", "2026-11-23T22:00:00Z", "2026-11-23", true],
    ["a Sunday as the last day", "fr", "2026-11-08T10:00:00Z", "2026-11-23T23:30:00Z", "2026-11-23", false],
  ])("%s", (_, realm, bought, now, lastDay, isOpen) => {
    const made = { ...contract, realm, purchasedAt: new Date(bought) };
    expect(withdrawalOf(made, new Date(now))).toMatchObject({ lastDay, isOpen });
  });
});

describe("what is paid back", () => {
  it.each<[string, boolean, string, number]>([
    ["all without consent", false, "2026-11-12T10:00:00Z", 36500],
    ["all on the day of the purchase", true, "2026-11-02T22:00:00Z", 36500],
    ["less ten days of 365 with consent", true, "2026-11-12T10:00:00Z", 35500],
  ])("%s", (_, hasConsented, now, amount) => {
    const { refunds, paid, kept } = withdrawalOf({ ...contract, hasConsented }, new Date(now));
    expect(refunds).toEqual([{ intentId: "pi_1", amount }]);
    expect(paid - kept).toBe(amount);
  });

  it("the newest payment first, and nothing that was paid back before", () => {
    const payments = [
      { intentId: "pi_1", amount: 7900, refunded: 900, paidAt: 100 },
      { intentId: "pi_2", amount: 71100, refunded: 0, paidAt: 200 },
    ];
    const { refunds, paid } = withdrawalOf({ ...contract, hasConsented: false, payments }, contract.purchasedAt);
    expect(paid).toBe(78100);
    expect(refunds).toEqual([
      { intentId: "pi_2", amount: 71100 },
      { intentId: "pi_1", amount: 7000 },
    ]);
  });

  it("nothing of a contract that cost nothing", () => {
    expect(withdrawalOf({ ...contract, payments: [] }, contract.purchasedAt)).toMatchObject({
      paid: 0,
      kept: 0,
      refunds: [],
    });
  });
});
