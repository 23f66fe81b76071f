import { expect, it } from "vitest";
import { chooseStrategy, type ListTraits, type Strategy } from "./list-strategy";

const plain: ListTraits = {
  hasStart: false,
  isGrouped: false,
  isSelective: false,
  isKnownLong: false,
  isInIdOrder: false,
  isSplitByType: false,
};

const cases: Array<[string, Partial<ListTraits>, Strategy]> = [
  ["a page by its number", {}, "page-by-position"],
  ["a page by its number of a long list", { isKnownLong: true }, "page-by-position"],
  ["a page behind a cursor", { hasStart: true }, "keyset"],
  ["a page behind a cursor of a long list", { hasStart: true, isKnownLong: true }, "keyset"],
  ["a search", { isSelective: true }, "search-first"],
  ["a search behind a cursor", { isSelective: true, hasStart: true }, "search-first"],
  ["a search by ids", { isSelective: true, isInIdOrder: true }, "search-first"],
  ["a long search", { isSelective: true, isKnownLong: true }, "walk"],
  ["a long search behind a cursor", { isSelective: true, isKnownLong: true, hasStart: true }, "walk"],
  ["a long search by ids", { isSelective: true, isKnownLong: true, isInIdOrder: true }, "page-by-position"],
  [
    "a long search by ids behind a cursor",
    { isSelective: true, isKnownLong: true, isInIdOrder: true, hasStart: true },
    "keyset",
  ],
  ["people without a group by e-mail", { isSelective: true, isSplitByType: true }, "by-type"],
  ["many people without a group by e-mail", { isSelective: true, isSplitByType: true, isKnownLong: true }, "by-type"],
  ["a list in groups", { isGrouped: true }, "grouped"],
  ["a search in groups", { isGrouped: true, isSelective: true, isSplitByType: true, hasStart: true }, "grouped"],
];

it.each(cases)("given %s, then it chooses the expected strategy", (_name, traits, strategy) => {
  expect(chooseStrategy({ ...plain, ...traits })).toBe(strategy);
});
