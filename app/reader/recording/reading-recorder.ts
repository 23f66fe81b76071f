import type { Book } from "~/epub/book";
import { type ReadingLogEntry, readingLogPause, readingLogSource } from "~/services/contracts/reading-log";
import type { ReaderSnapshot } from "../reader-snapshot";
import { chooseLanguage } from "../settings/languages";
import { eventVersions, isSentFrom, type ReaderEvent, sourceApplication, voiceEvents } from "./reader-events";

/** Milliseconds without a turn, a touch or a voice after which a book that is still open is not being read: the device was laid aside. */
export const idleAfter = 10 * 60_000;

/** The part of the reader that is recorded. */
export type RecordedReader = {
  subscribe(listener: () => void): () => void;
  getSnapshot(): ReaderSnapshot;
  moved: ((how: "turn" | "jump") => void) | null;
};

export type RecorderParts = {
  book: Pick<Book, "layout" | "languages">;
  bookId: string;
  sessionId: string;
  deviceId: string;
  queueLog(entry: ReadingLogEntry): void;
  queueEvent(event: ReaderEvent): void;
  isVisible(): boolean;
  /** Milliseconds since 1970. */
  now(): number;
};

export type ReadingRecorder = {
  /** Somebody touched or pressed something. */
  used(): void;
  /** The page is shown again, or is hidden. */
  visibilityChanged(): void;
  stop(): void;
};

/** Records one opening of a book: an entry of the reading log every three seconds while it is read, and its events. */
export function createReadingRecorder(reader: RecordedReader, parts: RecorderParts): ReadingRecorder {
  const { book, bookId, sessionId, deviceId, queueLog, queueEvent, isVisible, now } = parts;
  // What somebody prefers may be a language that this book does not have.
  const languageOf = ({ language }: ReaderSnapshot) => chooseLanguage(book.languages, language).menu;
  const heard = (snapshot: ReaderSnapshot) => ({
    ...snapshot,
    language: snapshot.status === "shown" ? languageOf(snapshot) : null,
  });
  let seen = heard(reader.getSnapshot());
  let lastUse = now();
  /** Until the place that was jumped to is shown, which is a turn to the reader. */
  let isJumping = false;
  let lastTimestamp = 0;

  const emit = (event: { name: ReaderEvent["name"]; [detail: string]: unknown }) => {
    if (!isSentFrom(sourceApplication)) return;
    const timestamp = new Date(now()).toISOString();
    queueEvent({ ...event, version: eventVersions[event.name], sourceApplication, timestamp, bookId, sessionId });
  };

  const log = () => {
    const snapshot = reader.getSnapshot();
    if (snapshot.isRunning) lastUse = now();
    const isOpen = snapshot.status === "shown" && snapshot.pageFault === null;
    const isRead = isOpen && (isVisible() || snapshot.isRunning) && now() - lastUse < idleAfter;
    if (!isRead) return;
    // An entry is known by its session and time: a clock that was put back gives none twice.
    lastTimestamp = Math.max(lastTimestamp + 1, Math.floor(now() / 1000));
    const { percentage, spineIndex } = snapshot;
    queueLog({
      bookId,
      sessionId,
      deviceId,
      percentage,
      timestamp: lastTimestamp,
      source: readingLogSource,
      location:
        book.layout === "pre-paginated"
          ? { type: "FixedBookLocation", page: spineIndex + 1 }
          : { type: "FlowableBookLocation", percentage },
      language: languageOf(snapshot),
    });
  };

  emit({ name: "session_started" });
  const timer = setInterval(log, readingLogPause);
  const unsubscribe = reader.subscribe(() => {
    const snapshot = heard(reader.getSnapshot());
    for (const event of voiceEvents(seen, snapshot)) emit(event);
    seen = snapshot;
  });
  reader.moved = (how) => {
    lastUse = now();
    const { percentage } = reader.getSnapshot();
    if (how === "jump") emit({ name: "go_to_location", percentage });
    else if (!isJumping) emit({ name: "page_turned", percentage });
    isJumping = how === "jump";
  };

  return {
    used: () => {
      lastUse = now();
    },
    visibilityChanged: () => {
      if (isVisible()) lastUse = now();
    },
    stop() {
      clearInterval(timer);
      unsubscribe();
      reader.moved = null;
      emit({ name: "session_ended", percentage: reader.getSnapshot().percentage });
    },
  };
}
