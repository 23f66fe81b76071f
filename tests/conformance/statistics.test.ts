import { expect, test } from "vitest";
import { quantile, summariseRate, worstOf } from "./statistics";

test("quantile returns a measured value without interpolation, and NaN without values", () => {
  expect(quantile([5, 1, 9, 3], 0.5)).toBe(3);
  expect(quantile([5, 1, 9, 3], 0.95)).toBe(9);
  expect(quantile([4], 0)).toBe(4);
  expect(quantile([], 0.5)).toBeNaN();
});

const onTime = (errors: ReadonlyArray<number | null>) =>
  errors.map((error) => (error === null ? null : { error, gap: 16.7 }));

test("summariseRate uses absolute errors and counts clips that were never highlighted separately", () => {
  const { onFrame, ...rest } = summariseRate(2, onTime([-12, 4, null, 8, -2.04]));
  expect(rest).toEqual({ rate: 2, clips: 5, p50: 4, p95: 12, max: 12, never: 1, signed: -2, lateFrames: 0 });
  expect(onFrame).toEqual({ p95: 12, max: 12 });
});

test("summariseRate subtracts the delay of late frames from the errors in onFrame", () => {
  const readings = [
    { error: 40, gap: 38 },
    { error: -9, gap: 60 },
  ];
  expect(summariseRate(1, readings)).toMatchObject({ max: 40, lateFrames: 2, onFrame: { p95: 20, max: 20 } });
  expect(summariseRate(2, readings)).toMatchObject({ max: 40, onFrame: { p95: 9, max: 9 } });
});

test("worstOf returns the worst value of all rates, and null without rates", () => {
  const slow = summariseRate(0.5, onTime([1, 2, 3]));
  const fast = summariseRate(2, onTime([9, -20, null]));
  expect(worstOf([slow, fast])).toEqual({ p50: 9, p95: 20, max: 20, never: 1 });
  expect(worstOf([])).toBeNull();
});

test("worstOf counts the clips of a rate at which nothing was highlighted", () => {
  expect(worstOf([summariseRate(1, onTime([3])), summariseRate(2, [null, null])])).toEqual({
    p50: 3,
    p95: 3,
    max: 3,
    never: 2,
  });
});
