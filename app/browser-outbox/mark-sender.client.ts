import type { DeliveryOutcome, DeliverySender } from "./delivery-lane";
import type { OutboxEntry, OutboxOwner } from "./outbox-entry";
import { broadcastPlaceElsewhere } from "./places-elsewhere.client";

/**
 * A position in a book, queued with the book's id as key; `opening`: the reader session, with the position it started
 * with (`known`), if it wants to be notified of positions stored by others.
 */
export type MarkPayload = { bookId: string; position: unknown; opening?: string; known?: unknown };

type Post = (
  path: string,
  body: unknown,
  entry: OutboxEntry,
) => Promise<{ outcome: DeliveryOutcome; response: Response }>;
type KeepAlive = (path: string, body: unknown, owner: OutboxOwner) => void;

/** Sends positions in books, and notifies the reader session of a position stored by another tab or device. */
export function createMarkSender(post: Post, keepAlive: KeepAlive): DeliverySender {
  /** Reader sessions that have saved. After that, the position that they started with is news when it comes from elsewhere. */
  const saved = new Set<string>();

  function callFor({ payload, recordedAt }: OutboxEntry) {
    const { bookId, position, opening, known } = payload as MarkPayload;
    // Seconds since recording, so that a delayed position does not overwrite a newer one of another device.
    const age = Math.max(0, Math.round((Date.now() - recordedAt) / 1000));
    const isKnown = known && opening !== undefined && !saved.has(opening);
    const origin = opening === undefined ? {} : { opening, known: isKnown ? JSON.stringify(known) : null };
    const body = { position: JSON.stringify(position), age, ...origin };
    return { path: `/reader/${encodeURIComponent(bookId)}/lastmark`, body };
  }

  return {
    rules: { threshold: 1, pause: 5_000, maxFailures: 12, batch: 1 },
    async send([entry]) {
      if (!entry) return "taken";
      const { path, body } = callFor(entry);
      const { outcome, response } = await post(path, body, entry);
      const { opening } = entry.payload as MarkPayload;
      if (outcome === "taken" && opening !== undefined) saved.add(opening);
      if (response.status === 200) await announcePlaceElsewhere(opening, response);
      return outcome;
    },
    sendLeaving([entry]) {
      if (entry) keepAlive(callFor(entry).path, callFor(entry).body, entry.lane.owner);
    },
  };
}

async function announcePlaceElsewhere(opening: string | undefined, response: Response): Promise<void> {
  const { elsewhere } = (await response.json().catch(() => ({}))) as { elsewhere?: string };
  if (opening !== undefined && elsewhere) broadcastPlaceElsewhere({ opening, position: JSON.parse(elsewhere) });
}
