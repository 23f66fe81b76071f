import fc from "fast-check";
import { expect, test } from "vitest";
import { parseClock } from "./clock";

test.each([
  ["500ms", 0.5],
  ["34.5ms", 0.0345],
  ["2min", 120],
  ["1.5h", 5400],
  ["12s", 12],
  ["12.25", 12.25],
  [".5s", 0.5],
  ["7", 7],
  ["0:00:24.500", 24.5],
  ["1:02:03", 3723],
  ["02:03.4", 123.4],
  ["00:00:00.170", 0.17],
  ["124:59:36", 449_976],
  [" 3s ", 3],
])("reads %s as %d seconds", (text, seconds) => {
  expect(parseClock(text)).toBeCloseTo(seconds, 9);
});

test.each([
  "0",
  "0s",
  "0:00:00",
  "0:00:00.000",
  "",
  " ",
  "-1s",
  "1:2:3:4",
  "5:75",
  "1:61:00",
  "ten",
  "12 s",
  "12sec",
  "1e3",
  "Infinity",
  "NaN",
])("returns null for %j", (text) => {
  expect(parseClock(text)).toBeNull();
});

test("returns null for null and undefined", () => {
  expect(parseClock(null)).toBeNull();
  expect(parseClock(undefined)).toBeNull();
});

test("every notation of a time gives the same seconds", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90_000_000 }), (ms) => {
      const hours = Math.floor(ms / 3_600_000);
      const minutes = Math.floor(ms / 60_000) % 60;
      const seconds = ((ms / 1000) % 60).toFixed(3);
      expect(parseClock(`${ms}ms`)).toBeCloseTo(ms / 1000, 6);
      expect(parseClock((ms / 1000).toFixed(3))).toBeCloseTo(ms / 1000, 6);
      expect(parseClock(`${(ms / 1000).toFixed(3)}s`)).toBeCloseTo(ms / 1000, 6);
      if (seconds !== "60.000") expect(parseClock(`${hours}:${minutes}:${seconds}`)).toBeCloseTo(ms / 1000, 6);
    }),
  );
});

test("given any text, then the result is a positive number or null", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const seconds = parseClock(text);
      expect(seconds === null || (Number.isFinite(seconds) && seconds > 0)).toBe(true);
    }),
  );
});
