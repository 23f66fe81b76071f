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

/** Whether the list holds a bookmark of the same name at the same page already. */
export function hasSameBookmark(list: readonly Bookmark[], { name, position }: Bookmark): boolean {
  return list.some(
    (other) =>
      other.name === name && other.position.URI === position.URI && other.position.charOffset === position.charOffset,
  );
}

/**
 * What was changed here since `base` was read, done to the list that is stored by now: what was added on either side stays, what was
 * removed on either side is gone, and what was added on both sides stands there once.
 */
export function mergeBookmarks(
  base: readonly Bookmark[],
  mine: readonly Bookmark[],
  stored: readonly Bookmark[],
): Bookmark[] {
  const known = new Set(base.map(({ id }) => id));
  const kept = new Set(mine.map(({ id }) => id));
  const there = new Set(stored.map(({ id }) => id));
  const left = stored.filter(({ id }) => kept.has(id) || !known.has(id));
  const added = mine.filter(
    (bookmark) => !known.has(bookmark.id) && !there.has(bookmark.id) && !hasSameBookmark(left, bookmark),
  );
  return [...left, ...added];
}
