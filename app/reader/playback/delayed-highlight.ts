import type { Highlight } from "~/reader/view/highlight";
import type { TextPlace } from "~/reader/view/text-place";

type Shown = Pick<Highlight, "show" | "markPlaying">;

/**
 * Shows the highlight later, by as much as wireless headphones sound later than the media clock says. It is taken away at once: that is
 * done when playback stops.
 */
export class DelayedHighlight implements Shown {
  private waiting: Array<ReturnType<typeof setTimeout>> = [];

  /** @param delay milliseconds */
  constructor(
    private readonly highlight: Shown,
    private readonly delay: () => number,
  ) {}

  show(place: TextPlace | null): void {
    const delay = this.delay();
    if (place === null || delay === 0) {
      for (const timer of this.waiting) clearTimeout(timer);
      this.waiting = [];
      this.highlight.show(place);
      return;
    }
    // Words can be shorter than the delay, so several wait at a time.
    const timer = setTimeout(() => {
      this.waiting = this.waiting.filter((one) => one !== timer);
      this.highlight.show(place);
    }, delay);
    this.waiting.push(timer);
  }

  markPlaying(documents: readonly Document[], isPlaying: boolean): void {
    this.highlight.markPlaying(documents, isPlaying);
  }
}
