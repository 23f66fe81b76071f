import { expect, it } from "vitest";
import { lastReducedPayment } from "./coupon-payments";

const now = "2026-11-30T10:00:00.000Z";
const inMonth = "2026-12-30T10:00:00.000Z";
const inYear = "2027-11-30T10:00:00.000Z";

it.each([
  ["of three months, bought with it", "repeating", 3, inMonth, true, 1, "2027-01-30T10:00:00.000Z"],
  [
    "of three months, on a plan that was paid two weeks ago",
    "repeating",
    3,
    "2026-12-16T10:00:00.000Z",
    false,
    1,
    "2027-02-16T10:00:00.000Z",
  ],
  ["of three months, bought with a year", "repeating", 3, inYear, true, 12, null],
  ["of one payment, bought with it", "once", null, inMonth, true, 1, null],
  ["of one payment, on a running plan", "once", null, inMonth, false, 1, inMonth],
  ["of every payment", "forever", null, inMonth, true, 1, null],
])("the last payment that a coupon %s reduces", (_, duration, months, next, isPaidNow, everyMonths, last) => {
  expect(lastReducedPayment({ duration, months }, { from: now, next, isPaidNow, everyMonths })).toBe(last);
});
