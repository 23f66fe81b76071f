import { type ImportColumnId, joinList } from "~/services/contracts/import-columns";
import { openArchive, type WorkbookArchive } from "./archive";
import { normaliseCellText, numberFormatOf, withoutApostrophe } from "./cell-text";
import { isExample } from "./example-rows";
import { columnsOf, type SheetColumns } from "./headings";
import { workbookLimits } from "./limits";
import { readNumberFormats, readParts, readSharedStrings } from "./parts";
import { type BatchWriter, batchWriter, type RowBatch } from "./row-batch";
import { columnLetters, readSheet, type SheetContext, type SheetRow } from "./sheet-rows";
import { WorkbookError } from "./workbook-error";

export type WorkbookSummary = {
  /** Sheets with people, in order. */
  sheets: string[];
  /** Sheets without headings: instructions, lists of choices. */
  ignoredSheets: string[];
  rows: number;
  columns: ImportColumnId[];
  /** The first 200 unmatched headings. */
  ignoredHeadings: { sheet: string; heading: string }[];
};

const batchSize = 1_000;
/** Rows to search for headings: titles, merged cells and blank rows may come first. */
const rowsBeforeHeadings = 50;
const headingsNamed = 200;

/**
 * Reads a workbook in the current thread.
 * @param onBatch resolves when the rows are processed; false stops reading
 * @throws WorkbookError
 */
export async function readSheets(
  path: string,
  onBatch: (batch: RowBatch) => Promise<boolean>,
): Promise<WorkbookSummary> {
  const archive = await openArchive(path);
  try {
    return await readAll(archive, onBatch);
  } finally {
    archive.close();
  }
}

async function readAll(archive: WorkbookArchive, onBatch: (batch: RowBatch) => Promise<boolean>) {
  const parts = await readParts(archive);
  const formats = (await readNumberFormats(archive, parts.styles)).map(numberFormatOf);
  const sharedStrings = await readSharedStrings(archive, parts.sharedStrings);
  const { countsFrom1904 } = parts;
  const cellCount = { value: 0 };
  const columns = new Set<ImportColumnId>();
  const summary: WorkbookSummary = { sheets: [], ignoredSheets: [], rows: 0, columns: [], ignoredHeadings: [] };
  for (const { name, part } of parts.sheets) {
    const sheet = new SheetReading({ name, sharedStrings, formats, countsFrom1904, lastRow: null, cellCount }, summary);
    const isEnded = !(await sheet.read(archive, part, onBatch));
    for (const id of sheet.ids) columns.add(id);
    if (isEnded) break;
  }
  if (summary.sheets.length === 0) throw new WorkbookError("no-headings");
  if (summary.rows === 0) throw new WorkbookError("empty");
  return { ...summary, columns: [...columns] };
}

class SheetReading {
  private columns: SheetColumns["columns"] | null = null;
  private wanted: ReadonlySet<number> = new Set();
  private batch: BatchWriter | null = null;
  private rowsRead = 0;

  constructor(
    private readonly context: SheetContext,
    private readonly summary: WorkbookSummary,
  ) {}

  get ids(): ImportColumnId[] {
    return (this.columns ?? []).map(({ id }) => id);
  }

  /** Returns false if the caller stopped reading. */
  async read(archive: WorkbookArchive, part: string, onBatch: (batch: RowBatch) => Promise<boolean>): Promise<boolean> {
    let goesOn = true;
    const flush = async (least: number) => {
      while (goesOn && this.batch && this.batch.size >= least) goesOn = await onBatch(this.batch.take());
      return goesOn && !this.isWithoutHeadings;
    };
    const isWanted = (column: number) => this.columns === null || this.wanted.has(column);
    const onRow = (row: SheetRow) => this.take(row);
    await readSheet(archive, part, this.context, isWanted, onRow, () => flush(batchSize));
    if (this.columns === null) this.summary.ignoredSheets.push(this.context.name);
    else if (goesOn && this.batch && this.batch.size > 0) await flush(1);
    return goesOn;
  }

  private get isWithoutHeadings(): boolean {
    return this.columns === null && this.rowsRead >= rowsBeforeHeadings;
  }

  private take({ row, texts }: SheetRow): void {
    if (this.columns !== null) this.takePerson(row, texts, this.columns);
    else if (!this.isWithoutHeadings) this.takeHeadings(texts);
  }

  private takeHeadings(texts: SheetRow["texts"]): void {
    this.rowsRead += 1;
    // Only columns with a text have an entry.
    const trimmed = new Map(
      Object.entries(texts).map(([at, text = ""]): [number, string] => [Number(at), normaliseCellText(text)]),
    );
    const headings = columnsOf(trimmed);
    if (headings === null) return;
    const { name } = this.context;
    this.columns = headings.columns;
    this.wanted = new Set(headings.columns.flatMap(({ at }) => at));
    const letters = headings.columns.map(({ id, at }) => ({ id, letters: columnLetters(at[0] ?? 0) }));
    this.batch = batchWriter(name, letters, this.context.lastRow);
    this.summary.sheets.push(name);
    for (const heading of headings.ignored) {
      if (heading !== "" && this.summary.ignoredHeadings.length < headingsNamed)
        this.summary.ignoredHeadings.push({ sheet: name, heading });
    }
  }

  private takePerson(row: number, texts: SheetRow["texts"], columns: SheetColumns["columns"]): void {
    const own: string[] = [];
    let isEmpty = true;
    for (const { id, at } of columns) {
      const text = textIn(id, at, texts);
      if (text !== "") isEmpty = false;
      own.push(text);
    }
    const of = (id: ImportColumnId) => own[columns.findIndex((column) => column.id === id)] ?? "";
    if (isEmpty || isExample(of)) return;
    this.summary.rows += 1;
    if (this.summary.rows > workbookLimits.rows) throw new WorkbookError("too-many-rows");
    this.batch?.add(row, own);
  }
}

/** The text of a person's column. Only groups may have several columns in a sheet. */
function textIn(id: ImportColumnId, at: readonly number[], texts: SheetRow["texts"]): string {
  const [first = 0] = at;
  if (at.length === 1) return normalised(id, texts[first]);
  const own = at.map((column) => normalised(id, texts[column])).filter((text) => text !== "");
  return own.length > 1 ? joinList(own) : (own[0] ?? "");
}

/** Passwords are not trimmed. */
function normalised(id: ImportColumnId, text: string | undefined): string {
  if (text === undefined) return "";
  return id === "password" ? withoutApostrophe(text) : normaliseCellText(text);
}
