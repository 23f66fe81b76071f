import { locales } from "~/realms/realm";
import {
  columnOfHeading,
  type ImportColumnId,
  importColumn,
  joinList,
  splitList,
} from "~/services/contracts/import-columns";
import type { WorkbookSheet } from "~/services/contracts/import-sheets";
import { foldedWord } from "~/services/contracts/import-words";
import type { WorkbookArchive } from "./archive";
import {
  isFormulaError,
  isFormulaText,
  isScientificText,
  normaliseCellText,
  withNamedCharacters,
  withoutApostrophe,
} from "./cell-text";
import { isExample } from "./example-rows";
import { type SheetColumns, sheetColumnsOf } from "./headings";
import { workbookLimits } from "./limits";
import { type MergedRanges, mergedCellFiller, noMergedRanges } from "./merged-cells";
import { batchWriter, type RowBatch, type RowBatchWriter, type RowMark } from "./row-batch";
import type { SheetRow } from "./sheet-row";
import { cellAddress, columnLetters, readSheet, type SheetContext } from "./sheet-rows";
import { templateTexts } from "./template-texts";
import { WorkbookError } from "./workbook-error";
import type { WorkbookSummary } from "./workbook-summary";

const batchSize = 1_000;
/** Rows to search for headings: titles, merged cells and blank rows may come first. */
const rowsBeforeHeadings = 50;
const headingsNamed = 200;
/** Rows that wait for the sheet's merged cells, which stand behind its rows. */
const mostRowsWaiting = 1_000;
const rangesNamed = 5;

/** Names of our own sheets, whose texts are not people, in all languages. */
const listNames = new Set(locales.map((locale) => foldedWord(templateTexts(locale).sheets.lists)));
const instructionNames = new Set(locales.map((locale) => foldedWord(templateTexts(locale).sheets.instructions)));

type ToRead = { isHidden: boolean; isRead: boolean; isHiddenRead: boolean };

/** Reads the people of one sheet: its headings, then its rows with the values of merged cells. */
export class SheetReading {
  private columns: SheetColumns["columns"] | null = null;
  private wanted: ReadonlySet<number> = new Set();
  private numbers: ReadonlySet<number> = new Set();
  /** Texts of the heading row, while the row below may be a second one. */
  private headings: Map<number, string> | null = null;
  private batch: RowBatchWriter | null = null;
  /** Of the row that is being taken. */
  private readonly marks: RowMark[] = [];
  private takesAllColumns = true;
  private rowsRead = 0;
  private isOfLists = false;
  private isOfCorrections = false;
  private waiting: SheetRow[] = [];
  private fill: ((row: SheetRow) => SheetRow) | null = null;
  /** Number of the heading row. */
  private headingRow = 0;
  /** Whether rows were passed on before the merged cells were known. */
  private isFilledBlindly = false;
  private readonly counts = { rows: 0, hiddenRows: 0, mergedRows: 0 };
  private readonly ranges = new Set<string>();

  constructor(
    private readonly context: SheetContext,
    private readonly summary: WorkbookSummary,
    private readonly toRead: ToRead,
    /** Merged cells that an earlier reading found; null before. */
    ranges: MergedRanges | null,
  ) {
    if (ranges) this.fill = mergedCellFiller(ranges);
  }

  get ids(): ImportColumnId[] {
    return (this.columns ?? []).map(({ id }) => id);
  }

  get isRead(): boolean {
    return this.toRead.isRead;
  }

  /** null for an empty sheet, and for ours of lists and instructions. */
  get described(): WorkbookSheet | null {
    const { name } = this.context;
    const hasHeadings = this.columns !== null;
    const folded = foldedWord(name);
    const isOurs = this.isOfLists || (!hasHeadings && (listNames.has(folded) || instructionNames.has(folded)));
    if (isOurs || (this.rowsRead === 0 && !hasHeadings)) return null;
    const { rows, hiddenRows, mergedRows } = this.counts;
    return {
      name,
      isHidden: this.toRead.isHidden,
      hasHeadings,
      rows,
      hiddenRows,
      isRead: hasHeadings && this.toRead.isRead,
      isHiddenRead: hasHeadings && this.toRead.isHiddenRead,
      merged: { rows: mergedRows, ranges: [...this.ranges] },
      hiddenColumns: this.hiddenHeadings(),
    };
  }

  /** The merged cells of a large sheet, if its rows were passed on without them: it must be read again with these. */
  get missedRanges(): MergedRanges | null {
    const { mergedRanges } = this.context;
    const isMissed = [...mergedRanges.values()].flat().some(({ column, firstRow }) => {
      return firstRow > this.headingRow && this.wanted.has(column);
    });
    return this.isFilledBlindly && this.toRead.isRead && isMissed ? mergedRanges : null;
  }

