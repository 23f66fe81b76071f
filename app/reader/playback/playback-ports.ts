import type { BookLanguages, SpineItem } from "~/epub/book";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import type { BookFrame } from "~/reader/view/frame";
import type { PagePart } from "~/reader/view/spread-view";
import type { TextPlace } from "~/reader/view/text-place";
import type { TurnResult } from "~/reader/view/turn-result";

/** The part of the book view that playback uses. */
export interface PlayedPages {
  readonly frames: readonly BookFrame[];
  /** Preloaded documents of the next page turn; empty if the turn stays in the displayed documents. */
  readonly framesAhead: readonly BookFrame[];
  itemsBeyond(direction: 1 | -1): readonly SpineItem[];
  /** Whether the text begins on the shown page. */
  isVisible(text: TextPlace): boolean;
  /** Whether the text is visible to its end, as far as it fits on a page. */
  isInSight(text: TextPlace): boolean;
  reveal(text: TextPlace, motion: "slide" | "none"): boolean;
  readonly pages: { page: number };
  /** Whether the displayed document scrolls as one long page. */
  readonly isScrolled: boolean;
  /** The pages that a text spans, in order, each with its share of the text's lines. */
  partsOf(text: TextPlace): PagePart[];
  showPage(page: number, motion: "slide" | "none"): void;
  /** Scrolls to the text if the page is larger than the stage. */
  follow(text: TextPlace): void;
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
  /** Milliseconds by which headphones sound later than the media clock says; 0 for a voice, which reports its words itself. */
  soundDelay: number;
};

/**
 * @param language null: the default of the book
 * @param isSpoken whether speech synthesis reads the book
 */
export function playbackSettings(
  settings: ReaderSettings,
  { properties }: BookLanguages,
  language: string | null,
  isSpoken: boolean,
): PlaybackSettings {
  return {
    rate: settings.playbackRate,
    volume: settings.audioVolume,
    isMuted: settings.muted,
    isHighlighting: settings.highlight && (isSpoken || properties.sentenceHighlighting),
    isBySentence: settings.highlightUnit === "sentence",
    language,
    skipped: new Set(settings.skipped),
    soundDelay: isSpoken ? 0 : settings.soundDelay,
  };
}

export type PlaybackEvents = {
  changed(): void;
  /** Requests the next page. */
  turn(): Promise<TurnResult>;
  notice(key: "audio_failed" | "audio_refused" | "speech_failed"): void;
};

/** Audio state: the document being read (null: none), seconds since that document's first clip began, and whether it is audible. */
export type Voice = { document: string | null; seconds: number; isSounding: boolean; rate: number };
