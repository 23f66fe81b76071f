import { expect, test } from "vitest";
import type { Import } from "~/services/contracts/import-entity";
import { rowOutcomes, rowResults, undoResults } from "~/services/contracts/import-states";
import { hasImportedNobody } from "./import-intents";
import { defaultFilter, rowFilters } from "./row-filters";

/** The filters for the rows of an import. */

const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));

test("given an import with rows that nobody decided on, then they can be filtered", () => {
  const run = {
    ...{ state: "imported", undecided: 2 },
    outcomes: { ...none(rowOutcomes), new: 1, likely: 3 },
    results: { ...none(rowResults), created: 2 },
    undo: none(undoResults),
  } as unknown as Import;
  expect(rowFilters(run)).toEqual([
    { filter: { result: "created" }, count: 2 },
    { filter: { undecided: "true" }, count: 2 },
  ]);
});

test("given an undone import, then only what was undone can be filtered, and its rows are shown first", () => {
  const run = {
    ...{ state: "undone", undecided: 1, warned: 1 },
    outcomes: { ...none(rowOutcomes), new: 2, wrong: 3, likely: 1 },
    results: { ...none(rowResults), created: 2 },
    undo: { ...none(undoResults), restored: 2 },
  } as unknown as Import;
  expect(rowFilters(run)).toEqual([{ filter: { undo: "restored" }, count: 2 }]);
  expect(defaultFilter(run)).toEqual({ undo: "restored" });
  expect(defaultFilter({ ...run, undo: { ...run.undo, kept: 1 } })).toEqual({ undo: "kept" });
});

test("an import that has ended without importing anybody is no success", () => {
  const results = none(rowResults) as Import["results"];
  expect(hasImportedNobody({ state: "imported", results })).toBe(true);
  expect(hasImportedNobody({ state: "imported", results: { ...results, changed: 1 } })).toBe(false);
  expect(hasImportedNobody({ state: "ready", results })).toBe(false);
});
