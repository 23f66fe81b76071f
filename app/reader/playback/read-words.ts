import type { Clip } from "~/reader/narration/timeline";
import type { Highlight } from "~/reader/view/highlight";
import { isRange, type TextPlace } from "~/reader/view/text-place";
import { SentenceOverPages } from "./page-breaks";
import type { PlaybackSettings, PlayedPages } from "./playback-ports";
import { sentenceOf } from "./sentence-of-word";

/** The text being read: highlights it if enabled, and shows the page that it is on. */
export class ReadWords {
  /** Whether playback itself is turning the page, so that the turn is not handled as one by hand. */
  isRevealing = false;
  private readonly sentence = new SentenceOverPages();

  /** @param clock media time in seconds; null before anything was started */
  constructor(
    private readonly pages: PlayedPages,
    private readonly highlight: Pick<Highlight, "show">,
    private readonly settings: () => PlaybackSettings,
    private readonly clock: () => number | null,
  ) {}

  /** @param text null removes the highlight */
  highlightText(text: TextPlace | null): void {
    const { isHighlighting, isBySentence } = this.settings();
    this.highlight.show(isHighlighting && text ? (isBySentence && !isRange(text) ? sentenceOf(text) : text) : null);
  }

  /** @param text null if the clip's text is in no displayed document */
  begin(clip: Clip | undefined, text: TextPlace | null): void {
    this.highlightText(text);
    this.sentence.begin(clip, text ? this.pages.partsOf(text) : []);
  }

  /** Speech synthesis begins a word: shows the page that it is on, and highlights it unless whole sentences are. */
  beginWord(word: TextPlace, isFollowed: boolean): void {
    if (!this.settings().isBySentence) this.highlightText(word);
    if (isFollowed) this.reveal(word);
  }

  /** Whether the rest of the text that is being read is visible. */
  isInSight(text: TextPlace): boolean {
    return this.pages.isInSight(text) || this.sentence.isReadOn(this.pages.pages.page, this.clock());
  }

  reveal(text: TextPlace): void {
    if (!this.isInSight(text)) this.turning(() => this.pages.reveal(text, "slide"));
  }

  /** Turns the page within a sentence that spans pages. */
  followTo(seconds: number): void {
    const page = this.sentence.pageAt(seconds, this.pages.pages.page);
    if (page !== null) this.turning(() => this.pages.showPage(page, "slide"));
  }

  private turning(turn: () => void): void {
    this.isRevealing = true;
    turn();
    this.isRevealing = false;
  }
}
