import { workbookLimits } from "./limits";
import type { CellMarks, SheetRow } from "./sheet-row";
import { WorkbookError } from "./workbook-error";

/** Cells that a user merged over several rows: the file has the value in the first row only, and the user sees it beside each. */

type MergedRange = { column: number; firstRow: number; lastRow: number; ref: string };
/** By their first row. */
export type MergedRanges = Map<number, MergedRange[]>;

export function noMergedRanges(): MergedRanges {
  return new Map();
}

/** Ranges in all; more are no spreadsheet of people. */
const mostRanges = 200_000;

/**
 * Adds a range such as `D4:D9`. Ranges within a row are left out: they cover cells of other columns, where the value means nothing.
 * @throws WorkbookError too-large
 */
export function addMergedRange(ranges: MergedRanges, ref: string): void {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})$/.exec(ref);
  if (!match) return;
  const [, letters = "", first, last] = match;
  const [firstRow, lastRow] = [Number(first), Number(last)];
  if (lastRow <= firstRow) return;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const own = ranges.get(firstRow);
  const range = { column, firstRow, lastRow, ref };
  if (own) own.push(range);
  else ranges.set(firstRow, [range]);
  if (ranges.size > mostRanges || (own?.length ?? 0) > workbookLimits.columns) throw new WorkbookError("too-large");
}

/** Fills the rows of a sheet, which are given in order, with the values of merged cells. */
export function mergedCellFiller(ranges: MergedRanges): (row: SheetRow) => SheetRow {
  if (ranges.size === 0) return (row) => row;
  const open = new Map<number, MergedRange & { text: string | undefined; mark: ReturnType<CellMarks["get"]> }>();
  return (row) => {
    for (const [column, { lastRow }] of open) if (row.row > lastRow) open.delete(column);
    const filled = open.size === 0 ? row : withValues(row, open);
    for (const range of ranges.get(row.row) ?? []) {
      const [text, mark] = [row.texts[range.column], row.marks?.get(range.column)];
      if (text !== undefined || mark) open.set(range.column, { ...range, text, mark });
    }
    return filled;
  };
}

type Value = { ref: string; text: string | undefined; mark: ReturnType<CellMarks["get"]> };

function withValues(row: SheetRow, values: ReadonlyMap<number, Value>): SheetRow {
  const texts = [...row.texts];
  const marks: CellMarks = new Map(row.marks);
  const from = new Map<number, string>();
  for (const [column, { ref, text, mark }] of values) {
    // What stands in a covered cell is not displayed.
    texts[column] = text;
    if (mark) marks.set(column, mark);
    else marks.delete(column);
    from.set(column, ref);
  }
  return { ...row, texts, marks, from };
}
