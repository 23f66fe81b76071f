import { useEffect, useMemo } from "react";
import type { BookmarksPayload } from "~/browser-outbox/bookmark-sender.client";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "~/reader/marks/bookmark-store";
import type { Bookmark } from "~/services/contracts/library";
import type { OfflineBook } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";

/** The bookmarks of a kept book, as this device knows them; what is changed waits in the outbox. Null for shared accounts. */
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
  const outbox = browserOutbox(owner);
  const waiting = async () => {
    const payloads = (await outbox.entries("bookmarks")).map(({ payload }) => payload as BookmarksPayload);
    return payloads.find((payload) => payload.bookId === bookId);
  };
  const known = async () => (await waiting())?.mine ?? (await offlineBooks.find(offlineId))?.bookmarks ?? [];
  return {
    load: async () => ({ bookmarks: await known(), version: "" }),
    async save(mine: Bookmark[]) {
      // What was last read from the server, or sent to it: what others add meanwhile stays.
      const base = (await waiting())?.base ?? (await offlineBooks.find(offlineId))?.bookmarks ?? [];
      await outbox.add("bookmarks", { bookId, base, mine } satisfies BookmarksPayload, { key: bookId });
      await offlineBooks.change(offlineId, { bookmarks: mine });
      return { version: "" };
    },
  };
}
