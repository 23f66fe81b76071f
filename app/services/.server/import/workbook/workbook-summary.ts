import type { ImportColumnId } from "~/services/contracts/import-columns";
import type { WorkbookSheet } from "~/services/contracts/import-sheets";

/** What was read of a workbook, beside its rows. */
export type WorkbookSummary = {
  /** Sheets with people whose rows are read, in order. */
  sheets: string[];
  /** Sheets without headings: instructions, lists of choices. */
  ignoredSheets: string[];
  /** People in the rows that are read. */
  rows: number;
  columns: ImportColumnId[];
  /** The first 200 unmatched headings. */
  ignoredHeadings: { sheet: string; heading: string }[];
  /** All sheets in order, with those that are not read; without empty ones and our own of lists and instructions. */
  workbookSheets: WorkbookSheet[];
};
