import type { ImportColumnId } from "~/services/contracts/import-columns";

/** Rows in transferable form: one text and its lengths are copied between threads a hundred times faster than a million objects. */

export type WorkbookCell = {
  /** `C17` */
  address: string;
  text: string;
};

export type WorkbookRow = {
  sheet: string;
  row: number;
  cells: Partial<Record<ImportColumnId, WorkbookCell>>;
  /** Of the sheet's columns, for cells that are empty. */
  letters: Partial<Record<ImportColumnId, string>>;
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
};

export type BatchWriter = { readonly size: number; add(row: number, texts: readonly string[]): void; take(): RowBatch };

/** Collects rows of one sheet; `add` takes one text per column. */
export function batchWriter(
  sheet: string,
  columns: RowBatch["columns"],
  lastRow: RowBatch["lastRow"] = null,
): BatchWriter {
  let rows: number[] = [];
  let lengths: number[] = [];
  let parts: string[] = [];
  return {
    get size() {
      return rows.length;
    },
    add(row, texts) {
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
      };
      [rows, lengths, parts] = [[], [], []];
      return batch;
    },
  };
}

export function rowsOf({ sheet, columns, rows, lengths, text }: RowBatch): WorkbookRow[] {
  let at = 0;
  let cell = 0;
  const lettersOf = Object.fromEntries(columns.map(({ id, letters }) => [id, letters]));
  return Array.from(rows, (row) => {
    const cells: WorkbookRow["cells"] = {};
    for (const { id, letters } of columns) {
      const length = lengths[cell] ?? 0;
      cell += 1;
      if (length === 0) continue;
      cells[id] = { address: letters + row, text: text.slice(at, at + length) };
      at += length;
    }
    return { sheet, row, cells, letters: lettersOf };
  });
}
