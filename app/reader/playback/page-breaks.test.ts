import { expect, test } from "vitest";
import { pageBreaksOf, SentenceOverPages } from "./page-breaks";

test("a sentence on three pages turns the page in proportion to its text on each", () => {
  const parts = [
    { page: 4, share: 0.5 },
    { page: 5, share: 0.25 },
    { page: 6, share: 0.25 },
  ];
  expect(pageBreaksOf({ begin: 10, end: 14 }, parts)).toEqual([
    { page: 5, from: 12 },
    { page: 6, from: 13 },
  ]);
});

test("a sentence on one page or without an end has no page breaks", () => {
  expect(pageBreaksOf({ begin: 1, end: 2 }, [{ page: 0, share: 1 }])).toEqual([]);
  const parts = [
    { page: 0, share: 0.5 },
    { page: 1, share: 0.5 },
  ];
  expect(pageBreaksOf({ begin: 1, end: Number.POSITIVE_INFINITY }, parts)).toEqual([]);
});

test("SentenceOverPages returns each next page once, when the text before it has been read", () => {
  const sentence = new SentenceOverPages();
  sentence.begin({ begin: 10, end: 20 }, [
    { page: 3, share: 0.5 },
    { page: 4, share: 0.5 },
  ]);
  expect([sentence.pageAt(12, 3), sentence.isReadOn(4, 12)]).toEqual([null, false]);
  expect([sentence.isReadOn(4, 16), sentence.pageAt(16, 3), sentence.pageAt(16, 3)]).toEqual([true, 4, null]);
  sentence.begin(undefined, []);
  expect(sentence.pageAt(16, 3)).toBeNull();
});
