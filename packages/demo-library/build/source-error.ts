/** A fault in a book's source. Its message begins with `file:line:` so that an editor can jump to it. */
export class SourceError extends Error {
  constructor(
    readonly file: string,
    readonly line: number,
    reason: string,
  ) {
    super(`${file}:${line}: ${reason}`);
    this.name = "SourceError";
  }
}

/** The line (from 1) on which `needle` first stands in `text`; 1 when it stands nowhere. */
export function lineOf(text: string, needle: string): number {
  const index = text.indexOf(needle);
  return index < 0 ? 1 : text.slice(0, index).split("\n").length;
}
