import { describe, expect, it } from "vitest";
import { laterEndOn, renewsBefore, replacesCancellation, wishedEnd } from "./stated-cancellations";
import type { ProviderSubscription } from "./stripe-port";

const secondsOf = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1000;
const monthly = {
  ...{ status: "active", cancelAtPeriodEnd: false, pausedFrom: null, interval: "month" },
  periodEnd: secondsOf("2026-12-31"),
} as ProviderSubscription;
const yearly: ProviderSubscription = { ...monthly, interval: "year" };

describe("a second cancellation of a contract", () => {
  const contract = { name: "Ada Berg", orderNumber: "4F7A", email: "ada@home.example" };
  const soon = { ...contract, type: "ordinary" as const, reason: null, endsOn: null };
  const later = { ...soon, endsOn: "2027-06-15" };
  const serious = { ...contract, type: "extraordinary" as const, reason: "The books do not open", endsOn: null };
  it.each([
    ["as soon as possible counts after one for a later day", later, soon, true],
    ["for an earlier day counts", later, { ...later, endsOn: "2027-03-01" }, true],
    ["for a later day changes nothing", soon, later, false],
    ["that says the same changes nothing", soon, soon, false],
    ["for a serious reason counts", soon, serious, true],
    ["for another serious reason counts", serious, { ...serious, reason: "Charged twice" }, true],
    ["for the same serious reason changes nothing", serious, serious, false],
    [
      "without a reason changes nothing after one with a serious reason",
      { ...serious, endsOn: "2027-06-15" },
      soon,
      false,
    ],
  ])("%s", (_, held, next, expected) => {
    expect(replacesCancellation({ stated: next }, { stated: held })).toBe(expected);
  });
});

describe("a cancellation that wishes a day", () => {
  it.each<[string, string | null, Partial<ProviderSubscription>, boolean]>([
    ["none", null, {}, false],
    ["within the paid time", "2026-12-15", {}, false],
    ["on its last day", "2026-12-31", {}, false],
    ["after it", "2027-01-01", {}, true],
    ["after it, of a plan that ends anyway", "2027-01-01", { cancelAtPeriodEnd: true }, false],
    ["after it, of a plan that has ended", "2027-01-01", { status: "canceled" }, false],
  ])("%s", (_, endsOn, changes, expected) => {
    expect(renewsBefore("de", { ...monthly, ...changes }, { endsOn })).toBe(expected);
  });

  it("and has a good reason, then nothing is charged before somebody has read it", () => {
    expect(renewsBefore("de", monthly, { endsOn: "2027-02-01", type: "extraordinary" })).toBe(false);
  });

  it.each<[string, "de" | "fr", ProviderSubscription, string, string]>([
    ["with the month that reaches it", "de", monthly, "2027-02-10", "2027-02-28"],
    ["with the month that ends on it", "de", monthly, "2027-01-31", "2027-01-31"],
    ["with the year that reaches it", "fr", yearly, "2027-02-10", "2027-12-31"],
    ["on it, where a year that has renewed ends with notice", "de", yearly, "2027-02-10", "2027-02-10"],
  ])("later than the paid time ends %s", (_, realm, subscription, endsOn, expected) => {
    expect(laterEndOn(realm, subscription, endsOn)).toBe(expected);
  });

  it("is a moment of that day in every country", () => {
    expect(new Date(wishedEnd({ endsOn: "2027-02-10" }) * 1000).toISOString()).toBe("2027-02-10T12:00:00.000Z");
    expect(wishedEnd(null)).toBe(0);
  });
});
