import { textNodes } from "~/epub/ingest/locations";
import { isRightToLeft, pageAtFraction } from "./flow-layout";
import type { FlowGeometry } from "./frame-style";
import { LettersOnPages } from "./letters-on-pages";
import { isLater } from "./long-document";

/** The page of a reflowable document that a box is on. */
export function pageOfBox(content: Document, { page, isVertical }: FlowGeometry, box: DOMRect): number {
  const root = content.documentElement;
  if (isVertical) return Math.floor((box.top + root.scrollTop + 1) / page.height);
  if (!isRightToLeft(content)) return Math.floor((box.left + root.scrollLeft + 1) / page.width);
  // From the right edge of the window, which may not be laid out for yet.
  const right = content.defaultView?.innerWidth ?? page.width;
  return Math.floor((right - box.right - root.scrollLeft + 1) / page.width);
}

/**
 * The letters of a laid-out document; `pageOf` returns the page of a box in the current layout. Letters that are not laid out yet are on
 * no page that is.
 */
export function lettersOfDocument(content: Document, pageOf: (box: DOMRect) => number): LettersOnPages<Text> {
  const range = content.createRange();
  return new LettersOnPages([...textNodes(content)], (node, offset) => {
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    const box = range.getClientRects()[0];
    if (box && box.width + box.height > 0) return pageOf(box);
    return isLater(node) ? Number.POSITIVE_INFINITY : null;
  });
}

/** The page at a fraction of a document, by its letters; by its pages if it has none. */
export function pageOfPart(letters: LettersOnPages<Text>, fraction: number, pages: number): number {
  if (fraction <= 0) return 0;
  if (fraction >= 1) return pages - 1;
  const page = letters.pageAt(Math.floor(fraction * letters.total + 1e-6));
  return page === null ? pageAtFraction(fraction, pages) : Math.min(pages - 1, Math.max(0, page));
}
