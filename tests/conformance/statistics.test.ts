import { expect, test } from "vitest";
import { quantile, summariseRate, worstOf } from "./statistics";

test("a quantile is a measured value, never one in between", () => {
  expect(quantile([5, 1, 9, 3], 0.5)).toBe(3);
  expect(quantile([5, 1, 9, 3], 0.95)).toBe(9);
  expect(quantile([4], 0)).toBe(4);
  expect(quantile([], 0.5)).toBeNaN();
});

test("errors count without their sign, and clips that never lit apart", () => {
  const errors = [-12, 4, null, 8, -2.04];
  expect(summariseRate(2, errors)).toEqual({ rate: 2, clips: 5, p50: 4, p95: 12, max: 12, never: 1, signed: -2 });
});

test("the worst of all rates is what is held against a bound", () => {
  const slow = summariseRate(0.5, [1, 2, 3]);
  const fast = summariseRate(2, [9, -20, null]);
  expect(worstOf([slow, fast])).toEqual({ p50: 9, p95: 20, max: 20, never: 1 });
  expect(worstOf([])).toBeNull();
});

test("a rate at which nothing lit does not hide behind the others", () => {
  expect(worstOf([summariseRate(1, [3]), summariseRate(2, [null, null])])).toEqual({
    p50: 3,
    p95: 3,
    max: 3,
    never: 2,
  });
});
