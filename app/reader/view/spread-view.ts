import type { Size } from "~/epub/book";
import type { BookFault } from "~/reader/book/book-fault";
import type { BookFrame } from "./frame";
import type { ReadingStyle } from "./frame-style";
import type { Spread } from "./spreads";

/** The part of an element that stands on one page. */
export type PagePart = { page: number; share: number };

/** A spread in the stage: its frames, and the pages that its documents make. A fixed spread is one page. */
export interface SpreadView {
  readonly spread: Spread;
  readonly element: HTMLElement;
  /** In reading order; complete once `ready` is settled. */
  readonly frames: readonly BookFrame[];
  /** Rejects with BookFault where no frame of the spread could be opened. */
  readonly ready: Promise<void>;
  /** Why a document of it is not shown; known once `ready` is settled. */
  readonly fault: BookFault | null;
  /** Fits the spread into the stage anew; the page stays. */
  layout(stage: Size, style: ReadingStyle): void;
  /** Makes fixed pages larger than the stage, which then pans over them; 1: as large as they go whole. Text has a size of its own. */
  enlarge(times: number): void;
  /** CSS px of the screen that one of a fixed page's own takes when it is shown whole; 1 for text. */
  readonly scale: number;
  /** CSS px from the top at which a page that is drawn small leaves room for its words; null where it doesn't. */
  readonly wordsTop: number | null;
  /** Whether there is more of an enlarged page to that side. */
  canPan(side: "left" | "right"): boolean;
  /** Brings an element of an enlarged page into the stage's middle. */
  panTo(element: Element, isSlow: boolean): void;
  pageCount(): number;
  /** From 0; a document that scrolls may stand between two. */
  page(): number;
  /** @param isSlow slides there instead of being there in the next frame */
  goToPage(page: number, isSlow: boolean): void;
  /** Goes to the page of `pageOf`, and follows it while late pictures and fonts move it to another page. */
  goToPlace(pageOf: () => number, isSlow: boolean): void;
  /** Whether it stays with such a place. */
  readonly isAtPlace: boolean;
  /** The page that shows the place so far into the spread's documents, 0 to 1. */
  pageAtFraction(fraction: number): number;
  /** The page that shows the beginning of an element or text range. */
  pageOf(target: Element | Range): number;
  /** The pages that an element stands on, each with its share of the element's lines; the shares make 1. */
  partsOf(target: Element): PagePart[];
  /** Where the reader is in the spread's documents, 0 to 1. */
  fraction(): number;
  destroy(): void;
}

/** Columns need whole, even pixels, or pages drift apart by fractions. */
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
