import { callServer } from "~/clients/browser-calls.client";
import type { Bookmark } from "~/services/contracts/library";
import type { DeliveryOutcome, DeliverySender } from "./delivery-lane";
import { mergeBookmarks } from "./merge-bookmarks";
import type { OutboxEntry } from "./outbox-entry";

/**
 * A bookmark list that was changed while the server was unavailable, queued with the book's id as key. `base`: the list
 * before the change.
 */
export type BookmarksPayload = { bookId: string; base: Bookmark[]; mine: Bookmark[] };

/** Maximum attempts to save while the stored list changes each time. */
const attempts = 5;

/** Sends changed lists, merged with the server's current list, so that repeated calls and additions of other devices do no harm. */
export function createBookmarkSender(
  headersOf: (owner: OutboxEntry["lane"]["owner"]) => Record<string, string>,
  outcomeOf: (status: number) => DeliveryOutcome,
  call: typeof callServer = callServer,
): DeliverySender {
  return {
    rules: { threshold: 1, pause: 5_000, maxFailures: 12, batch: 1 },
    async send([entry]) {
      if (!entry) return "taken";
      const { bookId, base, mine } = entry.payload as BookmarksPayload;
      const address = `/reader/${encodeURIComponent(bookId)}/bookmarks`;
      const headers = headersOf(entry.lane.owner);
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const read = await call(address, { cache: "no-store", headers });
        if (!read.ok) return outcomeOf(read.status);
        const merged = mergeBookmarks(base, mine, (await read.json()) as Bookmark[]);
        const version = read.headers.get("etag") ?? "";
        const saved = await call(address, {
          method: "POST",
          headers: { "content-type": "application/json", "if-match": version, ...headers },
          body: JSON.stringify(merged),
        });
        if (saved.status !== 412) return outcomeOf(saved.status);
      }
      return "later";
    },
  };
}
