import { callServer } from "~/clients/browser-calls.client";
import { reportCaught } from "~/http/browser-errors";
import { readingLogPause, sentAtHeaderName } from "~/services/contracts/reading-log";
import { savedWordChangesPerCall } from "~/services/contracts/word-values";
import { formOwnerField } from "~/ui/form-owner";
import { createAnswerSender } from "./answer-sender.client";
import { createBookmarkSender } from "./bookmark-sender.client";
import { eventRules } from "./delivery.machine";
import type { DeliveryOutcome, DeliverySender } from "./delivery-lane";
import { namedProfile, ownerHeaders, profileParameter } from "./entry-profile";
import { createMarkSender } from "./mark-sender.client";
import type { OutboxEntry, OutboxKind, OutboxOwner } from "./outbox-entry";

/** Loaded with the first changed note: a page without notes does not need it. */
let annotations: Promise<Pick<DeliverySender, "send">> | null = null;

/** Senders of the outbox, by kind. All requests go to our own origin with the session's cookie; tokens remain on the server. */
export const senders: Partial<Record<OutboxKind, DeliverySender>> = {
  mark: createMarkSender(
    (...call) => postFor(...call),
    (...call) => keepAlive(...call),
  ),
  log: {
    rules: { threshold: 1, pause: readingLogPause, maxFailures: 10, batch: 100 },
    async send(entries) {
      const [first] = entries;
      return first ? post("/reader/readlogs", payloadsOf(entries), first, sentNow()) : "taken";
    },
    sendLeaving(entries) {
      const [first] = entries;
      if (first) keepAlive("/reader/readlogs", payloadsOf(entries), first.lane.owner, sentNow());
    },
  },
  event: {
    rules: eventRules,
    async send(entries) {
      const [first] = entries;
      if (!first) return "taken";
      const outcome = await post("/reader/events", eventsOf(entries), first).catch(() => "later" as const);
      // The error is reported separately, once per page, because it is not an event itself.
      if (outcome === "later" && navigator.onLine)
        reportCaught(new Error("Events could not be sent to the activity stream"));
      return outcome;
    },
    sendLeaving(entries) {
      const [first] = entries;
      if (!first) return;
      const { uid, profileId } = first.lane.owner;
      const query = new URLSearchParams({ [formOwnerField]: uid, [profileParameter]: namedProfile(profileId) });
      const body = new Blob([JSON.stringify(eventsOf(entries))], { type: "application/json" });
      navigator.sendBeacon(`/reader/events?${query}`, body);
    },
  },
  answer: createAnswerSender(ownerHeaders),
  bookmarks: createBookmarkSender(ownerHeaders, (status) => outcomeOf(status)),
  annotations: {
    rules: { threshold: 1, pause: 3_000, maxFailures: 12, batch: 20 },
    async send(entries) {
      annotations ??= import("./annotation-sender.client").then(({ createAnnotationSender }) =>
        createAnnotationSender(ownerHeaders, outcomeOf),
      );
      // Without network the module may be missing, as the response would be.
      annotations.catch(() => {
        annotations = null;
      });
      return (await annotations).send(entries);
    },
  },
  words: {
    // A word's latest change is one entry with one change.
    rules: { threshold: 1, pause: 3_000, maxFailures: 12, batch: savedWordChangesPerCall },
    async send(entries) {
      const [first] = entries;
      return first ? post("/reader/my-words", { changes: payloadsOf(entries) }, first) : "taken";
    },
  },
};

const payloadsOf = (entries: readonly OutboxEntry[]) => entries.map(({ payload }) => payload);
const eventsOf = (entries: readonly OutboxEntry[]) =>
  entries.map(({ id, payload }) => ({ ...(payload as object), id }));
const sentNow = () => ({ [sentAtHeaderName]: String(Date.now() / 1000) });

/** Posts JSON for the owner of an entry. @throws without a response */
async function post(
  path: string,
  body: unknown,
  entry: OutboxEntry,
  more: Record<string, string> = {},
): Promise<DeliveryOutcome> {
  return (await postFor(path, body, entry, more)).outcome;
}

async function postFor(path: string, body: unknown, entry: OutboxEntry, more: Record<string, string> = {}) {
  const headers = { "content-type": "application/json", ...ownerHeaders(entry.lane.owner), ...more };
  const response = await callServer(path, { method: "POST", headers, body: JSON.stringify(body) });
  const outcome = outcomeOf(response.status);
  if (outcome === "refused") console.warn(`An entry of the kind "${entry.lane.kind}" was refused: ${response.status}`);
  return { outcome, response };
}

/** Maps a response status to the outcome for its entries. */
export function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return "taken";
  if (status === 401) return "signed_out";
  return status >= 500 || status === 408 || status === 429 ? "later" : "refused";
}

/** Posts JSON from a page that is being hidden; nothing waits for the response. */
function keepAlive(path: string, body: unknown, owner: OutboxOwner, more: Record<string, string> = {}): void {
  const headers = { "content-type": "application/json", ...ownerHeaders(owner), ...more };
  fetch(path, { method: "POST", headers, body: JSON.stringify(body), keepalive: true }).catch(() => {});
}
