import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import { rosterLimits } from "~/services/.server/sync/roster/roster-limits";

/** Values by column position, and the row's line, which is exact as long as no value contains a line break. */
export type CsvRow = { values: string[]; line: number };

/**
 * Rows of a CSV file (RFC 4180) in UTF-8, with or without a byte order mark; the first row contains the headings. Empty lines are
 * skipped. Every row must have as many values as the first.
 * @param file file name for error messages
 * @throws RosterSourceError
 */
export async function* readCsv(file: string, bytes: AsyncIterable<Buffer>): AsyncIterable<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter: ",",
    skip_empty_lines: true,
    max_record_size: rosterLimits.lineBytes,
  });
  let rows = 0;
  const lineOf = () => rows + 1;
  try {
    pipeline(Readable.from(checkedText(file, bytes)), parser, () => undefined);
    for await (const values of parser as AsyncIterable<string[]>) {
      checkRow(file, values, lineOf());
      rows += 1;
      yield { values, line: rows };
    }
  } catch (error) {
    throw error instanceof CsvError ? faultOf(file, error, rows) : error;
  } finally {
    parser.destroy();
  }
}

function checkRow(file: string, values: string[], line: number): void {
  if (values.length > rosterLimits.columns) {
    throw new RosterSourceError("too_many_columns", { file, limit: rosterLimits.columns });
  }
  if (values.some((value) => value.length > rosterLimits.valueText)) {
    throw new RosterSourceError("text_too_long", { file, line });
  }
}

function faultOf(file: string, error: CsvError, rows: number): RosterSourceError {
  const line = typeof error.lines === "number" ? error.lines : rows + 1;
  return new RosterSourceError(error.code === "CSV_MAX_RECORD_SIZE" ? "text_too_long" : "malformed", { file, line });
}

const lineFeed = 10;

/** Passes bytes through; throws if they are not UTF-8 or a line is too long to be a row. */
async function* checkedText(file: string, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let lineBytes = 0;
  for await (const chunk of bytes) {
    decode(file, decoder, chunk);
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      checkLine(file, line, lineBytes + end - start);
      lineBytes = 0;
      line += 1;
      start = end + 1;
    }
    lineBytes += chunk.length - start;
    checkLine(file, line, lineBytes);
    yield chunk;
  }
  decode(file, decoder, null);
}

function decode(file: string, decoder: TextDecoder, chunk: Buffer | null): void {
  try {
    // UTF-16 of Latin letters is valid UTF-8, with a zero byte in every second place.
    if (chunk?.includes(0)) throw new RosterSourceError("wrong_encoding", { file });
    if (chunk) decoder.decode(chunk, { stream: true });
    else decoder.decode();
  } catch {
    throw new RosterSourceError("wrong_encoding", { file });
  }
}

function checkLine(file: string, line: number, bytes: number): void {
  if (bytes <= rosterLimits.lineBytes) return;
  throw line === 1
    ? new RosterSourceError("too_many_columns", { file, limit: rosterLimits.columns })
    : new RosterSourceError("text_too_long", { file, line });
}
