import type { WorkbookArchive } from "./archive";
import { isTooLong, unescapedText } from "./cell-text";
import { workbookLimits } from "./limits";
import { addMergedRange, type MergedRanges } from "./merged-cells";
import { type NumberFormat, numberChange, numberText, plainInteger, plainNumber } from "./number-format";
import type { CellMark, CellMarks, SheetRow } from "./sheet-row";
import { WorkbookError } from "./workbook-error";
import { readXml } from "./xml";

export type SheetContext = {
  name: string;
  sharedStrings: readonly string[];
  formats: readonly NumberFormat[];
  countsFrom1904: boolean;
  /** The sheet's last row as declared by the file. */
  lastRow: number | null;
  /** Number of cells in all sheets. */
  cellCount: { value: number };
  /** Filled while the sheet is read: merged ranges stand behind the rows, hidden columns (from 0, first and last) before them. */
  mergedRanges: MergedRanges;
  hiddenColumns: [first: number, last: number][];
};

/** Which cells are needed, by column index from 0. */
export type WantedColumns = {
  /** Cells of other columns are skipped. */
  has(column: number): boolean;
  /** Whether numbers are read without the units that their format displays. */
  isNumber(column: number): boolean;
};

/**
 * Reads the non-empty rows of a sheet in order, including hidden ones.
 * @throws WorkbookError
 */
export async function readSheet(
  archive: WorkbookArchive,
  part: string,
  context: SheetContext,
  wanted: WantedColumns,
  onRow: (row: SheetRow) => void,
  afterChunk: () => Promise<boolean>,
): Promise<void> {
  const { name: sheet, sharedStrings, formats, countsFrom1904, cellCount } = context;
  let rowNumber = 0;
  let isHidden = false;
  let column = -1;
  let texts: string[] = [];
  let marks: CellMarks | null = null;
  let type = "";
  let style = 0;
  let isWanted = false;
  let isCollecting = false;
  let isPhonetic = false;
  let value = "";
  let hasValue = false;
  let isFormula = false;
  let isCollectingFormula = false;
  let formula = "";

  function openCell(attributes: Record<string, string>) {
    column = attributes.r === undefined ? column + 1 : columnOfAddress(attributes.r);
    cellCount.value += 1;
    if (column >= workbookLimits.columns) throw new WorkbookError("too-many-columns");
    if (cellCount.value > workbookLimits.cells) throw new WorkbookError("too-large");
    type = attributes.t ?? "n";
    style = attributes.s === undefined ? 0 : Number(attributes.s);
    isWanted = wanted.has(column);
    value = "";
    hasValue = false;
    isFormula = false;
    formula = "";
  }

  function openRow({ r, hidden, ht }: Record<string, string>) {
    isHidden = hidden === "1" || hidden === "true" || ht === "0";
    marks = null;
    rowNumber = r === undefined ? rowNumber + 1 : Number(r);
    if (!(rowNumber >= 1 && rowNumber <= workbookLimits.rowNumber)) throw new WorkbookError("damaged");
    column = -1;
    texts = [];
  }

  function closeCell() {
    if (!isWanted) return;
    if (value === "") {
      // An empty text is a result; a formula that nobody has calculated has none.
      if (!isFormula || (type === "str" && hasValue)) return;
      mark("uncalculated");
      // The copies of a shared formula have no text of their own.
      texts[column] = `=${formula.trim() || "…"}`.slice(0, workbookLimits.cellText);
      return;
    }
    const text = textOf();
    if (isTooLong(text)) {
      throw new WorkbookError("text-too-long", { sheet, cell: cellAddress(column, rowNumber) });
    }
    if (text !== "") texts[column] = text;
  }

  function mark(kind: CellMark["kind"], original?: string) {
    marks ??= new Map();
    marks.set(column, {
      kind,
      address: cellAddress(column, rowNumber),
      ...(original === undefined ? {} : { original }),
    });
  }

  function textOf(): string {
    switch (type) {
      case "n":
        return textOfNumber(formats[style] ?? plainNumber);
      case "s": {
        const shared = sharedStrings[Number(value)];
        if (shared === undefined) throw new WorkbookError("damaged");
        return shared;
      }
      case "b":
        mark("boolean");
        return value.trim() === "1" || value.trim() === "true" ? "TRUE" : "FALSE";
      case "d":
        mark("date");
        return value.replace(/T00:00(:00(\.0+)?)?Z?$/, "").replace("T", " ");
      case "e":
        mark("error");
        return value.trim();
      default:
        return unescapedText(value);
    }
  }

  function textOfNumber(format: NumberFormat): string {
    if (format.kind === "number" && plainInteger.test(value)) return value;
    const change = numberChange(value, format, countsFrom1904);
    const isBare = format.kind === "pattern" && wanted.isNumber(column);
    const text = numberText(value, isBare ? plainNumber : format, countsFrom1904);
    // The number of a day says nothing to people.
    if (change !== null) mark(change, change === "date" || text === value ? undefined : value);
    return text;
  }

  function hideColumns({ min, max, hidden, width }: Record<string, string>) {
    if (hidden !== "1" && hidden !== "true" && width !== "0") return;
    context.hiddenColumns.push([Number(min) - 1, Number(max) - 1]);
  }

  const handler = {
    open(name: string, attributes: Record<string, string>) {
      if (name === "c") openCell(attributes);
      else if (name === "v" || name === "t") {
        hasValue = true;
        isCollecting = isWanted && !isPhonetic;
      } else if (name === "row") openRow(attributes);
      else if (name === "f") {
        isFormula = true;
        isCollectingFormula = isWanted;
      } else if (name === "mergeCell") addMergedRange(context.mergedRanges, attributes.ref ?? "");
      else if (name === "col") hideColumns(attributes);
      else if (name === "dimension") context.lastRow = lastRowOf(attributes.ref);
      else if (name === "rPh") isPhonetic = true;
    },
    text(part: string) {
      if (isCollecting) value += part;
      else if (isCollectingFormula) formula += part;
    },
    close(name: string) {
      if (name === "v" || name === "t") isCollecting = false;
      else if (name === "f") isCollectingFormula = false;
      else if (name === "c") closeCell();
      else if (name === "rPh") isPhonetic = false;
      else if (name === "row" && (texts.length > 0 || marks !== null))
        onRow({ row: rowNumber, isHidden, texts, marks, from: null });
    },
  };
  await readXml(archive.read(part), handler, afterChunk);
}

/** 17 of `A1:L17`; null if invalid or above the row limit. */
function lastRowOf(range = ""): number | null {
  const last = Number(/(\d+)$/.exec(range)?.[1]);
  return last >= 1 && last <= workbookLimits.rows + 1 ? last : null;
}

/** Column index from 0, of `C` in `C17`. */
function columnOfAddress(address: string): number {
  let column = 0;
  let index = 0;
  for (; index < address.length; index += 1) {
    const letter = address.charCodeAt(index);
    if (letter < 65 || letter > 90) break;
    column = column * 26 + (letter - 64);
    if (column > workbookLimits.columns) throw new WorkbookError("too-many-columns");
  }
  if (index === 0) throw new WorkbookError("damaged");
  return column - 1;
}

/** `C` for column index 2. */
export function columnLetters(column: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

export function cellAddress(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}
