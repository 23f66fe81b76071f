import { expect, test } from "vitest";
import type { Import } from "~/services/contracts/import-entity";
import { rowOutcomes, rowResults, undoResults } from "~/services/contracts/import-states";
import { rowFilters } from "./row-filters";

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
