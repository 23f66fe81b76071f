import type { Import } from "~/services/contracts/import-entity";
import {
  type RowOutcome,
  type RowResult,
  rowOutcomes,
  rowResults,
  type UndoResult,
  undoResults,
} from "~/services/contracts/import-states";

/** Filter for the rows of an import; {} matches all. */
export type RowFilter = {
  outcome?: RowOutcome;
  result?: RowResult;
  undo?: UndoResult;
  undecided?: "true";
  warned?: "true";
};

export const rowsAPage = 25;

type RowFilterChoice = { filter: RowFilter; count: number };

/** Before the import, rows are filtered by outcome; afterwards by result. */
export function isStarted({ state }: Pick<Import, "state">): boolean {
  return ["importing", "imported", "stopped", "undoing", "undone"].includes(state);
}

/** Filters that match rows, in order of urgency. */
export function rowFilters(run: Import): RowFilterChoice[] {
  const { outcomes, results, undo, undecided, warned } = run;
  const byOutcome = (names: readonly RowOutcome[]) =>
    names.map((outcome): RowFilterChoice => ({ filter: { outcome }, count: outcomes[outcome] }));
  const byUndo = undoResults.map((name): RowFilterChoice => ({ filter: { undo: name }, count: undo[name] }));
  // What the import did, and what of its file was wrong, is over.
  if (run.state === "undone") return byUndo.filter(({ count }) => count > 0);
  const choices: RowFilterChoice[] = isStarted(run)
    ? [
        ...byUndo,
        ...rowResults.map((result): RowFilterChoice => ({ filter: { result }, count: results[result] })),
        // Not imported, so they have no result.
        { filter: { undecided: "true" }, count: undecided },
        ...byOutcome(["wrong", "refused", "duplicate", "unchanged", "orphan"]),
        { filter: { warned: "true" }, count: warned },
      ]
    : [
        ...byOutcome(["wrong", "likely"]),
        { filter: { warned: "true" }, count: warned },
        ...byOutcome(["gone", "new", "returning", "moved", "changed", "refused", "duplicate", "unchanged", "orphan"]),
      ];
  return choices.filter(({ count }) => count > 0);
}

/** Initial filter: the rows that need attention, else all. */
export function defaultFilter(run: Import): RowFilter {
  if (isStarted(run)) return unfinishedFilter(run);
  if (run.outcomes.wrong > 0) return { outcome: "wrong" };
  return run.outcomes.likely > 0 ? { outcome: "likely" } : {};
}

/** Rows that were not imported or undone and need attention; {} if there are none. */
function unfinishedFilter({ state, undo, results }: Import): RowFilter {
  const undone = (["failed", "kept", ...(state === "undone" ? (["restored"] as const) : [])] as const).find(
    (name) => undo[name] > 0,
  );
  if (undone || state === "undone") return undone ? { undo: undone } : {};
  const result = (["failed", "edited", "refused"] as const).find((name) => results[name] > 0);
  return result ? { result } : {};
}

/** Link from the summary to the rows that a filter matches. */
export function rowsHref(filter: RowFilter): string {
  return `${filterQuery(filter)}#rows`;
}

export function filterQuery(filter: RowFilter): string {
  const entries = Object.entries(filter);
  return `?${new URLSearchParams(entries.length > 0 ? entries : [["all", "1"]])}`;
}

export function isSameFilter(one: RowFilter, other: RowFilter): boolean {
  return filterQuery(one) === filterQuery(other);
}

/** Number of rows in the file. */
export function countRowsOfFile({ outcomes }: Pick<Import, "outcomes">): number {
  return rowOutcomes.reduce((sum, outcome) => sum + outcomes[outcome], 0);
}

/** Number of rows that an import would write now. */
export function countRowsToWrite({ outcomes, undecided }: Pick<Import, "outcomes" | "undecided">): number {
  const { new: created, changed, moved, returning, gone, likely } = outcomes;
  return created + changed + moved + returning + gone + likely - undecided;
}
