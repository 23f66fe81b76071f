import type { BookLanguages, SpineItem } from "~/epub/book";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import type { BookFrame } from "~/reader/view/frame";
import type { PagePart } from "~/reader/view/spread-view";
import type { TurnResult } from "~/reader/view/turn-result";

/** What playing needs of the pages. */
export interface PlayedPages {
  readonly frames: readonly BookFrame[];
  /** Documents that the next turn brings, where they stand ready; none where it brings another page of the shown ones. */
  readonly framesAhead: readonly BookFrame[];
  itemsBeyond(direction: 1 | -1): readonly SpineItem[];
  /** Whether it begins on the shown page. */
  isVisible(element: Element): boolean;
  /** Whether it can be read to its end where it stands, as far as a page holds it. */
  isInSight(element: Element): boolean;
  reveal(element: Element, motion: "slide" | "none"): boolean;
  readonly pages: { page: number };
  /** Whether the shown document is read down (or across) one long page. */
  readonly isScrolled: boolean;
  /** The pages that an element stands on, in order, each with its share of the element's lines. */
  partsOf(element: Element): PagePart[];
  showPage(page: number, motion: "slide" | "none"): void;
  /** Keeps what is read in sight where a page is larger than the stage. */
  follow(element: Element): void;
}

export type PlaybackSettings = {
  rate: number;
  volume: number;
  isMuted: boolean;
  isHighlighting: boolean;
  /** Highlights whole sentences in books that are timed by words. */
  isBySentence: boolean;
  /** Narration language; null: the default of the book. */
  language: string | null;
  skipped: ReadonlySet<string>;
};

/** @param language null: the default of the book */
export function playbackSettings(
  settings: ReaderSettings,
  { properties }: BookLanguages,
  language: string | null,
): PlaybackSettings {
  return {
    rate: settings.playbackRate,
    volume: settings.audioVolume,
    isMuted: settings.muted,
    isHighlighting: settings.highlight && properties.sentenceHighlighting,
    isBySentence: settings.highlightUnit === "sentence",
    language,
    skipped: new Set(settings.skipped),
  };
}

export type PlaybackEvents = {
  changed(): void;
  /** The next page is wanted. */
  turn(): Promise<TurnResult>;
  notice(key: "audio_failed"): void;
};

/** Where the voice is: the document (null: none is read), seconds since that document's first clip began, and whether it sounds. */
export type Voice = { document: string | null; seconds: number; isSounding: boolean; rate: number };
