/** Splits the text of CSV files; RFC 4180 with a choice of separators. Pure. */

export const separators = [",", ";", "\t"] as const;
export type Separator = (typeof separators)[number];

/** The separator of a heading line: the most frequent one. */
export function separatorOf(line: string): Separator {
  const unquoted = line.replace(/"[^"]*"/g, "");
  const counts = separators.map((separator) => unquoted.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Values of a row; null if its quotation marks are wrong. */
export function splitRow(text: string, separator: Separator): string[] | null {
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
