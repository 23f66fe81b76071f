/** Which values of a search result contain the words of the search, in the way the service compares them. */

/** Letters from which a word is found inside other words; shorter ones only at their start. */
const fewestInside = 3;

/** The words of a search; commas beside them do not count: 'Begum, Isla' has two words. */
export function searchWords(q: string): string[] {
  const words = q.normalize("NFC").toLowerCase().split(/\s+/);
  return words.map((word) => word.replace(/^[,;]+|[,;]+$/g, "")).filter(Boolean);
}

/** Where a word is in a text; -1 if it is not. */
function placeOf(text: string, word: string): number {
  const folded = text.toLowerCase();
  if ([...word].length >= fewestInside) return folded.indexOf(word);
  if (folded.startsWith(word)) return 0;
  const place = folded.indexOf(` ${word}`);
  return place < 0 ? -1 : place + 1;
}

/** Those of the values that contain a word of the search which the name does not contain, each once. */
export function matchedValues(q: string, name: string, values: readonly (string | null)[]): string[] {
  const words = searchWords(q).filter((word) => placeOf(name, word) < 0);
  const matched = values.flatMap((value) => (value && words.some((word) => placeOf(value, word) >= 0) ? [value] : []));
  return [...new Set(matched)];
}

/** A text in parts, with whether each part is a word of the search. */
export function markedParts(q: string, text: string): Array<{ text: string; isMatch: boolean }> {
  const spans = searchWords(q)
    .map((word) => ({ start: placeOf(text, word), length: word.length }))
    // Lower case can have another length, as in Turkish: then the places in the text are unknown.
    .filter(({ start }) => start >= 0 && text.toLowerCase().length === text.length)
    .sort((one, other) => one.start - other.start || other.length - one.length);
  const parts: Array<{ text: string; isMatch: boolean }> = [];
  let at = 0;
  for (const { start, length } of spans) {
    const from = Math.max(start, at);
    const to = start + length;
    if (to <= at) continue;
    if (from > at) parts.push({ text: text.slice(at, from), isMatch: false });
    parts.push({ text: text.slice(from, to), isMatch: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}
