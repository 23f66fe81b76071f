import type { BookmarksPayload } from "~/browser-outbox/bookmark-sender.client";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import type { BookmarkQueue } from "./queued-bookmarks";

/** A book's place in the outbox of this browser. */
export function bookmarkQueue(owner: OutboxOwner, bookId: string): BookmarkQueue {
  const outbox = browserOutbox(owner);
  return {
    async waiting() {
      const payloads = (await outbox.entries("bookmarks")).map(({ payload }) => payload as BookmarksPayload);
      return payloads.find((payload) => payload.bookId === bookId);
    },
    async put(queued) {
      await outbox.add("bookmarks", { bookId, ...queued } satisfies BookmarksPayload, { key: bookId });
    },
  };
}
