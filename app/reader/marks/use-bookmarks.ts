import { useEffect, useMemo } from "react";
import { ownerHeaders } from "~/browser-outbox/entry-profile";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { callServer } from "~/clients/browser-calls.client";
import type { Bookmark } from "~/services/contracts/library";
import { bookmarkQueue } from "./bookmark-queue";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "./bookmark-store";
import { queuedOnFailure } from "./queued-bookmarks";

/**
 * The bookmarks of a book; null where none are stored: for shared accounts, and while somebody acts as the reader.
 * docs/product/choices.md#books.
 */
export function useBookmarks(bookId: string, areKept: boolean, owner: OutboxOwner): BookmarkStore | null {
  const store = useMemo(
    () =>
      areKept ? createBookmarkStore(queuedOnFailure(overHttp(bookId, owner), bookmarkQueue(owner, bookId))) : null,
    [bookId, areKept, owner],
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

function overHttp(bookId: string, owner: OutboxOwner): BookmarkWire {
  const address = `/reader/${encodeURIComponent(bookId)}/bookmarks`;
  const versionOf = (response: Response) => response.headers.get("etag") ?? "";
  return {
    async load() {
      const response = await callServer(address, { cache: "no-store" });
      if (!response.ok) throw new Error(`The bookmarks call answered ${response.status}`);
      return { bookmarks: (await response.json()) as Bookmark[], version: versionOf(response) };
    },
    async save(bookmarks, version) {
      const response = await callServer(address, {
        method: "POST",
        headers: { "content-type": "application/json", "if-match": version, ...ownerHeaders(owner) },
        body: JSON.stringify(bookmarks),
      });
      if (response.status === 412) return null;
      if (!response.ok) throw new Error(`The bookmarks call answered ${response.status}`);
      return { version: versionOf(response) };
    },
  };
}
