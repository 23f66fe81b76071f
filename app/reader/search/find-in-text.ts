import { type Folded, foldWithOffsets, markedLetters } from "./fold";

/** A match: offsets in the original text. */
type TextMatch = { from: number; to: number };

/** The text around a match, for the list of results. */
export type Context = { before: string; match: string; after: string };

/** Shorter queries would match almost every line of a book. */
export const minQueryLength = 2;

/** Prepares a query for many texts; null if it is too short. */
export function readSearchQuery(query: string): { text: string; marked: string[] } | null {
  const text = foldWithOffsets(query).text.trim();
  return text.length < minQueryLength ? null : { text, marked: markedLetters(query) };
}

/**
 * All matches in a text, in order, without overlaps. Case and accents are ignored, but an accented letter in the query
 * matches only that letter: å doesn't match a.
 */
export function findInText(
  text: string,
  query: NonNullable<ReturnType<typeof readSearchQuery>>,
  most = Number.POSITIVE_INFINITY,
  folded: Folded = foldWithOffsets(text),
): TextMatch[] {
  const matches: TextMatch[] = [];
  for (
    let begin = folded.text.indexOf(query.text);
    begin >= 0 && matches.length < most;
    begin = folded.text.indexOf(query.text, begin + 1)
  ) {
    const end = begin + query.text.length;
    const from = folded.at[begin] ?? 0;
    const to = endOf(text, folded, end);
    if (!hasInOrder(text.slice(from, to), query.marked)) continue;
    matches.push({ from, to });
    begin = end - 1;
  }
  return matches;
}

/** End offset of a match: includes combining marks that follow its last letter. */
function endOf(text: string, { at }: Folded, end: number): number {
  const last = at[end - 1] ?? 0;
  let to = last + String.fromCodePoint(text.codePointAt(last) ?? 32).length;
  while (/\p{M}/u.test(text[to] ?? "")) to += 1;
  return to;
}

function hasInOrder(text: string, marked: readonly string[]): boolean {
  if (marked.length === 0) return true;
  const own = markedLetters(text);
  let at = 0;
  for (const letter of own) if (letter === marked[at]) at += 1;
  return at === marked.length;
}

/** Characters of context on each side of a match. */
const around = 48;

/** Cuts the context at words and replaces line breaks by spaces. */
export function contextOf(text: string, { from, to }: TextMatch): Context {
  const line = (part: string) => part.replace(/[\s\u00ad]+/g, " ");
  const start = Math.max(0, from - around);
  const end = Math.min(text.length, to + around);
  const before = line(text.slice(start, from)).trimStart();
  const after = line(text.slice(to, end)).trimEnd();
  return {
    before: start > 0 ? `…${before.replace(/^\S*\s/, "")}` : before,
    match: line(text.slice(from, to)),
    after: end < text.length ? `${after.replace(/\s\S*$/, "")}…` : after,
  };
}
