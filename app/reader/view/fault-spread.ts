import type { BookFault } from "~/reader/book/book-fault";
import type { PagePart, SpreadView } from "./spread-view";
import type { Spread } from "./spreads";

/** Replaces a spread that failed to open: one empty page, over which the reader shows the reason. */
export class FaultSpread implements SpreadView {
  readonly element: HTMLElement;
  readonly frames = [];
  readonly ready = Promise.resolve();
  readonly scale = 1;
  readonly isAtPlace = false;
  readonly wordsTop = null;

  constructor(
    readonly spread: Spread,
    stage: HTMLElement,
    readonly fault: BookFault,
  ) {
    this.element = stage.appendChild(document.createElement("div"));
    this.element.className = "book-spread";
  }

  layout(): void {}

  pinch(): void {}

  readonly zoomed = 1;

  enlarge(): void {}

  canPan(): boolean {
    return false;
  }

  panTo(): void {}

  completeLayout(): boolean {
    return false;
  }

  pageCount(): number {
    return 1;
  }

  page(): number {
    return 0;
  }

  textPage(): number {
    return 0;
  }

  readonly isTextEndShown = true;

  goToPage(): void {}

  goToPlace(): void {}

  pageAtFraction(): number {
    return 0;
  }

  pageOf(): number {
    return 0;
  }

  partsOf(): PagePart[] {
    return [{ page: 0, share: 1 }];
  }

  fraction(): number {
    return 0;
  }

  destroy(): void {
    this.element.remove();
  }
}
