import type { Book, NavEntry } from "~/epub/book";
import type { FaultKey } from "~/reader/book/book-fault";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import type { ReadingVoice } from "~/reader/speech/choose-voice";
import type { PageWord } from "~/reader/view/page-words";

/** State shown by bars and panels. A new object whenever something in it changes. */
export type ReaderSnapshot = {
  status: "loading" | "shown" | "error";
  /** Why the book failed to open. */
  fault: FaultKey | null;
  /** Why the current page failed to open; others may still open. */
  pageFault: FaultKey | null;
  /** `detail` is the value of the text's `{{detail}}`, if it has one. */
  notice: { key: string; id: number; detail?: string | undefined } | null;
  isRunning: boolean;
  /** The voice of speech synthesis that reads the book; null if there is none, or a narration is heard. */
  voice: ReadingVoice | null;
  /** The book has a narration, which a voice of the browser could replace. */
  isVoiceOffered: boolean;
  /** The voices to choose from, best first. */
  voices: readonly ReadingVoice[];
  /** The page has clips. */
  hasMedia: boolean;
  hasPlayed: boolean;
  /** A table, list or similar is being read, which the listener may leave. */
  isInsidePart: boolean;
  /** Whether the user has turned a page by hand. */
  hasTurned: boolean;
  /** The user turned beyond the last page, or the narration ended there. */
  isEnded: boolean;
  canGoBack: boolean;
  /** A jump left a place that can be returned to. */
  canReturn: boolean;
  canGoForward: boolean;
  /** The page cannot be read before its pictures, which have not arrived. */
  isBlank: boolean;
  /** The page is drawn so small that it may be zoomed, or is zoomed by two fingers. */
  isSmall: boolean;
  isEnlarged: boolean;
  /** Text of a page that is drawn small, shown below it. */
  words: readonly PageWord[];
  /** Offset of that text from the top of the stage in CSS px; null if there is no room. */
  wordsTop: number | null;
  /** The clip being read, if its text is among them. */
  spokenClip: number | null;
  /** The sleep timer's setting; null: off. */
  sleepMinutes: number | null;
  /** Href of the sign video for the text being read; null if there is none. */
  videoHref: string | null;
  /** Sign language is selected, even if the page has no video. */
  isSigning: boolean;
  /** The language selected for the book, or the interface language without a selection; null: the main one. */
  language: string | null;
  /** The book with title and contents in that language. */
  book: Book;
  /** 0 to 1. */
  percentage: number;
  /** Position in the displayed document, 0 to 1. */
  fraction: number;
  entry: NavEntry | null;
  spineIndex: number;
  settings: ReaderSettings;
};

/** The snapshot before the book is open; used for server rendering. */
export function initialSnapshot(book: Book, settings: ReaderSettings): ReaderSnapshot {
  return {
    status: "loading",
    fault: null,
    pageFault: null,
    notice: null,
    isRunning: false,
    voice: null,
    voices: [],
    isVoiceOffered: false,
    hasMedia: false,
    hasPlayed: false,
    isInsidePart: false,
    hasTurned: false,
    videoHref: null,
    isSigning: false,
    sleepMinutes: null,
    isEnded: false,
    canGoBack: false,
    canReturn: false,
    canGoForward: false,
    isBlank: false,
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
