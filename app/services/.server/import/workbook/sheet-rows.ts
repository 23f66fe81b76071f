import type { WorkbookArchive } from "./archive";
import { isTooLong, type NumberFormat, numberText, unescapedText } from "./cell-text";
import { workbookLimits } from "./limits";
import { WorkbookError } from "./workbook-error";
import { readXml } from "./xml";

/** Texts by column index from 0; empty cells are missing. */
export type SheetRow = { row: number; texts: readonly (string | undefined)[] };

export type SheetContext = {
  name: string;
  sharedStrings: readonly string[];
  formats: readonly NumberFormat[];
  countsFrom1904: boolean;
  /** The sheet's last row as declared by the file. */
  lastRow: number | null;
  /** Number of cells in all sheets. */
  cellCount: { value: number };
};

/**
 * Reads the non-empty rows of a sheet in order, including hidden ones.
 * @param wanted whether the text of a column is needed; other columns are skipped
 * @throws WorkbookError
 */
export async function readSheet(
  archive: WorkbookArchive,
  part: string,
  context: SheetContext,
  wanted: (column: number) => boolean,
  onRow: (row: SheetRow) => void,
  afterChunk: () => Promise<boolean>,
): Promise<void> {
  const { name: sheet, sharedStrings, formats, countsFrom1904, cellCount } = context;
  let rowNumber = 0;
  let column = -1;
  let texts: string[] = [];
  let type = "";
  let style = 0;
  let isWanted = false;
  let isCollecting = false;
  let isPhonetic = false;
  let value = "";

  function openCell(attributes: Record<string, string>) {
    column = attributes.r === undefined ? column + 1 : columnOfAddress(attributes.r);
    cellCount.value += 1;
    if (column >= workbookLimits.columns) throw new WorkbookError("too-many-columns");
    if (cellCount.value > workbookLimits.cells) throw new WorkbookError("too-large");
    type = attributes.t ?? "n";
    style = attributes.s === undefined ? 0 : Number(attributes.s);
    isWanted = wanted(column);
    value = "";
  }

  function openRow({ r }: Record<string, string>) {
    rowNumber = r === undefined ? rowNumber + 1 : Number(r);
    if (!(rowNumber >= 1 && rowNumber <= workbookLimits.rowNumber)) throw new WorkbookError("damaged");
    column = -1;
    texts = [];
  }

  function closeCell() {
    if (!isWanted || value === "") return;
    const text = textOf();
    if (isTooLong(text)) {
      throw new WorkbookError("text-too-long", { sheet, cell: cellAddress(column, rowNumber) });
    }
    if (text !== "") texts[column] = text;
  }

  function textOf(): string {
    switch (type) {
      case "n":
        return numberText(value, formats[style] ?? { kind: "number" }, countsFrom1904);
      case "s": {
        const shared = sharedStrings[Number(value)];
        if (shared === undefined) throw new WorkbookError("damaged");
        return shared;
      }
      case "b":
        return value.trim() === "1" || value.trim() === "true" ? "TRUE" : "FALSE";
      case "d":
        return value.replace(/T00:00(:00(\.0+)?)?Z?$/, "").replace("T", " ");
      default:
        return unescapedText(value);
    }
  }

  const handler = {
    open(name: string, attributes: Record<string, string>) {
      if (name === "c") openCell(attributes);
      else if (name === "v" || name === "t") isCollecting = isWanted && !isPhonetic;
      else if (name === "row") openRow(attributes);
      else if (name === "dimension") context.lastRow = lastRowOf(attributes.ref);
      else if (name === "rPh") isPhonetic = true;
    },
    text(part: string) {
      if (isCollecting) value += part;
    },
    close(name: string) {
      if (name === "v" || name === "t") isCollecting = false;
      else if (name === "c") closeCell();
      else if (name === "rPh") isPhonetic = false;
      else if (name === "row" && texts.length > 0) onRow({ row: rowNumber, texts });
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

function cellAddress(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}
