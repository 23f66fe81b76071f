import { hasSameBookmark, mergeBookmarks } from "~/browser-outbox/merge-bookmarks";
import type { Bookmark } from "~/services/contracts/library";
import { type BookmarkWire, unknownVersion } from "./bookmark-store";

/** A pending change: the list before it (`base`) and after it (`mine`). */
export type QueuedBookmarks = { base: Bookmark[]; mine: Bookmark[] };

/** A book's pending change on the device: at most one. */
export type BookmarkQueue = {
  waiting(): Promise<QueuedBookmarks | undefined>;
  put(queued: QueuedBookmarks): Promise<void>;
  /** Sends the pending change, merged with the server's list. Resolves when that is done or has failed. */
  send(): Promise<void>;
};

/**
 * Stores each change on the device before sending it, so that neither a reload nor a crash of the tab loses it. Pending
 * changes of an earlier page or another tab are shown and merged. docs/product/reader.md#offline.
 */
export function queuedWire(loadStored: BookmarkWire["load"], queue: BookmarkQueue): BookmarkWire {
  /** The server's list as of the last response. */
  let known: Bookmark[] = [];
  /** This page's last list, the base of its next change. */
  let ownList: Bookmark[] = [];

  return {
    async load() {
      const waiting = await queue.waiting();
      const stored = await loadStored().catch((error: unknown) => {
        if (!waiting) throw error;
        return null;
      });
      if (stored) known = stored.bookmarks;
      if (!waiting) ownList = known;
      else ownList = stored ? mergeBookmarks(waiting.base, waiting.mine, known) : waiting.mine;
      return { bookmarks: ownList, version: stored?.version ?? unknownVersion };
    },
    async save(mine) {
      const waiting = await queue.waiting();
      await queue.put(waiting ? joinWaiting(waiting, ownList, mine) : { base: known, mine });
      ownList = mine;
      await queue.send();
      if (await queue.waiting()) throw new Error("The list waits on the device");
      const { bookmarks, version } = await loadStored();
      const added = without(mine, known);
      const removed = without(known, mine);
      // A bookmark that the list already had, with the same page and name, was not added again.
      const isMissing = without(added, bookmarks).some((bookmark) => !hasSameBookmark(bookmarks, bookmark));
      if (isMissing || without(removed, bookmarks).length < removed.length) throw new Error("The change was refused");
      known = mine;
      return { version };
    },
  };
}

/** Merges a change of this page, made since `before`, into a pending change: other tabs may have added to it. */
export function joinWaiting(
  { base, mine: waiting }: QueuedBookmarks,
  before: Bookmark[],
  mine: Bookmark[],
): QueuedBookmarks {
  // Bookmarks that only the server's list has: their removal is sent only if the base contains them.
  const removed = without(before, mine, waiting, base);
  return { base: [...base, ...removed], mine: mergeBookmarks(before, mine, waiting) };
}

const without = (list: readonly Bookmark[], ...others: (readonly Bookmark[])[]) =>
  list.filter(({ id }) => !others.some((other) => other.some((bookmark) => bookmark.id === id)));
