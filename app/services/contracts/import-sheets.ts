import { z } from "zod";

/** Sheets of an uploaded workbook. docs/product/control-panel.md#validation. */

/** Maximum size of a workbook in bytes. */
export const largestWorkbook = 30 * 1024 * 1024;

/** A sheet whose rows are to be read. Hidden rows are those that the user or a filter has hidden. */
export const sheetChoiceSchema = z.strictObject({
  name: z.string().min(1).max(255),
  hiddenRows: z.boolean().default(false),
});
export type SheetChoice = z.output<typeof sheetChoiceSchema>;

/** Maximum number of sheets in a workbook. */
export const mostSheets = 100;

export const workbookSheetSchema = z.object({
  name: z.string(),
  isHidden: z.boolean(),
  /** Without headings there is nothing to read. */
  hasHeadings: z.boolean(),
  /** Number of people in visible rows, and in hidden ones. */
  rows: z.number(),
  hiddenRows: z.number(),
  /** Whether the preview has the people of visible rows, and those of hidden rows. */
  isRead: z.boolean(),
  isHiddenRead: z.boolean(),
  /** People with a value of a merged cell, and the first of the merged cells, `D4:D9`. */
  merged: z.object({ rows: z.number(), ranges: z.array(z.string()) }),
  /** Hidden columns, by ImportColumnId. They are read like the others. */
  hiddenColumns: z.array(z.string()),
});
export type WorkbookSheet = z.output<typeof workbookSheetSchema>;
