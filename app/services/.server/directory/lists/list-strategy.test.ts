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

const cases: Array<[string, Strategy, Partial<ListTraits>]> = [
  ["a page number", "page-by-position", {}],
  ["a page number of a long list", "page-by-position", { isKnownLong: true }],
  ["a cursor", "keyset", { hasStart: true }],
  ["a cursor of a long list", "keyset", { hasStart: true, isKnownLong: true }],
  ["a search", "search-first", { isSelective: true }],
  ["a search with a cursor", "search-first", { isSelective: true, hasStart: true }],
  ["a search sorted by id", "search-first", { isSelective: true, isInIdOrder: true }],
  ["a search with many matches", "walk", { isSelective: true, isKnownLong: true }],
  ["a search with many matches and a cursor", "walk", { isSelective: true, isKnownLong: true, hasStart: true }],
  [
    "a search with many matches, sorted by id",
    "page-by-position",
    { isSelective: true, isKnownLong: true, isInIdOrder: true },
  ],
  [
    "a search with many matches, sorted by id, with a cursor",
    "keyset",
    { isSelective: true, isKnownLong: true, isInIdOrder: true, hasStart: true },
  ],
  ["people without a group, sorted by email", "by-type", { isSelective: true, isSplitByType: true }],
  [
    "many people without a group, sorted by email",
    "by-type",
    { isSelective: true, isSplitByType: true, isKnownLong: true },
  ],
  ["a grouped list", "grouped", { isGrouped: true }],
  ["a grouped search", "grouped", { isGrouped: true, isSelective: true, isSplitByType: true, hasStart: true }],
];

it.each(cases)("given %s, then it chooses the strategy %s", (_name, strategy, traits) => {
  expect(chooseStrategy({ ...plain, ...traits })).toBe(strategy);
});
