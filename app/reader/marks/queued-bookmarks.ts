import type { Bookmark } from "~/services/contracts/library";
import { type BookmarkWire, unknownVersion } from "./bookmark-store";
import { hasSameBookmark, mergeBookmarks } from "./bookmarks";

/** A changed list that waits: what the change was made to, and the list after it. */
export type QueuedBookmarks = { base: Bookmark[]; mine: Bookmark[] };

/** Where a book's list waits on the device: one at most. */
export type BookmarkQueue = {
  waiting(): Promise<QueuedBookmarks | undefined>;
  put(queued: QueuedBookmarks): Promise<void>;
  /** Sends what waits, merged with what the server has. Fulfilled when that was done, or could not be. */
  send(): Promise<void>;
};

/**
 * Each change is stored on the device before it is sent from there: neither a reload nor a crash of the tab loses it. What an earlier
 * visit or another tab left waiting is shown and joined. docs/product/reader.md#offline.
 */
export function queuedWire(loadStored: BookmarkWire["load"], queue: BookmarkQueue): BookmarkWire {
  /** What the server had last. */
  let known: Bookmark[] = [];
  /** What this page had last, which its next change is made to. */
  let seen: Bookmark[] = [];

  return {
    async load() {
      const waiting = await queue.waiting();
      const stored = await loadStored().catch((error: unknown) => {
        if (!waiting) throw error;
        return null;
      });
      if (stored) known = stored.bookmarks;
      if (!waiting) seen = known;
      else seen = stored ? mergeBookmarks(waiting.base, waiting.mine, known) : waiting.mine;
      return { bookmarks: seen, version: stored?.version ?? unknownVersion };
    },
    async save(mine) {
      const waiting = await queue.waiting();
      await queue.put(waiting ? joinWaiting(waiting, seen, mine) : { base: known, mine });
      seen = mine;
      await queue.send();
      if (await queue.waiting()) throw new Error("The list waits on the device");
      const { bookmarks, version } = await loadStored();
      const added = without(mine, known);
      const removed = without(known, mine);
      // What the list had already at the same page, under the same name, was not added a second time.
      const isMissing = without(added, bookmarks).some((bookmark) => !hasSameBookmark(bookmarks, bookmark));
      if (isMissing || without(removed, bookmarks).length < removed.length)
        throw new Error("The change was refused");
      known = mine;
      return { version };
    },
  };
}

/** A list that waits, with what was changed since in a list as `seen`: other tabs may have added to it. */
export function joinWaiting(
  { base, mine: waiting }: QueuedBookmarks,
  seen: Bookmark[],
  mine: Bookmark[],
): QueuedBookmarks {
  // What only the server's list has: its removal is sent only if the base names it.
  const removed = without(seen, mine, waiting, base);
  return { base: [...base, ...removed], mine: mergeBookmarks(seen, mine, waiting) };
}

const without = (list: readonly Bookmark[], ...others: (readonly Bookmark[])[]) =>
  list.filter(({ id }) => !others.some((other) => other.some((bookmark) => bookmark.id === id)));
