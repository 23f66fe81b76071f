import { callServer } from "~/clients/browser-calls.client";
import { changesPerCall } from "~/services/contracts/annotation-values";
import type { Annotation, AnnotationChange } from "~/services/contracts/annotations";
import type { DeliveryOutcome, DeliverySender } from "./delivery-lane";
import type { OutboxEntry } from "./outbox-entry";

/**
 * Changed annotations of a book. One of a single annotation is queued with book and annotation as key; it is based on the
 * version that the server last returned.
 */
export type AnnotationsPayload = { bookId: string; changes: AnnotationChange[] };

export type AnnotationsEvent = { bookId: string } & (
  | { type: "taken"; data: Annotation[]; removed: string[] }
  /** `isFull`: the book would have more annotations than it may; `ids`: those that the server does not take. */
  | { type: "refused"; ids: string[]; isFull: boolean }
);

type Listener = (event: AnnotationsEvent) => void;
const listeners = new Set<Listener>();

/** Called with each result. @returns function that unsubscribes */
export function onAnnotationsSent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const emit = (event: AnnotationsEvent) => {
  for (const listener of listeners) listener(event);
};

/** Maximum letters of the changes in one call; the server takes two million. */
const lettersPerCall = 400_000;

/** Sends changes, those of one book together. The server merges them, so that repeated calls do no harm. */
export function createAnnotationSender(
  headersOf: (owner: OutboxEntry["lane"]["owner"]) => Record<string, string>,
  outcomeOf: (status: number) => DeliveryOutcome,
  call: typeof callServer = callServer,
): Pick<DeliverySender, "send"> {
  /** Versions created by this page's own calls: a change that was queued before is based on them. */
  const versions = new Map<string, number>();
  /** The last change of an annotation that got no response: it may have been stored all the same. */
  const unanswered = new Map<string, Annotation>();
  const keyOf = (bookId: string, id: string) => `${bookId} ${id}`;

  /** A change without a response that was stored is not a change of another device. */
  async function findStored(bookId: string, changes: readonly AnnotationChange[], headers: Record<string, string>) {
    const doubtful = changes.filter(({ id }) => unanswered.has(keyOf(bookId, id)));
    if (doubtful.length === 0) return;
    const reply = await call(addressOf(bookId), { cache: "no-store", headers });
    if (!reply.ok) return;
    const { data } = (await reply.json()) as { data: Annotation[] };
    for (const { id } of doubtful) {
      const stored = data.find((annotation) => annotation.id === id);
      const sent = unanswered.get(keyOf(bookId, id));
      if (stored && sent && isSame(stored, sent)) versions.set(keyOf(bookId, id), stored.version);
      unanswered.delete(keyOf(bookId, id));
    }
  }

  async function sendPart(bookId: string, part: readonly AnnotationChange[], headers: Record<string, string>) {
    await findStored(bookId, part, headers);
    const changes = part.map((change) => ({
      ...change,
      read: Math.max(change.read, versions.get(keyOf(bookId, change.id)) ?? 0),
    }));
    for (const { id, annotation } of changes) if (annotation) unanswered.set(keyOf(bookId, id), annotation);
    const response = await call(addressOf(bookId), {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ changes }),
    });
    const outcome = outcomeOf(response.status);
    if (outcome === "later") return outcome;
    for (const { id } of changes) unanswered.delete(keyOf(bookId, id));
    if (outcome === "refused") {
      console.warn(`Notes were refused: ${response.status}`);
      emit({ bookId, type: "refused", ids: changes.map(({ id }) => id), isFull: response.status === 409 });
    }
    if (outcome === "taken") {
      const { data, removed } = (await response.json()) as { data: Annotation[]; removed: string[] };
      for (const { id, annotation } of changes) {
        const stored = data.find((each) => each.id === id);
        // Otherwise another device's text is stored now, which later changes must not replace unseen.
        if (stored && annotation && isSame(stored, annotation)) versions.set(keyOf(bookId, id), stored.version);
      }
      emit({ bookId, type: "taken", data, removed });
    }
    return outcome;
  }

  return {
    async send(entries) {
      let isRefused = false;
      for (const { bookId, owner, changes } of partsOf(entries)) {
        const outcome = await sendPart(bookId, changes, headersOf(owner));
        if (outcome === "later" || outcome === "signed_out") return outcome;
        isRefused ||= outcome === "refused";
      }
      return isRefused ? "refused" : "taken";
    },
  };
}

const addressOf = (bookId: string) => `/reader/${encodeURIComponent(bookId)}/annotations`;

const isSame = (one: Annotation, other: Annotation) => one.style === other.style && one.note === other.note;

type Part = { bookId: string; owner: OutboxEntry["lane"]["owner"]; changes: AnnotationChange[] };

/** The calls for some entries, in order. Of several changes of one annotation only the last is sent, based on the first's version. */
function partsOf(entries: readonly OutboxEntry[]): Part[] {
  const parts: Part[] = [];
  for (const { payload, lane } of entries) {
    const { bookId, changes } = payload as AnnotationsPayload;
    for (const change of changes) {
      const last = parts.at(-1);
      const earlier = last?.bookId === bookId && last.changes.find(({ id }) => id === change.id);
      if (earlier) Object.assign(earlier, { annotation: change.annotation, read: Math.min(earlier.read, change.read) });
      else if (last?.bookId === bookId && hasRoom(last.changes, change)) last.changes.push({ ...change });
      else parts.push({ bookId, owner: lane.owner, changes: [{ ...change }] });
    }
  }
  return parts;
}

function hasRoom(changes: readonly AnnotationChange[], change: AnnotationChange): boolean {
  if (changes.length >= changesPerCall) return false;
  const letters = (each: AnnotationChange) =>
    (each.annotation?.note.length ?? 0) + (each.annotation?.target.quote?.exact.length ?? 0) + 4000;
  return changes.reduce((sum, each) => sum + letters(each), letters(change)) <= lettersPerCall;
}