  /** Returns false if the caller stopped reading. */
  async read(archive: WorkbookArchive, part: string, onBatch: (batch: RowBatch) => Promise<boolean>): Promise<boolean> {
    let goesOn = true;
    const flush = async (least: number) => {
      while (goesOn && this.batch && this.batch.size >= least) goesOn = await onBatch(this.batch.take());
      return goesOn && !this.isWithoutHeadings;
    };
    const afterChunk = () => {
      if (this.waiting.length > mostRowsWaiting) {
        this.isFilledBlindly = true;
        this.fillFrom(noMergedRanges());
      }
      return flush(batchSize);
    };
    const wanted = {
      has: (column: number) => this.takesAllColumns || this.wanted.has(column),
      isNumber: (column: number) => this.numbers.has(column),
    };
    await readSheet(archive, part, this.context, wanted, (row) => this.take(row), afterChunk);
    this.settleHeadings();
    if (this.fill === null) this.fillFrom(this.context.mergedRanges);
    if (this.columns === null) this.summary.ignoredSheets.push(this.context.name);
    else if (goesOn && this.batch && this.batch.size > 0) await flush(1);
    return goesOn;
  }

  private get isWithoutHeadings(): boolean {
    return this.isOfLists || (this.columns === null && this.rowsRead >= rowsBeforeHeadings);
  }

  private fillFrom(ranges: MergedRanges): void {
    this.fill ??= mergedCellFiller(ranges);
    const { fill, columns } = this;
    if (columns === null) return;
    for (const row of this.waiting) this.takePerson(fill(row), columns);
    this.waiting = [];
  }

  private take(row: SheetRow): void {
    if (this.columns === null) {
      if (!this.isWithoutHeadings) this.takeHeadings(row);
      return;
    }
    if (this.headings !== null && this.takeSecondHeadings(row.texts)) return;
    if (this.fill === null) this.waiting.push(row);
    else this.takePerson(this.fill(row), this.columns);
  }

  private takeHeadings({ row, texts }: SheetRow): void {
    this.rowsRead += 1;
    const trimmed = trimmedTexts(texts);
    if (this.rowsRead === 1 && listNames.has(foldedWord(this.context.name))) {
      this.isOfLists = columnOfHeading(trimmed.get(0) ?? "") === "groups";
      if (this.isOfLists) return;
    }
    const headings = sheetColumnsOf(trimmed);
    if (headings === null) return;
    this.setColumns(headings.columns);
    this.headings = trimmed;
    this.headingRow = row;
  }

  private setColumns(columns: SheetColumns["columns"]): void {
    this.columns = columns;
    this.numbers = new Set(columns.flatMap(({ id, at }) => (id === "ageFilter" ? at : [])));
  }

  /** A row of headings below the first, where a heading such as "Pupil" spans "First name" and "Last name". */
  private takeSecondHeadings(texts: SheetRow["texts"]): boolean {
    const second = trimmedTexts(texts);
    const words = [...second.values()].filter((text) => text !== "");
    const isSecond = words.length > 0 && words.every((text) => columnOfHeading(text) !== null);
    const both = isSecond ? sheetColumnsOf(new Map([...(this.headings ?? []), ...second])) : null;
    if (both) {
      this.setColumns(both.columns);
      this.headings = new Map([...(this.headings ?? []), ...second]);
    }
    this.settleHeadings();
    return both !== null;
  }

  private settleHeadings(): void {
    const headings = this.headings && sheetColumnsOf(this.headings);
    if (!headings) return;
    this.headings = null;
    this.takesAllColumns = false;
    this.isOfCorrections = headings.hasReasons;
    const { name } = this.context;
    this.wanted = new Set(headings.columns.flatMap(({ at }) => at));
    const letters = headings.columns.map(({ id, at }) => ({ id, letters: columnLetters(at[0] ?? 0) }));
    this.batch = batchWriter(name, letters, this.context.lastRow);
    if (!this.toRead.isRead) return;
    this.summary.sheets.push(name);
    for (const heading of headings.ignored) {
      if (heading !== "" && this.summary.ignoredHeadings.length < headingsNamed)
        this.summary.ignoredHeadings.push({ sheet: name, heading });
    }
  }

