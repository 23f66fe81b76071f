import { useEffect, useMemo } from "react";
import { callServer } from "~/clients/browser-calls.client";
import { writerHeaders } from "~/reader/reader-key";
import type { Bookmark } from "~/services/contracts/library";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "./bookmark-store";

/** The bookmarks of a book; null where none are kept: for shared accounts, and while somebody acts as the reader. docs/product/choices.md#books. */
export function useBookmarks(bookId: string, areKept: boolean, uid: string): BookmarkStore | null {
  const kept = useMemo(() => (areKept ? createBookmarkStore(overHttp(bookId, uid)) : null), [bookId, areKept, uid]);
  useEffect(() => {
    if (!kept) return;
    window.addEventListener("online", kept.retry);
    return () => {
      window.removeEventListener("online", kept.retry);
      kept.stop();
    };
  }, [kept]);
  return kept;
}

function overHttp(bookId: string, uid: string): BookmarkWire {
  const address = `/reader/${encodeURIComponent(bookId)}/bookmarks`;
  const versionOf = (answer: Response) => answer.headers.get("etag") ?? "";
  return {
    async load() {
      const answer = await callServer(address, { cache: "no-store" });
      if (!answer.ok) throw new Error(`The bookmarks call answered ${answer.status}`);
      return { bookmarks: (await answer.json()) as Bookmark[], version: versionOf(answer) };
    },
    async save(bookmarks, version) {
      const answer = await callServer(address, {
        method: "POST",
        headers: { "content-type": "application/json", "if-match": version, ...writerHeaders(uid) },
        body: JSON.stringify(bookmarks),
      });
      if (answer.status === 412) return null;
      if (!answer.ok) throw new Error(`The bookmarks call answered ${answer.status}`);
      return { version: versionOf(answer) };
    },
  };
}
