/** Reasons why a workbook is rejected; the import's page has a sentence for each. docs/product/control-panel.md#validation. */
const workbookProblems = [
  /** No bytes, or no rows of people. */
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
  /** Constructs that no spreadsheet program writes: document types, parts outside the file. */
  "unsafe",
  "no-headings",
] as const;
export type WorkbookProblem = (typeof workbookProblems)[number];

/** Location of the problem in a workbook. */
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
