import { RosterSourceError, type SourceFault } from "~/services/.server/sync/roster/roster";
import { type CsvRow, type RefuseRow, readCsv } from "./read-csv";

/** A row with values by column name; "" for a column that the file does not have. */
export type TableRow = { get(column: string): string; line: number };

export type CsvTable = {
  rows: AsyncIterable<TableRow>;
  /** Columns of the file that are not used. */
  unknownColumns: readonly string[];
};

export type TableColumns = { required: readonly string[]; optional: readonly string[] };

/**
 * Reads a CSV file by its headings, in any case and order.
 * @param refuse reports a row that cannot be read
 * @throws RosterSourceError, also while rows are read; all missing columns at once
 */
export async function readTable(
  file: string,
  bytes: AsyncIterable<Buffer>,
  { required, optional }: TableColumns,
  refuse: RefuseRow,
): Promise<CsvTable> {
  const rows = readCsv(file, bytes, refuse)[Symbol.asyncIterator]();
  const first = await rows.next();
  const headings: string[] = first.done ? [] : first.value.values.map((heading: string) => heading.trim());
  const positions = new Map(headings.map((heading, position) => [heading.toLowerCase(), position]));
  const known = new Set([...required, ...optional].map((column) => column.toLowerCase()));
  const missing = required
    .filter((column) => !positions.has(column.toLowerCase()))
    .map((column): SourceFault => ({ code: "missing_column", values: { file, column } }));
  if (missing[0]) {
    await rows.return?.(undefined);
    throw new RosterSourceError("missing_column", missing[0].values, missing.slice(1));
  }
  const positionOf = new Map([...required, ...optional].map((column) => [column, positions.get(column.toLowerCase())]));
  return {
    rows: tableRows({ [Symbol.asyncIterator]: () => rows }, positionOf),
    unknownColumns: headings.filter((heading) => heading !== "" && !known.has(heading.toLowerCase())),
  };
}

async function* tableRows(
  rows: AsyncIterable<CsvRow>,
  positionOf: ReadonlyMap<string, number | undefined>,
): AsyncIterable<TableRow> {
  for await (const { values, line } of rows) {
    yield {
      line,
      get(column) {
        const position = positionOf.get(column);
        return position === undefined ? "" : (values[position] ?? "").trim();
      },
    };
  }
}
