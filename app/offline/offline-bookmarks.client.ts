import { useEffect, useMemo } from "react";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { bookmarkQueue } from "~/reader/marks/bookmark-queue";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "~/reader/marks/bookmark-store";
import { joinWaiting } from "~/reader/marks/queued-bookmarks";
import type { Bookmark } from "~/services/contracts/library";
import type { OfflineBook } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";

/** The bookmarks of an offline book, as stored on this device; changes are queued in the outbox. Null for shared accounts. */
export function useOfflineBookmarks(offlineBook: OfflineBook, owner: OutboxOwner): BookmarkStore | null {
  const store = useMemo(
    () =>
      offlineBook.keepsPlace ? createBookmarkStore(onDevice(offlineBook.offlineId, offlineBook.bookId, owner)) : null,
    [offlineBook.keepsPlace, offlineBook.offlineId, offlineBook.bookId, owner],
  );
  useEffect(() => () => store?.stop(), [store]);
  return store;
}

function onDevice(offlineId: string, bookId: string, owner: OutboxOwner): BookmarkWire {
  const queue = bookmarkQueue(owner, bookId);
  const known = async () => (await queue.waiting())?.mine ?? (await offlineBooks.find(offlineId))?.bookmarks ?? [];
  let ownList: Bookmark[] = [];
  return {
    async load() {
      ownList = await known();
      return { bookmarks: ownList, version: "" };
    },
    async save(mine: Bookmark[]) {
      const waiting = await queue.waiting();
      // The list last received from the server, or sent to it: additions of others in the meantime are retained.
      const base = (await offlineBooks.find(offlineId))?.bookmarks ?? [];
      const queued = joinWaiting(waiting ?? { base, mine: base }, ownList, mine);
      await queue.put(queued);
      ownList = mine;
      await offlineBooks.change(offlineId, { bookmarks: queued.mine });
      return { version: "" };
    },
  };
}
