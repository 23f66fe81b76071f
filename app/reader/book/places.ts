import type { Book, SpineItem } from "~/epub/book";

/** Resolves hrefs in a book, as links and the table of contents contain them. */

/** The spine item that an href (with or without fragment) points to; the first one if the spine lists it twice. */
export function spineItemOf(book: Book, href: string): SpineItem | null {
  return itemsByPath(book).get(href.split("#", 1)[0] ?? "") ?? null;
}

const indexes = new WeakMap<Book, ReadonlyMap<string, SpineItem>>();

/** Index by path: a book of a thousand chapters has as many contents entries, and each is looked up. */
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
