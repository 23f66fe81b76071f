import type { Book } from "~/epub/book";
import type { ReaderSnapshot } from "~/reader/controller/reader-snapshot";
import { chooseLanguage } from "~/reader/settings/languages";
import { type ReadingLogEntry, readingLogPause, readingLogSource } from "~/services/contracts/reading-log";
import { eventVersions, isSentFrom, type ReaderEvent, sourceApplication, voiceEvents } from "./reader-events";

/** Milliseconds without a page turn, input or playback after which an open book no longer counts as being read. */
export const idleAfter = 10 * 60_000;

/** The part of the reader's controller that is recorded. */
export type RecordedReader = {
  subscribe(listener: () => void): () => void;
  getSnapshot(): ReaderSnapshot;
  moved: ((how: "turn" | "jump") => void) | null;
};

type RecorderParts = {
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

type ReadingRecorder = {
  /** Resets the idle timer; called on pointer, key and wheel input. */
  used(): void;
  /** The page was shown or hidden. */
  visibilityChanged(): void;
  stop(): void;
};

/** Records one session of a book: an entry of the reading log every three seconds while it is read, and its events. */
export function createReadingRecorder(reader: RecordedReader, parts: RecorderParts): ReadingRecorder {
  const { book, bookId, sessionId, deviceId, queueLog, queueEvent, isVisible, now } = parts;
  // The preferred language may be one that this book doesn't have.
  const languageOf = ({ language }: ReaderSnapshot) => chooseLanguage(book.languages, language).menu;
  const heard = (snapshot: ReaderSnapshot) => ({
    ...snapshot,
    language: snapshot.status === "shown" ? languageOf(snapshot) : null,
  });
  let last = heard(reader.getSnapshot());
  let lastUse = now();
  /** True until the jump's target is shown: showing it reports a turn, which must not be recorded as one. */
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
    // Session and timestamp identify an entry, so a clock that was set back must not produce the same timestamp twice.
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
    for (const event of voiceEvents(last, snapshot)) emit(event);
    last = snapshot;
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
