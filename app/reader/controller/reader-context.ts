import { createContext, useContext, useSyncExternalStore } from "react";
import type { Book } from "~/epub/book";
import type { BookmarkStore } from "~/reader/marks/bookmark-store";
import type { NotesSource } from "~/reader/marks/notes-source";
import type { WordsSource } from "~/reader/marks/words-source";
import type { NextBook } from "~/reader/next-book";
import type { ReaderSubmissions } from "~/reader/submissions/use-submissions";
import type { BookFrame } from "~/reader/view/frame";
import type { ChromeEvent, ChromeState } from "./chrome.machine";
import type { Together } from "./in-class";
import type { ReaderController } from "./reader-controller.client";
import type { ReaderSnapshot } from "./reader-snapshot";

/** Where a word is on a displayed page. */
export type WordPlace = { frame: BookFrame; range: Range };

/** State and functions shared by all components of the reader screen. */
export type ReaderStore = {
  book: Book;
  /** Null until the reader is hydrated. */
  controller: ReaderController | null;
  snapshot: ReaderSnapshot;
  chrome: ChromeState;
  send(event: ChromeEvent): void;
  close(): void;
  /** Stores the current page in this tab for the return after sign-in: without a session it cannot be saved on the server. */
  savePlace(): void;
  /** Null if bookmark features are disabled. */
  bookmarks: BookmarkStore | null;
  /** Highlights and notes; null if bookmark features are disabled. */
  notes: NotesSource | null;
  /** Selecting text by keyboard. */
  selecting: { isOn: boolean; set(isOn: boolean): void };
  /** Words explained, and saved words; null where they are switched off or unknown. */
  words: WordsSource | null;
  /** The word whose card is open. */
  wordCard: { place: WordPlace | null; open(place: WordPlace | null): void };
  /** Reading together with a class; null for everybody but teachers and pupils, and where there is no server. */
  together: Together | null;
  /** The page for a board in front of a class; null for everybody but teachers. */
  board: { isOn: boolean; set(isOn: boolean): void } | null;
  /** Asked by a key to enlarge a picture of the shown pages. */
  pictures: { isOn: boolean; set(isOn: boolean): void };
  isFrog: boolean;
  /** The next book on the shelf; null if there is no shelf, or no other book. */
  findNext(): Promise<NextBook | null>;
  /** Null while there are no submissions for the book. */
  submissions: ReaderSubmissions | null;
};

export const ReaderContext = createContext<ReaderStore | null>(null);

/** The reader around a component. docs/product/reader.md#errors: a missing store raises 'Please provide a store!!'. */
export function useReader(): ReaderStore {
  const store = useContext(ReaderContext);
  if (!store) throw new Error("Please provide a store!!");
  return store;
}

const nothing = () => () => undefined;

/** The controller's snapshot, or `before` while there is no controller yet. */
export function useSnapshot(controller: ReaderController | null, before: ReaderSnapshot): ReaderSnapshot {
  return useSyncExternalStore(
    controller?.subscribe ?? nothing,
    () => controller?.getSnapshot() ?? before,
    () => before,
  );
}
