import type { Bookmark } from "~/services/contracts/library";

/** Whether the list already has a bookmark with the same name at the same position. */
export function hasSameBookmark(list: readonly Bookmark[], { name, position }: Bookmark): boolean {
  return list.some(
    (other) =>
      other.name === name && other.position.URI === position.URI && other.position.charOffset === position.charOffset,
  );
}

/**
 * Three-way merge: applies the local changes since `base` to the stored list. Additions of both sides are retained,
 * removals of both sides apply, and a bookmark added on both sides appears once.
 */
export function mergeBookmarks(
  base: readonly Bookmark[],
  mine: readonly Bookmark[],
  stored: readonly Bookmark[],
): Bookmark[] {
  const known = new Set(base.map(({ id }) => id));
  const ownIds = new Set(mine.map(({ id }) => id));
  const there = new Set(stored.map(({ id }) => id));
  const left = stored.filter(({ id }) => ownIds.has(id) || !known.has(id));
  const added = mine.filter(
    (bookmark) => !known.has(bookmark.id) && !there.has(bookmark.id) && !hasSameBookmark(left, bookmark),
  );
  return [...left, ...added];
}
