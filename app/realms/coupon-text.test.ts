import { describe, expect, it } from "vitest";
import { type CouponTerms, couponText } from "./coupon-text";

const half: CouponTerms = { percentOff: 50, amountOff: null, currency: null, duration: "repeating", months: 3 };

describe("a coupon in words", () => {
  it.each<[string, CouponTerms, string | null]>([
    ["for some months", half, "50% off for 3 months"],
    ["for a month", { ...half, months: 1 }, "50% off for 1 month"],
    ["for one payment", { ...half, duration: "once", months: null }, "50% off one payment"],
    ["for all payments", { ...half, duration: "forever", months: null }, "50% off every payment"],
    ["of an amount", { ...half, percentOff: null, amountOff: 250, currency: "GBP" }, "£2.50 off for 3 months"],
    ["of nothing", { ...half, percentOff: null }, null],
  ])("%s", (_, terms, expected) => {
    expect(couponText(terms, "en-UK")).toBe(expected);
  });

  it("has a space before the sign where the language has one", () => {
    expect(couponText(half, "fr")).toMatch(/^50\s%\sde réduction pendant 3\u00a0mois$/);
    expect(couponText(half, "de")).toMatch(/^50\s% Rabatt für 3 Monate$/);
  });
});
