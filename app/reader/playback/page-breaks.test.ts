import { expect, test } from "vitest";
import { breaksOf } from "./page-breaks";

test("a sentence over three pages turns where its lines end", () => {
  const parts = [
    { page: 4, share: 0.5 },
    { page: 5, share: 0.25 },
    { page: 6, share: 0.25 },
  ];
  expect(breaksOf({ begin: 10, end: 14 }, parts)).toEqual([
    { page: 5, from: 12 },
    { page: 6, from: 13 },
  ]);
});

test("a sentence on one page, or one without an end, turns nothing", () => {
  expect(breaksOf({ begin: 1, end: 2 }, [{ page: 0, share: 1 }])).toEqual([]);
  const parts = [
    { page: 0, share: 0.5 },
    { page: 1, share: 0.5 },
  ];
  expect(breaksOf({ begin: 1, end: Number.POSITIVE_INFINITY }, parts)).toEqual([]);
});
