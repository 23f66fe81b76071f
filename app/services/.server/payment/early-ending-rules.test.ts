import { describe, expect, it } from "vitest";
import type { Realm } from "~/realms/realm";
import { earlyEndOf, earlyRefundOf } from "./early-ending-rules";
import type { ProviderSubscription } from "./stripe-port";

/** Notice after the first year. docs/decisions/0094-notice-after-the-first-year.md. */

const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;
const renewed = {
  ...{ interval: "year", status: "active", periodStart: at("2027-03-10"), periodEnd: at("2028-03-10") },
  latestInvoice: { isRenewal: true },
} as ProviderSubscription;

describe("when a plan ends that is cancelled", () => {
  it.each<[string, Realm, Partial<ProviderSubscription>, string, string | null]>([
    ["a renewed year in Germany: a month later", "de", {}, "2027-05-20", "2027-06-20"],
    ["a renewed year in the Netherlands", "nl", {}, "2027-05-20", "2027-06-20"],
    ["on the last day of January: on the last of February", "de", {}, "2028-01-31", "2028-02-29"],
    ["less than a month before its paid time does: with that", "de", {}, "2028-02-20", null],
    ["in its first year: with the year", "de", { latestInvoice: { isRenewal: false } as never }, "2027-05-20", null],
    ["a plan of a month: with the month", "de", { interval: "month" }, "2027-05-20", null],
    ["a renewal that is not paid", "de", { status: "past_due" }, "2027-05-20", null],
    ["elsewhere: with the year", "fr", {}, "2027-05-20", null],
  ])("%s", (_, realm, changes, cancelledOn, endsOn) => {
    const ends = earlyEndOf(realm, { ...renewed, ...changes }, at(cancelledOn));
    expect(ends).toBe(endsOn === null ? null : at(endsOn));
  });
});

describe("what is paid back", () => {
  const payment = { intentId: "pi_2", amount: 36600, refunded: 0, paidAt: at("2027-03-10") };
  const earlier = { intentId: "pi_1", amount: 36600, refunded: 0, paidAt: at("2026-03-10") };

  it.each([
    ["the days after the end, of the period's payment alone", [earlier, payment], "2027-06-20", 36600, 10200],
    ["less what was paid back before", [{ ...payment, refunded: 30000 }], "2027-06-20", 6600, 1839],
    ["nothing where nothing was paid", [earlier], "2027-06-20", 0, 0],
    ["nothing on the last day", [payment], "2028-03-10", 36600, 36600],
  ])("%s", (_, payments, endsOn, paid, kept) => {
    const refund = earlyRefundOf("de", renewed, at(endsOn), payments);
    expect([refund.paid, refund.kept]).toEqual([paid, kept]);
    expect(refund.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid - kept);
    expect(refund.refunds.every(({ intentId }) => intentId === "pi_2")).toBe(true);
  });
});
