import type { Clip } from "~/reader/narration/timeline";
import type { Highlight } from "~/reader/view/highlight";
import { SentenceOverPages } from "./page-breaks";
import type { PlaybackSettings, PlayedPages } from "./playback-ports";
import { sentenceOf } from "./sentence-of-word";

/** The words that the voice reads: highlighted where that is wanted, and brought on screen with the page that they stand on. */
export class ReadWords {
  /** The words themselves are bringing another page: playback leads and does not follow. */
  isRevealing = false;
  private readonly sentence = new SentenceOverPages();

  /** @param clock seconds of the media's clock; null before anything was started */
  constructor(
    private readonly pages: PlayedPages,
    private readonly highlight: Pick<Highlight, "show">,
    private readonly settings: () => PlaybackSettings,
    private readonly clock: () => number | null,
  ) {}

  highlightElement(element: Element | null): void {
    const { isHighlighting, isBySentence } = this.settings();
    this.highlight.show(isHighlighting && element ? (isBySentence ? sentenceOf(element) : element) : null);
  }

  /** @param element null where the clip's words are on no shown document */
  begin(clip: Clip | undefined, element: Element | null): void {
    this.highlightElement(element);
    this.sentence.begin(clip, element ? this.pages.partsOf(element) : []);
  }

  /** Whether the words are on screen, or what is left of them. */
  isInSight(element: Element): boolean {
    return this.pages.isInSight(element) || this.sentence.isReadOn(this.pages.pages.page, this.clock());
  }

  reveal(element: Element): void {
    if (!this.isInSight(element)) this.turning(() => this.pages.reveal(element, "slide"));
  }

  /** A sentence that runs over pages takes the page along. */
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
