import type { Book, NavEntry } from "~/epub/book";
import type { FaultKey } from "./book/book-fault";
import type { ReaderSettings } from "./settings/reader-settings";
import type { PageWord } from "./view/page-words";

/** What the bars and panels show. A new object whenever something in it changes. */
export type ReaderSnapshot = {
  status: "loading" | "shown" | "error";
  /** Why the book is not there. */
  fault: FaultKey | null;
  /** Why the page at the reader's place is not there; the others may be. */
  pageFault: FaultKey | null;
  notice: { key: string; id: number } | null;
  isRunning: boolean;
  /** Something on this page can be heard, or the page can be waited out. */
  hasMedia: boolean;
  hasPlayed: boolean;
  /** A table, list or the like is being read, which one may leave. */
  isInsidePart: boolean;
  /** Whether the reader has turned a page by hand. */
  hasTurned: boolean;
  /** The reader turned beyond the last page, or the narration has ended it. */
  isEnded: boolean;
  canGoBack: boolean;
  canGoForward: boolean;
  /** The page is drawn so small that it may be shown larger. */
  isSmall: boolean;
  isEnlarged: boolean;
  /** What stands on a page that is drawn small, for below it. */
  words: readonly PageWord[];
  /** CSS px from the top of the stage at which there is room for them; null where there is none. */
  wordsTop: number | null;
  /** The clip that is read, where its words stand there too. */
  spokenClip: number | null;
  /** The sleep timer's choice; null: off. */
  sleepMinutes: number | null;
  /** Address in the book of the sign video of what is read; null where there is none. */
  videoHref: string | null;
  /** Signs are chosen, also where a page has none. */
  isSigning: boolean;
  /** The language that the book is read in: the chosen one, or the reader's own as long as they never chose; null: the main one. */
  language: string | null;
  /** The book with its title and contents in that language. */
  book: Book;
  /** 0 to 1. */
  percentage: number;
  /** How far into the shown document, 0 to 1. */
  fraction: number;
  entry: NavEntry | null;
  spineIndex: number;
  settings: ReaderSettings;
};

/** Before the book is open; the server renders this one. */
export function initialSnapshot(book: Book, settings: ReaderSettings): ReaderSnapshot {
  return {
    status: "loading",
    fault: null,
    pageFault: null,
    notice: null,
    isRunning: false,
    hasMedia: false,
    hasPlayed: false,
    isInsidePart: false,
    hasTurned: false,
    videoHref: null,
    isSigning: false,
    sleepMinutes: null,
    isEnded: false,
    canGoBack: false,
    canGoForward: false,
    isSmall: false,
    isEnlarged: false,
    words: [],
    wordsTop: null,
    spokenClip: null,
    language: null,
    book,
    percentage: 0,
    fraction: 0,
    entry: null,
    spineIndex: 0,
    settings,
  };
}
