import type { Book, NavEntry } from "~/epub/book";
import { flatToc, progressAt } from "~/epub/progress";
import type { Bookmark } from "~/services/contracts/library";

/** Pure functions over a bookmark list. docs/product/reader.md#entities, #validation. */

/** Default name of a new bookmark: the current contents entry, else the last one; the book's title if it has no contents. */
export function bookmarkName(book: Pick<Book, "toc" | "title">, current: NavEntry | null): string {
  const entry = current ?? flatToc(book.toc).at(-1)?.entry;
  return entry?.label.trim() || book.title;
}

/** Sorts bookmarks in reading order. */
export function inReadingOrder(
  book: Pick<Book, "spine" | "toc">,
  bookmarks: readonly Bookmark[],
): Array<{ bookmark: Bookmark; progress: number }> {
  return bookmarks
    .map((bookmark) => ({ bookmark, progress: progressAt(book, bookmark.position) }))
    .sort((one, other) => one.progress - other.progress);
}
