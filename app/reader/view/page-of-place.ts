import { rangeOfCfi } from "~/reader/book/cfi";
import type { Place } from "./place";
import type { SpreadView } from "./spread-view";

/** The page of a spread that shows a place. */
export function pageOfPlace(view: SpreadView, place: Place): number {
  if (place.at.kind === "start") return 0;
  if (place.at.kind === "end") return view.pageCount() - 1;
  if (place.at.kind === "fraction") return view.pageAtFraction(place.at.fraction);
  const content = view.frames.find((candidate) => candidate.item.index === place.item)?.document;
  const target =
    content && (place.at.kind === "id" ? content.getElementById(place.at.id) : rangeOfCfi(content, place.at.cfi));
  return target ? view.pageOf(target) : 0;
}

/** The first element that begins on the shown page or runs into it: what the reader keeps in view when the page changes shape. */
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
