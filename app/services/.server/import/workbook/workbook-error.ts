/** Why a workbook is not read; each is a sentence on the import's page. docs/product/control-panel.md#validation. */
export const workbookProblems = [
  /** No bytes, or no row of people. */
  "empty",
  "not-xlsx",
  /** The binary format of Excel before 2007. */
  "old-format",
  "encrypted",
  "macros",
  "too-large",
  "too-many-rows",
  "too-many-columns",
  "too-many-sheets",
  "text-too-long",
  "damaged",
  /** What no spreadsheet writes by itself: document types, parts outside the file. */
  "unsafe",
  "no-headings",
] as const;
export type WorkbookProblem = (typeof workbookProblems)[number];

/** Where in a workbook the problem lies. */
export type WorkbookPlace = { sheet: string; cell: string };

export class WorkbookError extends Error {
  constructor(
    readonly code: WorkbookProblem,
    readonly place: WorkbookPlace | null = null,
  ) {
    super(`The workbook is not read: ${code}`);
    this.name = "WorkbookError";
  }
}
