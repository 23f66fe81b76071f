import { useEffect, useMemo } from "react";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { callServer } from "~/clients/browser-calls.client";
import type { Bookmark } from "~/services/contracts/library";
import { bookmarkQueue } from "./bookmark-queue";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "./bookmark-store";
import { queuedWire } from "./queued-bookmarks";

/**
 * The bookmarks of a book; null if none are stored: for shared accounts, and while another user acts as the reader.
 * docs/product/choices.md#books.
 */
export function useBookmarks(bookId: string, areStored: boolean, owner: OutboxOwner): BookmarkStore | null {
  const store = useMemo(
    () => (areStored ? createBookmarkStore(queuedWire(storedBookmarks(bookId), bookmarkQueue(owner, bookId))) : null),
    [bookId, areStored, owner],
  );
  useEffect(() => {
    if (!store) return;
    window.addEventListener("online", store.retry);
    return () => {
      window.removeEventListener("online", store.retry);
      store.stop();
    };
  }, [store]);
  return store;
}

/** Loads the server's list of a book. */
function storedBookmarks(bookId: string): BookmarkWire["load"] {
  return async () => {
    const response = await callServer(`/reader/${encodeURIComponent(bookId)}/bookmarks`, { cache: "no-store" });
    if (!response.ok) throw new Error(`The bookmarks call answered ${response.status}`);
    return { bookmarks: (await response.json()) as Bookmark[], version: response.headers.get("etag") ?? "" };
  };
}
