import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import { rosterLimits } from "~/services/.server/sync/roster/roster-limits";

/** A line without its line feed; `text` is null if it is too long to be a row. Numbers start at 1. */
export type Line = { text: string | null; number: number };

/**
 * Lines of a text in UTF-8, with or without a byte order mark, in batches. Lines end in LF, CR LF, or CR if the file has no LF.
 * @param file file name for error messages
 * @throws RosterSourceError "wrong_encoding", or "too_many_columns" and "text_too_long" for a line that no row can have
 */
export async function* readLines(file: string, bytes: AsyncIterable<Buffer>): AsyncIterable<Line[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lineEnd: "\n" | "\r" | null = null;
  let number = 1;
  let rest = "";
  /** Characters of an overlong line that were dropped. */
  let dropped = 0;

  const lineOf = (text: string): Line => {
    refuseTooLong(file, number, dropped + text.length);
    const isTooLong = dropped > 0 || text.length > rosterLimits.lineText;
    dropped = 0;
    number += 1;
    return { text: isTooLong ? null : text, number: number - 1 };
  };

  for await (const chunk of bytes) {
    const text = rest + decoded(file, decoder, chunk);
    lineEnd ??= text.includes("\n") ? "\n" : /\r[^\n]/.test(text) ? "\r" : null;
    const parts = lineEnd === null ? [text] : text.split(lineEnd);
    rest = parts.pop() ?? "";
    yield parts.map(lineOf);
    refuseTooLong(file, number, dropped + rest.length);
    if (rest.length > rosterLimits.lineText) {
      dropped += rest.length;
      rest = "";
    }
  }
  yield [lineOf(rest + decoded(file, decoder, null))];
}

function decoded(file: string, decoder: TextDecoder, chunk: Buffer | null): string {
  // UTF-16 of Latin letters is valid UTF-8, with a zero byte in every second place.
  if (chunk?.includes(0)) throw new RosterSourceError("wrong_encoding", { file });
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new RosterSourceError("wrong_encoding", { file });
  }
}

function refuseTooLong(file: string, line: number, length: number): void {
  if (line === 1 && length > rosterLimits.lineText) {
    throw new RosterSourceError("too_many_columns", { file, limit: rosterLimits.columns });
  }
  if (length > rosterLimits.longestLine) throw new RosterSourceError("text_too_long", { file, line });
}
