import type { BookLanguages, SpineItem } from "~/epub/book";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import type { BookFrame } from "~/reader/view/frame";
import type { PagePart } from "~/reader/view/spread-view";
import type { TurnResult } from "~/reader/view/turn-result";

/** The part of the book view that playback uses. */
export interface PlayedPages {
  readonly frames: readonly BookFrame[];
  /** Preloaded documents of the next page turn; empty if the turn stays in the displayed documents. */
  readonly framesAhead: readonly BookFrame[];
  itemsBeyond(direction: 1 | -1): readonly SpineItem[];
  /** Whether the element begins on the shown page. */
  isVisible(element: Element): boolean;
  /** Whether the element is visible to its end, as far as it fits on a page. */
  isInSight(element: Element): boolean;
  reveal(element: Element, motion: "slide" | "none"): boolean;
  readonly pages: { page: number };
  /** Whether the displayed document scrolls as one long page. */
  readonly isScrolled: boolean;
  /** The pages that an element spans, in order, each with its share of the element's lines. */
  partsOf(element: Element): PagePart[];
  showPage(page: number, motion: "slide" | "none"): void;
  /** Scrolls to the element if the page is larger than the stage. */
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
  /** Requests the next page. */
  turn(): Promise<TurnResult>;
  notice(key: "audio_failed"): void;
};

/** Audio state: the document being read (null: none), seconds since that document's first clip began, and whether it is audible. */
export type Voice = { document: string | null; seconds: number; isSounding: boolean; rate: number };
