import type { ImportColumnId } from "~/services/contracts/import-columns";
import type { SheetChoice } from "~/services/contracts/import-sheets";
import { openWorkbookArchive, type WorkbookArchive } from "./archive";
import { type MergedRanges, noMergedRanges } from "./merged-cells";
import { type NumberFormat, numberFormatOf } from "./number-format";
import { readNumberFormats, readParts, readSharedStrings } from "./parts";
import type { RowBatch } from "./row-batch";
import { SheetReading } from "./sheet-reading";
import { WorkbookError } from "./workbook-error";
import type { WorkbookSummary } from "./workbook-summary";

/** Which rows are read: all, those that the user sees when opening the workbook, or those of chosen sheets. */
export type SheetsToRead = "all" | "visible" | readonly SheetChoice[];

type Receiver = {
  /** Resolves when the rows are processed; false stops reading. */
  onBatch(batch: RowBatch): Promise<boolean>;
  /** The rows passed so far are void: they lack the values of merged cells, and are all passed again. At most once. */
  onRestart(): Promise<void>;
};

/**
 * Reads a workbook in the current thread.
 * @throws WorkbookError
 */
export async function readSheets(
  path: string,
  onBatch: Receiver["onBatch"],
  toRead: SheetsToRead = "all",
  onRestart: Receiver["onRestart"] = async () => undefined,
): Promise<WorkbookSummary> {
  const archive = await openWorkbookArchive(path);
  try {
    return await readAll(archive, { onBatch, onRestart }, toRead);
  } finally {
    archive.close();
  }
}

async function readAll(
  archive: WorkbookArchive,
  { onBatch, onRestart }: Receiver,
  toRead: SheetsToRead,
): Promise<WorkbookSummary> {
  const parts = await readParts(archive);
  const formats = (await readNumberFormats(archive, parts.styles)).map(numberFormatOf);
  const sharedStrings = await readSharedStrings(archive, parts.sharedStrings);
  const workbook = { archive, parts, formats, sharedStrings, toRead };
  // A sheet's merged cells stand behind its rows. Searching for them first would unpack every large sheet twice.
  const missed = new Map<string, MergedRanges>();
  const summary = await readEach(workbook, onBatch, null, missed);
  if (missed.size === 0) return checked(summary);
  await onRestart();
  return checked(await readEach(workbook, onBatch, missed, new Map()));
}

type OpenWorkbook = {
  archive: WorkbookArchive;
  parts: Awaited<ReturnType<typeof readParts>>;
  formats: NumberFormat[];
  sharedStrings: string[];
  toRead: SheetsToRead;
};

/**
 * @param ranges merged cells by part, if they are known
 * @param missed is filled with the merged cells of sheets whose rows lack their values; from then on no rows are passed
 */
async function readEach(
  { archive, parts, formats, sharedStrings, toRead }: OpenWorkbook,
  onBatch: Receiver["onBatch"],
  ranges: ReadonlyMap<string, MergedRanges> | null,
  missed: Map<string, MergedRanges>,
): Promise<WorkbookSummary> {
  const { countsFrom1904 } = parts;
  const cellCount = { value: 0 };
  const columns = new Set<ImportColumnId>();
  const summary: WorkbookSummary = {
    ...{ sheets: [], ignoredSheets: [], rows: 0, columns: [], ignoredHeadings: [], workbookSheets: [] },
  };
  const pass = async (batch: RowBatch) => missed.size > 0 || onBatch(batch);
  for (const { name, part, isHidden } of parts.sheets) {
    const found = { mergedRanges: noMergedRanges(), hiddenColumns: [], lastRow: null };
    const context = { name, sharedStrings, formats, countsFrom1904, cellCount, ...found };
    const own = { isHidden, ...rowsToRead(name, isHidden, toRead) };
    const sheet = new SheetReading(context, summary, own, ranges?.get(part) ?? null);
    const isEnded = !(await sheet.read(archive, part, pass));
    if (sheet.described) summary.workbookSheets.push(sheet.described);
    if (sheet.isRead) for (const id of sheet.ids) columns.add(id);
    if (isEnded) break;
    if (sheet.missedRanges) missed.set(part, sheet.missedRanges);
  }
  return { ...summary, columns: [...columns] };
}

/** @throws WorkbookError for a workbook without people */
function checked(summary: WorkbookSummary): WorkbookSummary {
  const withPeople = summary.workbookSheets.filter(({ hasHeadings }) => hasHeadings);
  if (withPeople.length === 0) throw new WorkbookError("no-headings");
  // If there are people in rows that are not read, the user can choose them.
  if (withPeople.every(({ rows, hiddenRows }) => rows + hiddenRows === 0)) throw new WorkbookError("empty");
  return summary;
}

function rowsToRead(name: string, isHidden: boolean, toRead: SheetsToRead) {
  if (toRead === "all") return { isRead: true, isHiddenRead: true };
  if (toRead === "visible") return { isRead: !isHidden, isHiddenRead: false };
  const choice = toRead.find((each) => each.name === name);
  return { isRead: choice !== undefined, isHiddenRead: choice?.hiddenRows ?? false };
}
