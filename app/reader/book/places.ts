import type { Book, SpineItem } from "../../epub/book";

/** Addresses in a book, as links and the table of contents give them. */

/** The spine item that an href (fragment and all) leads to; the first one where the spine holds it twice. */
export function spineItemOf(book: Book, href: string): SpineItem | null {
  const path = href.split("#", 1)[0];
  return book.spine.find((item) => item.href === path || item.source === path) ?? null;
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
