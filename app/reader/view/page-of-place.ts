import type { Size } from "~/epub/book";
import type { EntryPosition } from "~/epub/progress";
import { rangeOfCfi } from "~/reader/book/cfi";
import type { BookPlace } from "~/reader/book/place";
import { decodedFragment } from "~/reader/book/places";
import { rangeOfText } from "./document-text";
import { beginningOf, scrollAxisOf } from "./scroll-axis";
import type { SpreadView } from "./spread-view";
import type { TextPlace } from "./text-place";

/** The page of a spread that shows a place. */
export function pageOfPlace(view: SpreadView, place: BookPlace): number {
  if (place.at.kind === "start") return 0;
  if (place.at.kind === "end") {
    view.completeLayout();
    return view.pageCount() - 1;
  }
  if (place.at.kind === "fraction") return view.pageAtFraction(place.at.fraction);
  const content = view.frames.find((candidate) => candidate.item.index === place.item)?.document;
  const target = content && elementAtPlace(content, place.at);
  return target ? view.pageOf(target) : 0;
}

/** The text of a place in its document; null for one that names none. */
export function elementAtPlace(content: Document, at: BookPlace["at"]): TextPlace | null {
  if (at.kind === "id") return content.getElementById(at.id);
  if (at.kind === "letters") return rangeOfText(content, at.from, at.to);
  return at.kind === "cfi" ? rangeOfCfi(content, at.cfi) : null;
}

/** The first element that begins on the shown page or runs into it: the anchor kept in view when the layout changes. */
export function firstOnPage(view: SpreadView, content: Document): Element | null {
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
