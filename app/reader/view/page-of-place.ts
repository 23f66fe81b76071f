import type { Size, SpineItem } from "~/epub/book";
import type { EntryPosition } from "~/epub/progress";
import { cfiOf, rangeOfCfi } from "~/reader/book/cfi";
import type { BookPlace } from "~/reader/book/place";
import { decodedFragment } from "~/reader/book/places";
import { rangeOfText } from "./document-text";
import { beginningOf, scrollAxisOf } from "./scroll-axis";
import type { SpreadView } from "./spread-view";
import { isScrolledItem } from "./spreads";
import type { TextPlace } from "./text-place";

/** The page of a spread that shows a place. */
export function pageOfPlace(view: SpreadView, place: BookPlace): number {
  if (place.at.kind === "start") return 0;
  if (place.at.kind === "end") return view.pageCount() - 1;
  if (place.at.kind === "fraction") return view.pageAtFraction(place.at.fraction);
  const content = view.frames.find((candidate) => candidate.item.index === place.item)?.document;
  const target = content && targetIn(content, place.at);
  return target ? view.pageOf(target) : 0;
}

function targetIn(content: Document, at: BookPlace["at"]): TextPlace | null {
  if (at.kind === "id") return content.getElementById(at.id);
  if (at.kind === "letters") return rangeOfText(content, at.from, at.to);
  return at.kind === "cfi" ? rangeOfCfi(content, at.cfi) : null;
}

/** The first element that begins on the shown page or runs into it: the anchor kept in view when the layout changes. */
function firstOnPage(view: SpreadView, content: Document): Element | null {
  const page = view.page();
  let last: Element | null = null;
  for (const element of Array.from(content.body.querySelectorAll("*"))) {
    if (element.getClientRects().length === 0) continue;
    if (view.pageOf(element) > page) return last ?? element;
    if (view.pageOf(element) === page) return element;
    last = element;
  }
  return last;
}

/** The place of the first text that a spread shows, for planning spreads again. @param fraction its position in the item, 0 to 1 */
export function placeOfFirstWords(
  view: SpreadView | undefined,
  displayed: SpineItem | undefined,
  fraction: number,
): BookPlace {
  const item = displayed?.index ?? 0;
  const first = view?.spread.kind === "flow" && view.frames[0] ? firstOnPage(view, view.frames[0].document) : null;
  // A scrolled document may be in the middle of an element.
  return first && !isScrolledItem(displayed)
    ? { item, at: { kind: "cfi", cfi: cfiOf(first, item) } }
    : { item, at: { kind: "fraction", fraction } };
}

/** Changes the layout of a spread; the text at the top of the shown page remains in view. */
export function keepPlace(view: SpreadView, change: () => void): void {
  const anchor = view.spread.kind === "flow" && view.frames[0] ? firstOnPage(view, view.frames[0].document) : null;
  // In a scrolled document the anchor may be above or within the window; its offset is preserved.
  const isScrolled = view.spread.kind === "flow" && view.spread.isScrolled;
  const offset = anchor && isScrolled ? view.page() - view.pageOf(anchor) : 0;
  change();
  if (anchor) view.goToPage(view.pageOf(anchor) + offset, false);
}

/** Whether a text of a spread begins on its shown page; in a scrolled document, in the window and not at its very end. */
export function beginsOnPage(view: SpreadView, text: TextPlace, content: Document, window: Size): boolean {
  if (view.spread.kind === "fixed") return true;
  if (!view.spread.isScrolled) return view.pageOf(text) === view.page();
  const axis = scrollAxisOf(content);
  const beginning = beginningOf(text.getBoundingClientRect(), axis, window);
  return beginning >= 0 && beginning < (axis === "down" ? window.height : window.width) - 60;
}

/** Position of a fragment of a spread's first document relative to the shown page; null or unknown: the document's start. */
export function whereaboutsIn(
  view: SpreadView,
  fragment: string | null,
  isVisible: (element: Element) => boolean,
): EntryPosition {
  const id = fragment === null ? null : decodedFragment(fragment);
  const element = id === null ? null : view.frames[0]?.document.getElementById(id);
  if (element && isVisible(element)) return "shown";
  const begins = element ? view.pageOf(element) : 0;
  return begins < view.page() ? "before" : begins > view.page() ? "after" : "shown";
}
