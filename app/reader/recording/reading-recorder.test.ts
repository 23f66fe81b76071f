import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Book, BookLanguages } from "~/epub/book";
import { initialSnapshot, type ReaderSnapshot } from "~/reader/controller/reader-snapshot";
import { defaultSettings } from "~/reader/settings/reader-settings";
import type { ReadingLogEntry } from "~/services/contracts/reading-log";
import { isSentFrom, type ReaderEvent } from "./reader-events";
import { createReadingRecorder, idleAfter, type RecordedReader } from "./reading-recorder";

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }));
afterEach(() => void vi.useRealTimers());

const languages: BookLanguages = {
  mainLanguage: "sv",
  audio: ["sv", "fi"],
  video: ["takk"],
  properties: { sentenceHighlighting: true, pictureInPicture: ["takk"] },
};

function recorded(layout: "reflowable" | "pre-paginated" = "reflowable") {
  let snapshot: ReaderSnapshot = { ...initialSnapshot({} as Book, defaultSettings), status: "shown", language: "sv" };
  let listener = () => {};
  const reader: RecordedReader = {
    subscribe: (each) => {
      listener = each;
      return () => undefined;
    },
    getSnapshot: () => snapshot,
    moved: null,
  };
  const state = { isVisible: true };
  const entries: ReadingLogEntry[] = [];
  const events: ReaderEvent[] = [];
  const recorder = createReadingRecorder(reader, {
    book: { layout, languages },
    bookId: "boat",
    sessionId: "opening",
    deviceId: "tablet",
    queueLog: (entry) => void entries.push(entry),
    queueEvent: (event) => void events.push(event),
    isVisible: () => state.isVisible,
    now: Date.now,
  });
  const change = (next: Partial<ReaderSnapshot>) => {
    snapshot = { ...snapshot, ...next };
    listener();
  };
  return { reader, recorder, state, entries, events, change, names: () => events.map(({ name }) => name) };
}

test("given a reflowable book, then an entry with the percentage is logged every three seconds", () => {
  const { entries, change } = recorded();
  vi.advanceTimersByTime(3000);
  change({ percentage: 0.5 });
  vi.advanceTimersByTime(3000);
  expect(entries).toEqual([
    expect.objectContaining({ percentage: 0, timestamp: 1_700_000_003 }),
    {
      bookId: "boat",
      sessionId: "opening",
      deviceId: "tablet",
      percentage: 0.5,
      timestamp: 1_700_000_006,
      source: "bookshelf-web",
      location: { type: "FlowableBookLocation", percentage: 0.5 },
      language: "sv",
    },
  ]);
});

test("given a page that could not be opened, then nothing is logged", () => {
  const { entries, change } = recorded();
  change({ pageFault: "error_fault_in_book_message" });
  vi.advanceTimersByTime(6000);
  expect(entries).toEqual([]);
});

test.each([
  [null, "sv"],
  ["fi", "fi"],
  ["takk", "takk"],
  ["fr", "sv"],
])("given the preferred language %s, then entries have %s, a language of the book", (preferred, language) => {
  const { entries, change } = recorded();
  change({ language: preferred });
  vi.advanceTimersByTime(3000);
  expect(entries).toEqual([expect.objectContaining({ language })]);
});

test("given a change of the narration language and back, then both changes are events", () => {
  const { events, change } = recorded();
  for (const language of [null, "fi", null]) change({ language });
  expect(events.filter(({ name }) => name === "audio_language_changed").map(({ language }) => language)).toEqual([
    "fi",
    "sv",
  ]);
});

test("given a fixed-layout book, then the entry has the page number", () => {
  const { entries, change } = recorded("pre-paginated");
  change({ spineIndex: 6 });
  vi.advanceTimersByTime(3000);
  expect(entries[0]?.location).toEqual({ type: "FixedBookLocation", page: 7 });
});

test("given a clock that is set back, then no two entries have the same time", () => {
  const { entries } = recorded();
  vi.advanceTimersByTime(3000);
  vi.setSystemTime(1_700_000_000_000 - 86_400_000);
  vi.advanceTimersByTime(6000);
  expect(entries.map(({ timestamp }) => timestamp)).toEqual([1_700_000_003, 1_700_000_004, 1_700_000_005]);
});

test("given a hidden or idle page, then nothing is logged unless narration plays", () => {
  const { entries, state, change, recorder } = recorded();
  state.isVisible = false;
  vi.advanceTimersByTime(6000);
  expect(entries).toHaveLength(0);
  change({ isRunning: true });
  vi.advanceTimersByTime(3000);
  expect(entries).toHaveLength(1);
  change({ isRunning: false });
  state.isVisible = true;
  recorder.used();
  vi.advanceTimersByTime(idleAfter * 2);
  expect(entries.length).toBeLessThanOrEqual(1 + idleAfter / 3000);
});

test("given the actions of a reader, then each is one event", () => {
  const { reader, change, names, recorder, events } = recorded();
  reader.moved?.("turn");
  reader.moved?.("jump");
  reader.moved?.("turn");
  change({ isRunning: true });
  change({ isRunning: true, percentage: 0.2 });
  change({ isRunning: false });
  change({ settings: { ...defaultSettings, playbackRate: 1.2 } });
  change({ language: "fi" });
  recorder.stop();
  expect(names()).toEqual([
    "session_started",
    "page_turned",
    "go_to_location",
    "audio_started",
    "audio_paused",
    "audio_rate_set",
    "audio_language_changed",
    "session_ended",
  ]);
  expect(events[1]).toMatchObject({ version: 1, sourceApplication: "bookshelf", bookId: "boat", sessionId: "opening" });
});

test("given a slow jump to a chapter, then it is not a page turn, and the turn after it is one", () => {
  const { reader, names } = recorded();
  reader.moved?.("jump");
  vi.advanceTimersByTime(5000);
  reader.moved?.("turn");
  reader.moved?.("turn");
  expect(names()).toEqual(["session_started", "go_to_location", "page_turned"]);
});

test("given the source education, then its events are not sent", () => {
  expect([isSentFrom("bookshelf"), isSentFrom("education")]).toEqual([true, false]);
});
