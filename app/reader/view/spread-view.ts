import type { Size } from "~/epub/book";
import type { BookFault } from "~/reader/book/book-fault";
import type { BookFrame } from "./frame";
import type { ReadingStyle } from "./frame-style";
import type { Spread } from "./spreads";
import type { StagePoint } from "./stage-point";
import type { TextPlace } from "./text-place";

/** The share of a text that is on one page. */
export type PagePart = { page: number; share: number };

/** A spread on the stage: its frames, and the pages of its documents. A fixed spread has one page. */
export interface SpreadView {
  readonly spread: Spread;
  readonly element: HTMLElement;
  /** In reading order; complete once `ready` is settled. */
  readonly frames: readonly BookFrame[];
  /** Rejects with BookFault if no frame of the spread could be opened. */
  readonly ready: Promise<void>;
  /** Why one of its documents failed to open; known once `ready` is settled. */
  readonly fault: BookFault | null;
  /** Lays the spread out for the stage again; the page remains. */
  layout(stage: Size, style: ReadingStyle): void;
  /** Zooms fixed pages beyond the stage, which then pans; 1: they fit the stage. No effect on text. */
  enlarge(times: number): void;
  /** Zooms fixed pages by any factor; the point of the stage stays above the same point of the page, and moves. No effect on text. */
  pinch(times: number, focus: StagePoint, moved: StagePoint): void;
  /** How many times larger fixed pages are drawn than they fit. */
  readonly zoomed: number;
  /** Scale of a fixed page that fits the stage; 1 for text. */
  readonly scale: number;
  /** Offset from the top in CSS px of the room for a small page's text; null if there is none. */
  readonly wordsTop: number | null;
  /** Whether a zoomed page extends further to that side. */
  canPan(side: "left" | "right"): boolean;
  /** Scrolls a text of a zoomed page to the centre of the stage. */
  panTo(text: TextPlace, isSlow: boolean): void;
  /** Number of pages that are laid out; of a long document all of them are only after `completeLayout`. */
  pageCount(): number;
  /** Lays out the rest of a long document. @returns whether there was more */
  completeLayout(): boolean;
  /** From 0; fractional in a scrolled document. */
  page(): number;
  /** The same, but at the end of a scrolled document the page of the text at the window's beginning. */
  textPage(): number;
  /** Whether no text is behind the shown page, in its documents. */
  readonly isTextEndShown: boolean;
  /** @param isSlow animates the turn */
  goToPage(page: number, isSlow: boolean): void;
  /** Goes to the page of `pageOf`, and follows it while late images and fonts move it to another page. */
  goToPlace(pageOf: () => number, isSlow: boolean): void;
  /** Whether it currently follows such a place. */
  readonly isAtPlace: boolean;
  /** The page at a fraction of the spread's documents, 0 to 1. */
  pageAtFraction(fraction: number): number;
  /** The page on which a text begins; `pageCount()` if it is not laid out yet. */
  pageOf(target: TextPlace): number;
  /** The pages that a text spans, each with its share of the text's lines; the shares add up to 1. */
  partsOf(target: TextPlace): PagePart[];
  /** Position in the spread's documents, 0 to 1. */
  fraction(): number;
  destroy(): void;
}

/** Columns need whole, even pixels, or pages drift by fractions of a pixel. */
export function stageSize(element: HTMLElement): Size {
  return { width: element.clientWidth - (element.clientWidth % 2), height: element.clientHeight };
}

export function styleElement(content: Document, css: string): HTMLStyleElement {
  const known = content.querySelector<HTMLStyleElement>("style[data-fabel]");
  const element =
    known ?? (content.createElementNS("http://www.w3.org/1999/xhtml", "style") as unknown as HTMLStyleElement);
  element.setAttribute("data-fabel", "");
  if (element.textContent !== css) element.textContent = css;
  if (!known) content.head.append(element);
  return element;
}
