import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import { rosterLimits } from "~/services/.server/sync/roster/roster-limits";
import { type Line, readLines } from "./read-lines";

/** Separators that a file may have; its values are quoted as in RFC 4180. */
const separators = [",", ";", "\t"] as const;
type Separator = (typeof separators)[number];

/** Values by column position, and the row's first line. */
export type CsvRow = { values: string[]; line: number };

/** Reports a row that cannot be read. */
export type RefuseRow = (code: "malformed" | "text_too_long", line: number) => void;

/**
 * Rows of a CSV file (RFC 4180) in UTF-8, with or without a byte order mark, whose values are separated by commas, semicolons or tabs; the
 * first row contains the headings. Rows without any value are skipped. A row must have as many values as the first; a row that does not,
 * or whose quotation marks are wrong, is refused, and reading goes on with the next line.
 * @param file file name for error messages
 * @throws RosterSourceError
 */
export async function* readCsv(file: string, bytes: AsyncIterable<Buffer>, refuse: RefuseRow): AsyncIterable<CsvRow> {
  let separator: Separator | null = null;
  let columns = 0;
  let waiting: Line[] = [];

  const checked = (row: CsvRow): boolean => {
    if (row.values.every((value) => value.trim() === "")) return false;
    if (columns === 0) {
      columns = row.values.length;
      if (columns > rosterLimits.columns) {
        throw new RosterSourceError("too_many_columns", { file, limit: rosterLimits.columns });
      }
    }
    const isTooLong = row.values.some((value) => value.length > rosterLimits.valueText);
    if (!isTooLong && row.values.length === columns) return true;
    refuse(isTooLong ? "text_too_long" : "malformed", row.line);
    return false;
  };

  for await (const lines of withEnd(readLines(file, bytes))) {
    const queue = [...waiting, ...(lines ?? [])];
    separator ??= separatorOf(queue.find(({ text }) => text?.trim())?.text ?? "");
    let start = 0;
    while (start < queue.length) {
      const found = rowAt(queue, start, separator);
      if (found === "unfinished" && lines !== null) break;
      if (typeof found === "string") {
        refuse(found === "text_too_long" ? found : "malformed", queue[start]?.number ?? 0);
        start += 1;
        continue;
      }
      start = found.end;
      if (checked(found.row)) yield found.row;
    }
    waiting = queue.slice(start);
  }
}

/** The batches, then null at the end. */
async function* withEnd(batches: AsyncIterable<Line[]>): AsyncIterable<Line[] | null> {
  yield* batches;
  yield null;
}

type Found = { row: CsvRow; end: number } | "unfinished" | "malformed" | "text_too_long";

/** The row that begins at a line: several lines if a quoted value contains line breaks. */
function rowAt(lines: readonly Line[], start: number, separator: Separator): Found {
  const parts: string[] = [];
  let isOpen = false;
  let length = 0;
  for (let end = start; end < lines.length; end += 1) {
    const text = lines[end]?.text ?? null;
    length += text?.length ?? 0;
    // An unclosed quotation mark spoils only its own line.
    if (text === null || length > rosterLimits.lineText) return end === start ? "text_too_long" : "malformed";
    if (isOddlyQuoted(text)) isOpen = !isOpen;
    parts.push(text);
    if (isOpen) continue;
    const values = splitRow(parts.join("\n").replace(/\r$/, ""), separator);
    return values === null ? "malformed" : { row: { values, line: lines[start]?.number ?? 0 }, end: end + 1 };
  }
  return "unfinished";
}

function isOddlyQuoted(text: string): boolean {
  let isOdd = false;
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', quote + 1)) isOdd = !isOdd;
  return isOdd;
}

/** The separator of a heading line: the most frequent one. */
function separatorOf(line: string): Separator {
  const unquoted = line.replace(/"[^"]*"/g, "");
  const counts = separators.map((separator) => unquoted.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Values of a row; null if its quotation marks are wrong. */
function splitRow(text: string, separator: Separator): string[] | null {
  if (!text.includes('"')) return text.split(separator);
  const values: string[] = [];
  for (let position = 0; ; position += 1) {
    const value = text[position] === '"' ? quotedAt(text, position) : plainAt(text, position, separator);
    if (value === null) return null;
    values.push(value.text);
    position = value.end;
    if (position >= text.length) return values;
    if (text[position] !== separator) return null;
  }
}

type Value = { text: string; end: number };

function quotedAt(text: string, start: number): Value | null {
  let value = "";
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { text: value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}

function plainAt(text: string, start: number, separator: Separator): Value | null {
  const found = text.indexOf(separator, start);
  const end = found < 0 ? text.length : found;
  const value = text.slice(start, end);
  return value.includes('"') ? null : { text: value, end };
}
