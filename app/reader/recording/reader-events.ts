import type { ReaderSnapshot } from "~/reader/controller/reader-snapshot";

/** The events of an open book, each with a version. docs/product/reader.md#events. */
export const eventVersions = {
  session_started: 1,
  session_ended: 1,
  page_turned: 1,
  go_to_location: 1,
  audio_paused: 1,
  audio_started: 1,
  audio_rate_set: 1,
  audio_language_changed: 1,
} as const;
type ReaderEventName = keyof typeof eventVersions;

/** Name of this application in the event stream. docs/product/choices.md#wire. */
export const sourceApplication = "bookshelf";
/** Events of this source are not sent. docs/product/control-panel.md#calls. */
const droppedSource = "education";

/** An event as it is queued; its id is that of the outbox entry. The server adds the user's identity to `session_started`. */
export type ReaderEvent = {
  name: ReaderEventName;
  version: number;
  sourceApplication: string;
  /** ISO 8601, by the device's clock. */
  timestamp: string;
  bookId: string;
  sessionId: string;
  [detail: string]: unknown;
};

/** Whether events of a source are sent at all. */
export function isSentFrom(source: string): boolean {
  return source !== droppedSource;
}

type Seen = Pick<ReaderSnapshot, "isRunning" | "percentage"> & {
  /** Language the book is read in; null while no book is shown. */
  language: string | null;
  settings: Pick<ReaderSnapshot["settings"], "playbackRate">;
};

/** Audio events for the difference between two snapshots of the reader. */
export function voiceEvents(before: Seen, after: Seen): Array<{ name: ReaderEventName; [detail: string]: unknown }> {
  const events: Array<{ name: ReaderEventName; [detail: string]: unknown }> = [];
  if (before.isRunning !== after.isRunning)
    events.push({ name: after.isRunning ? "audio_started" : "audio_paused", percentage: after.percentage });
  if (before.settings.playbackRate !== after.settings.playbackRate)
    events.push({ name: "audio_rate_set", rate: after.settings.playbackRate });
  // The first language after opening is not a change by the user.
  if (before.language !== after.language && before.language !== null && after.language !== null)
    events.push({ name: "audio_language_changed", language: after.language });
  return events;
}
