import type { ImportColumnId } from "~/services/contracts/import-columns";
import type { RowNote } from "~/services/contracts/import-rows";

/** Rows in transferable form: one text and its lengths are copied between threads a hundred times faster than a million objects. */

export type WorkbookCell = {
  /** `C17` */
  address: string;
  text: string;
};

/** A cell that cannot be read, or that may not hold what somebody entered. */
export type RowMark = {
  id: ImportColumnId;
  /** Errors and formulas that nobody has calculated cannot be read; the others are notes for the user. */
  kind: "error" | "uncalculated" | RowNote["kind"];
  address: string;
  /** `D4:D9` for a value of merged cells. */
  range: string | null;
  /** What the cell contains, if another text was made of it. */
  original?: string;
};

export type WorkbookRow = {
  sheet: string;
  row: number;
  cells: Partial<Record<ImportColumnId, WorkbookCell>>;
  /** Of the sheet's columns, for cells that are empty. */
  letters: Partial<Record<ImportColumnId, string>>;
  /** Missing where nothing is to be said, as for most rows. */
  marks?: RowMark[];
};

export type RowBatch = {
  sheet: string;
  /** The sheet's last row as declared by the file; null if undeclared or out of range. */
  lastRow: number | null;
  columns: { id: ImportColumnId; letters: string }[];
  rows: Uint32Array;
  /** Text length of each cell, row by row; 0 for an empty cell. */
  lengths: Uint32Array;
  text: string;
  /** By the row's place in this batch. */
  marks: [place: number, marks: RowMark[]][];
};

export type RowBatchWriter = {
  readonly size: number;
  add(row: number, texts: readonly string[], marks: RowMark[] | null): void;
  take(): RowBatch;
};

/** Collects rows of one sheet; `add` takes one text per column. */
export function batchWriter(
  sheet: string,
  columns: RowBatch["columns"],
  lastRow: RowBatch["lastRow"] = null,
): RowBatchWriter {
  let rows: number[] = [];
  let lengths: number[] = [];
  let parts: string[] = [];
  let marked: RowBatch["marks"] = [];
  return {
    get size() {
      return rows.length;
    },
    add(row, texts, marks) {
      if (marks) marked.push([rows.length, marks]);
      rows.push(row);
      for (const text of texts) {
        lengths.push(text.length);
        if (text !== "") parts.push(text);
      }
    },
    take() {
      const batch = {
        sheet,
        lastRow,
        columns,
        rows: Uint32Array.from(rows),
        lengths: Uint32Array.from(lengths),
        text: parts.join(""),
        marks: marked,
      };
      [rows, lengths, parts, marked] = [[], [], [], []];
      return batch;
    },
  };
}

export function rowsOfBatch({ sheet, columns, rows, lengths, text, marks }: RowBatch): WorkbookRow[] {
  let at = 0;
  let cell = 0;
  const lettersOf = Object.fromEntries(columns.map(({ id, letters }) => [id, letters]));
  const marksOf = new Map(marks);
  return Array.from(rows, (row, place) => {
    const cells: WorkbookRow["cells"] = {};
    for (const { id, letters } of columns) {
      const length = lengths[cell] ?? 0;
      cell += 1;
      if (length === 0) continue;
      cells[id] = { address: letters + row, text: text.slice(at, at + length) };
      at += length;
    }
    const own = marksOf.get(place);
    return { sheet, row, cells, letters: lettersOf, ...(own ? { marks: own } : {}) };
  });
}
