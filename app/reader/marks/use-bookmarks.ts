import { useEffect, useMemo } from "react";
import { callServer } from "~/clients/browser-calls.client";
import { writerHeaders } from "~/reader/reader-key";
import type { Bookmark } from "~/services/contracts/library";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "./bookmark-store";

/**
 * The bookmarks of a book; null where none are stored: for shared accounts, and while somebody acts as the reader.
 * docs/product/choices.md#books.
 */
export function useBookmarks(bookId: string, areKept: boolean, uid: string): BookmarkStore | null {
  const store = useMemo(() => (areKept ? createBookmarkStore(overHttp(bookId, uid)) : null), [bookId, areKept, uid]);
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

function overHttp(bookId: string, uid: string): BookmarkWire {
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
        headers: { "content-type": "application/json", "if-match": version, ...writerHeaders(uid) },
        body: JSON.stringify(bookmarks),
      });
      if (response.status === 412) return null;
      if (!response.ok) throw new Error(`The bookmarks call answered ${response.status}`);
      return { version: versionOf(response) };
    },
  };
}
