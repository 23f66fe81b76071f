import type { Book, NavEntry } from "~/epub/book";
import { flatToc, progressAt } from "~/epub/progress";
import type { Bookmark } from "~/services/contracts/library";

/** A reader's bookmarks as a list, pure. docs/product/reader.md#entities, #validation. */

/** What a new bookmark is called: the current entry of the contents, or the last one when none matches; the book where it has none. */
export function bookmarkName(book: Pick<Book, "toc" | "title">, current: NavEntry | null): string {
  const entry = current ?? flatToc(book.toc).at(-1)?.entry;
  return entry?.label.trim() || book.title;
}

/** In the order of the book. */
export function inReadingOrder(
  book: Pick<Book, "spine" | "toc">,
  bookmarks: readonly Bookmark[],
): Array<{ bookmark: Bookmark; progress: number }> {
  return bookmarks
    .map((bookmark) => ({ bookmark, progress: progressAt(book, bookmark.position) }))
    .sort((one, other) => one.progress - other.progress);
}

/**
 * What was changed here since `base` was read, done to the list that is stored by now: what was added on either side stays, what was
 * removed on either side is gone.
 */
export function mergeBookmarks(
  base: readonly Bookmark[],
  mine: readonly Bookmark[],
  stored: readonly Bookmark[],
): Bookmark[] {
  const known = new Set(base.map(({ id }) => id));
  const kept = new Set(mine.map(({ id }) => id));
  const there = new Set(stored.map(({ id }) => id));
  const added = mine.filter(({ id }) => !known.has(id) && !there.has(id));
  return [...stored.filter(({ id }) => kept.has(id) || !known.has(id)), ...added];
}
