import type { Book, SpineItem } from "~/epub/book";

/** Addresses in a book, as links and the table of contents give them. */

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
  return at >= 0 && at < href.length - 1 ? decodedFragment(href.slice(at + 1)) : null;
}

/** An invalid fragment is returned unchanged. */
export function decodedFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
