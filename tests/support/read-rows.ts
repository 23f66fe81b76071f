import { readWorkbook, type SheetsToRead, type WorkbookRow } from "~/services/.server/import/workbook/read-workbook";
import { type WorkbookDraft, workbookFile } from "./make-workbook";

/** The rows of a workbook, with how often the reading began anew. */
export async function readRows(draft: WorkbookDraft, sheets: SheetsToRead = "all") {
  const path = await workbookFile(draft);
  let rows: WorkbookRow[] = [];
  let restarts = 0;
  const summary = await readWorkbook(path, {
    sheets,
    onRows: async (batch) => {
      rows.push(...batch);
    },
    onRestart: async () => {
      rows = [];
      restarts += 1;
    },
  });
  return { rows, summary, restarts };
}

/** `<worksheet>` with what stands around its rows: columns before them, merged cells behind. */
export function sheetPart(rows: string, { before = "", merged = [] }: { before?: string; merged?: string[] }): string {
  const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  return `<worksheet>${before}<sheetData>${rows}</sheetData><mergeCells count="${merged.length}">${cells}</mergeCells></worksheet>`;
}
