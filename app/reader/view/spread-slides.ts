import type { Book } from "~/epub/book";
import { scrollAxisOf } from "./scroll-axis";
import { slideSpreads } from "./slide";
import type { SpreadView } from "./spread-view";
import { scrollsOn } from "./spreads";

/** The animations of the last turn from one spread to another. */
export class SpreadSlides {
  private animations: Animation[] = [];

  constructor(private readonly progression: Book["progression"]) {}

  /**
   * Hides the spread before once it has left, unless it is shown again by then.
   * @param goesOn whether the new spread is further on in the book
   * @param isShownAgain whether the spread before is shown again
   */
  start(before: SpreadView, view: SpreadView, goesOn: boolean, isShownAgain: () => boolean): void {
    const isFromRight = goesOn === (this.progression === "ltr");
    const scrolls = [...before.frames, ...view.frames].every(
      ({ item, document: content }) => scrollsOn(item) && scrollAxisOf(content) === "down",
    );
    const side = isFromRight ? "right" : "left";
    this.animations = slideSpreads(before.element, view.element, scrolls ? (goesOn ? "bottom" : "top") : side);
    const done = () => {
      if (!isShownAgain()) delete before.element.dataset.shown;
    };
    this.animations[0]?.finished.then(done, done);
  }

  /** Ends the animations at once. */
  finish(): void {
    for (const animation of this.animations) animation.finish();
    this.animations = [];
  }
}
