import type { Clip } from "~/reader/narration/timeline";
import type { Highlight } from "~/reader/view/highlight";
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

  highlightElement(element: Element | null): void {
    const { isHighlighting, isBySentence } = this.settings();
    this.highlight.show(isHighlighting && element ? (isBySentence ? sentenceOf(element) : element) : null);
  }

  /** @param element null if the clip's text is in no displayed document */
  begin(clip: Clip | undefined, element: Element | null): void {
    this.highlightElement(element);
    this.sentence.begin(clip, element ? this.pages.partsOf(element) : []);
  }

  /** Whether the rest of the text that is being read is visible. */
  isInSight(element: Element): boolean {
    return this.pages.isInSight(element) || this.sentence.isReadOn(this.pages.pages.page, this.clock());
  }

  reveal(element: Element): void {
    if (!this.isInSight(element)) this.turning(() => this.pages.reveal(element, "slide"));
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
