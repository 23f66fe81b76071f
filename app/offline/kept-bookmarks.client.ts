import { useEffect, useMemo } from "react";
import type { BookmarksPayload } from "~/browser-outbox/bookmark-sender.client";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "~/reader/marks/bookmark-store";
import type { Bookmark } from "~/services/contracts/library";
import type { KeptBook } from "./kept-book";
import { keptBooks } from "./kept-books-database.client";

/** The bookmarks of a kept book, as this device knows them; what is changed waits in the outbox. Null for shared accounts. */
export function useKeptBookmarks(kept: KeptBook, owner: OutboxOwner): BookmarkStore | null {
  const store = useMemo(
    () => (kept.keepsPlace ? createBookmarkStore(onDevice(kept.keptId, kept.bookId, owner)) : null),
    [kept.keepsPlace, kept.keptId, kept.bookId, owner],
  );
  useEffect(() => () => store?.stop(), [store]);
  return store;
}

function onDevice(keptId: string, bookId: string, owner: OutboxOwner): BookmarkWire {
  const outbox = browserOutbox(owner);
  const waiting = async () => {
    const payloads = (await outbox.entries("bookmarks")).map(({ payload }) => payload as BookmarksPayload);
    return payloads.find((payload) => payload.bookId === bookId);
  };
  const known = async () => (await waiting())?.mine ?? (await keptBooks.find(keptId))?.bookmarks ?? [];
  return {
    load: async () => ({ bookmarks: await known(), version: "" }),
    async save(mine: Bookmark[]) {
      // What was last read from the server, or sent to it: what others add meanwhile stays.
      const base = (await waiting())?.base ?? (await keptBooks.find(keptId))?.bookmarks ?? [];
      await outbox.add("bookmarks", { bookId, base, mine } satisfies BookmarksPayload, { key: bookId });
      await keptBooks.change(keptId, { bookmarks: mine });
      return { version: "" };
    },
  };
}
