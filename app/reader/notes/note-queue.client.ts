import { type AnnotationsPayload, onAnnotationsSent } from "~/browser-outbox/annotation-sender.client";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import type { NoteQueue } from "./note-store";

/** A book's changed notes in this browser's outbox. */
export function noteQueue(owner: OutboxOwner, bookId: string): NoteQueue {
  return {
    async waiting() {
      const entries = await browserOutbox(owner).entries("annotations");
      const payloads = entries.map(({ payload }) => payload as AnnotationsPayload);
      return payloads.flatMap((payload) => (payload.bookId === bookId ? payload.changes : []));
    },
    async put(changes) {
      const [only, ...others] = changes;
      // Of one note only the latest change is sent.
      const key = only && others.length === 0 ? { key: `${bookId} ${only.id}` } : {};
      await browserOutbox(owner).add("annotations", { bookId, changes } satisfies AnnotationsPayload, key);
    },
    send: () => browserOutbox(owner).flush("annotations"),
    onSent: (listener) => onAnnotationsSent((event) => event.bookId === bookId && listener(event)),
  };
}
