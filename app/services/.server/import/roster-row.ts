import type { ImportColumnId } from "~/services/contracts/import-columns";
import type { ImportRow, RowOutcome } from "~/services/contracts/imports";

/** One person of a roster: a row of a workbook, or what a source of another kind says of somebody. */
export type RosterRow = {
  /** Counts all rows from 1. */
  place: number;
  sheet: string;
  row: number;
  cells: RosterCells;
};
export type RosterCells = Partial<Record<ImportColumnId, { address: string | null; text: string }>>;

export type RowProblem = ImportRow["problems"][number];
export type RowChange = ImportRow["changes"][number];
export type RowCandidate = ImportRow["candidates"][number];

/** What a preview says of a row beside its outcome. */
export type RowView = { changes: RowChange[]; problems: RowProblem[]; candidates: RowCandidate[] };

export type PlannedRow = RowView & {
  place: number;
  outcome: RowOutcome;
  name: string | null;
  personId: number | null;
  duplicateOf: number | null;
};