  private takePerson(filled: SheetRow, columns: SheetColumns["columns"]): void {
    const { row, isHidden } = filled;
    const own: string[] = [];
    const { marks } = this;
    marks.length = 0;
    let isEmpty = true;
    for (const { id, at } of columns) {
      let text = "";
      for (const column of at) {
        const next = this.takeCell(id, column, filled);
        // A row that merged cells only pass through is not a person.
        const isOwn = filled.from === null || !filled.from.has(column);
        if (isOwn && (next !== "" || filled.marks?.has(column))) isEmpty = false;
        text = text === "" || next === "" ? text || next : joinList([...splitList(text), ...splitList(next)]);
      }
      own.push(text);
    }
    const of = (id: ImportColumnId) => own[columns.findIndex((column) => column.id === id)] ?? "";
    if (isEmpty || isExample(of)) return;
    if (isHidden) this.counts.hiddenRows += 1;
    else this.counts.rows += 1;
    if (!this.toRead.isRead || (isHidden && !this.toRead.isHiddenRead)) return;
    this.summary.rows += 1;
    if (this.summary.rows > workbookLimits.rows) throw new WorkbookError("too-many-rows");
    if (filled.from !== null) this.countMerged();
    this.batch?.add(row, own, marks.length > 0 ? [...marks] : null);
  }

  private countMerged(): void {
    const { marks } = this;
    if (!marks.some(({ range }) => range !== null)) return;
    this.counts.mergedRows += 1;
    for (const { range } of marks) if (range !== null && this.ranges.size < rangesNamed) this.ranges.add(range);
  }

  /** The text of a cell; what is to be said about it is added to the marks of the row. */
  private takeCell(id: ImportColumnId, column: number, row: SheetRow): string {
    const raw = row.texts[column];
    const mark = row.marks === null ? undefined : row.marks.get(column);
    const range = row.from?.get(column) ?? null;
    // The value of a checkbox is meant.
    if (mark && !(mark.kind === "boolean" && importColumn(id).choices === "yes-no"))
      this.marks.push({ id, ...mark, range });
    if (raw === undefined) return "";
    // Passwords are not trimmed, and may look like anything.
    const text = id === "password" ? withoutApostrophe(raw) : normaliseCellText(raw);
    if (mark || text === "") return text;
    const isFormula = isFormulaText(raw, this.isOfCorrections);
    const kind = id === "password" ? null : isFormula ? "uncalculated" : suspicionOf(id, text);
    const isShortened = id !== "password" && text.length < raw.length;
    const named = isShortened ? withNamedCharacters(raw) : null;
    if (kind === null && named === null && range === null) return text;
    const ownAddress = cellAddress(column, row.row);
    const first = range === null ? ownAddress : firstCellOf(range);
    if (named !== null) this.marks.push({ id, kind: "invisible", address: first, range, original: named });
    if (kind === "apostrophe") this.marks.push({ id, kind, address: first, range, original: text });
    else if (kind !== null) this.marks.push({ id, kind, address: first, range });
    else if (range !== null && named === null) this.marks.push({ id, kind: "merged", address: ownAddress, range });
    return kind === "apostrophe" ? text.slice(1) : text;
  }

  private hiddenHeadings(): string[] {
    const columns = this.columns ?? [];
    const isHidden = (column: number) =>
      this.context.hiddenColumns.some(([first, last]) => column >= first && column <= last);
    return columns.filter(({ at }) => at.some(isHidden)).map(({ id }) => id);
  }
}

/**
 * The apostrophe that makes a spreadsheet keep a value as text, where another program has written it into the text. Names such as 't Hooft
 * and 's-Gravenhage begin with one.
 */
const marksText = /^'(?=[\p{L}\d])(?!\p{Ll}[\s-])(?!.*'$)/u;

/** A date in the years 1990 to 2049 as the number of its day, which a spreadsheet displays once the cell is formatted as text. */
const dayNumber = /^(?:3[3-9]|4\d|5[0-4])\d{3}$/;

/** Whether a text is no value, or not what somebody entered. */
function suspicionOf(id: ImportColumnId, text: string): "error" | "scientific" | "apostrophe" | "date" | null {
  if (isFormulaError(text)) return "error";
  if (isScientificText(text)) return "scientific";
  if (id === "groups" && dayNumber.test(text)) return "date";
  return text.charCodeAt(0) === 39 && marksText.test(text) ? "apostrophe" : null;
}

/** `D4` of `D4:D9`. */
function firstCellOf(range: string): string {
  return range.slice(0, range.indexOf(":"));
}

/** Only columns with a text have an entry. */
function trimmedTexts(texts: SheetRow["texts"]): Map<number, string> {
  return new Map(
    Object.entries(texts).map(([at, text = ""]): [number, string] => [Number(at), normaliseCellText(text)]),
  );
}
