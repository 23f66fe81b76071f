import type { Book, NavEntry, SpineItem } from "../../epub/book";

/** Positions in a book as parts of the whole: every letter of a flowing document counts, every fixed page counts alike. */

function weightOf(item: SpineItem): number {
  if (!item.linear) return 0;
  return item.layout === "pre-paginated" ? 800 : Math.max(1, item.characters);
}

/**
 * How far into the book a place is, 0 to 1.
 * @param fraction how far into the item, 0 to 1
 */
export function percentageOf(spine: readonly SpineItem[], index: number, fraction: number): number {
  const total = spine.reduce((sum, item) => sum + weightOf(item), 0);
  const before = spine.slice(0, index).reduce((sum, item) => sum + weightOf(item), 0);
  const item = spine[index];
  if (!item || total === 0) return 0;
  return Math.min(1, (before + weightOf(item) * Math.min(1, Math.max(0, fraction))) / total);
}

/** The place at a part of the whole: spine index, and how far into that item. The inverse of percentageOf. */
export function placeOf(spine: readonly SpineItem[], percentage: number): { index: number; fraction: number } {
  const total = spine.reduce((sum, item) => sum + weightOf(item), 0);
  let left = Math.min(1, Math.max(0, percentage)) * total;
  const linear = spine.filter((item) => weightOf(item) > 0);
  for (const item of linear) {
    const weight = weightOf(item);
    if (left < weight || item === linear.at(-1)) {
      return { index: item.index, fraction: Math.min(1, left / weight) };
    }
    left -= weight;
  }
  return { index: 0, fraction: 0 };
}

/** The spine item that an href (fragment and all) leads to; the first one where the spine holds it twice. */
export function spineItemOf(book: Book, href: string): SpineItem | null {
  return itemsByPath(book).get(href.split("#", 1)[0] ?? "") ?? null;
}

const indexes = new WeakMap<Book, ReadonlyMap<string, SpineItem>>();

/** A book of a thousand chapters has as many entries, and each asks. */
function itemsByPath(book: Book): ReadonlyMap<string, SpineItem> {
  const known = indexes.get(book);
  if (known) return known;
  const index = new Map<string, SpineItem>();
  for (const item of [...book.spine].reverse()) {
    if (item.source) index.set(item.source, item);
    index.set(item.href, item);
  }
  indexes.set(book, index);
  return index;
}

export function fragmentOf(href: string): string | null {
  const at = href.indexOf("#");
  return at >= 0 && at < href.length - 1 ? safeDecode(href.slice(at + 1)) : null;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** All entries of the table of contents, flat, in order. */
export function flatToc(entries: readonly NavEntry[], depth = 0): Array<{ entry: NavEntry; depth: number }> {
  return entries.flatMap((entry) => [{ entry, depth }, ...flatToc(entry.children, depth + 1)]);
}

/**
 * The table-of-contents entry that a place belongs to: the last one whose document is not behind it. Null before the first.
 */
export function tocEntryAt(book: Book, spineIndex: number): NavEntry | null {
  let found: NavEntry | null = null;
  for (const { entry } of flatToc(book.toc)) {
    const item = entry.href ? spineItemOf(book, entry.href) : null;
    if (item && item.index <= spineIndex) found = entry;
  }
  return found;
}
