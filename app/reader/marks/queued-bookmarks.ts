import type { Bookmark } from "~/services/contracts/library";
import { type BookmarkWire, unknownVersion } from "./bookmark-store";
import { mergeBookmarks } from "./bookmarks";

/** A changed list that waits: what the change was made to, and the list after it. */
export type QueuedBookmarks = { base: Bookmark[]; mine: Bookmark[] };

/** Where a book's list waits on the device: one at most. */
export type BookmarkQueue = {
  waiting(): Promise<QueuedBookmarks | undefined>;
  put(queued: QueuedBookmarks): Promise<void>;
};

/**
 * A list that could not be saved waits on the device and is sent from there, after a reload or a crash of the tab too. While one
 * waits, or what is stored is not known, nothing is saved directly: a list that was changed later would be overwritten. docs/product/reader.md#offline.
 */
export function queuedOnFailure(wire: BookmarkWire, queue: BookmarkQueue): BookmarkWire {
  let known: Bookmark[] = [];
  return {
    async load() {
      const waiting = await queue.waiting();
      const loaded = await wire.load();
      known = loaded.bookmarks;
      return waiting ? { ...loaded, bookmarks: mergeBookmarks(waiting.base, waiting.mine, known) } : loaded;
    },
    async save(mine, version) {
      const waiting = await queue.waiting();
      if (waiting || version === unknownVersion) {
        await queue.put({ base: waiting?.base ?? known, mine });
        throw new Error("The stored list could not be read, or an earlier one has not been sent yet");
      }
      try {
        const saved = await wire.save(mine, version);
        if (saved) known = mine;
        return saved;
      } catch (error) {
        await queue.put({ base: known, mine });
        throw error;
      }
    },
  };
}
