import type { SpineItem } from "~/epub/book";
import { cfiOf, rangeOfCfi } from "~/reader/book/cfi";
import { rangeOfText } from "~/reader/search/document-text";
import type { Place } from "./place";
import type { SpreadView } from "./spread-view";
import { isScrolledItem } from "./spreads";

/** The page of a spread that shows a place. */
export function pageOfPlace(view: SpreadView, place: Place): number {
  if (place.at.kind === "start") return 0;
  if (place.at.kind === "end") return view.pageCount() - 1;
  if (place.at.kind === "fraction") return view.pageAtFraction(place.at.fraction);
  const content = view.frames.find((candidate) => candidate.item.index === place.item)?.document;
  const target = content && targetIn(content, place.at);
  return target ? view.pageOf(target) : 0;
}

function targetIn(content: Document, at: Place["at"]): Element | Range | null {
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

/** The place of the first text that a spread shows, for planning spreads again. @param fraction its position in the item, 0 to 1 */
export function placeOfFirstWords(
  view: SpreadView | undefined,
  displayed: SpineItem | undefined,
  fraction: number,
): Place {
  const item = displayed?.index ?? 0;
  const first = view?.spread.kind === "flow" && view.frames[0] ? firstOnPage(view, view.frames[0].document) : null;
  // A scrolled document may be in the middle of an element.
  return first && !isScrolledItem(displayed)
    ? { item, at: { kind: "cfi", cfi: cfiOf(first, item) } }
    : { item, at: { kind: "fraction", fraction } };
}
