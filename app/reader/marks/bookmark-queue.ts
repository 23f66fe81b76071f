import type { BookmarksPayload } from "~/browser-outbox/bookmark-sender.client";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import type { BookmarkQueue } from "./queued-bookmarks";

/**
 * A book's bookmark entry in this browser's outbox. The outbox is opened on the first call, because pages are also
 * rendered on the server.
 */
export function bookmarkQueue(owner: OutboxOwner, bookId: string): BookmarkQueue {
  return {
    async waiting() {
      const payloads = (await browserOutbox(owner).entries("bookmarks")).map(
        ({ payload }) => payload as BookmarksPayload,
      );
      return payloads.find((payload) => payload.bookId === bookId);
    },
    async put(queued) {
      await browserOutbox(owner).add("bookmarks", { bookId, ...queued } satisfies BookmarksPayload, { key: bookId });
    },
    send: () => browserOutbox(owner).flush("bookmarks"),
  };
}
