import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import { type CsvRow, readCsv } from "./read-csv";

/** A row with values by column name; "" for a column that the file does not have. */
export type TableRow = { get(column: string): string; line: number };

export type Table = {
  rows: AsyncIterable<TableRow>;
  /** Columns of the file that are not used. */
  unknownColumns: readonly string[];
};

export type TableColumns = { required: readonly string[]; optional: readonly string[] };

/**
 * Reads a CSV file by its headings, in any case and order.
 * @throws RosterSourceError, also while rows are read
 */
export async function readTable(
  file: string,
  bytes: AsyncIterable<Buffer>,
  { required, optional }: TableColumns,
): Promise<Table> {
  const rows = readCsv(file, bytes)[Symbol.asyncIterator]();
  const first = await rows.next();
  const headings: string[] = first.done ? [] : first.value.values.map((heading: string) => heading.trim());
  const positions = new Map(headings.map((heading, position) => [heading.toLowerCase(), position]));
  const known = new Set([...required, ...optional].map((column) => column.toLowerCase()));
  const missing = required.find((column) => !positions.has(column.toLowerCase()));
  if (missing !== undefined) {
    await rows.return?.(undefined);
    throw new RosterSourceError("missing_column", { file, column: missing });
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
