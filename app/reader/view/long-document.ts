import type { SpineItem } from "~/epub/book";
import { textNodes } from "~/epub/ingest/locations";

/**
 * Long reflowable documents. The browser lays out a document whole, which takes seconds for some megabytes of text, so that their first
 * page is shown before the text far behind it is laid out. Decision 98.
 */

/** Letters from which a document is long. */
const longFrom = 300_000;
/** Letters that are laid out behind the beginning of the first page. */
const roomBehind = 40_000;

/** Set on elements behind the part that is laid out. */
const later = "data-fabel-later";
/** Set on the root: number of letters that are laid out; `all` for the whole document. */
const laidOut = "data-fabel-laid-out";

/** CSS that leaves the later part out of the layout. */
export const longDocumentCss = `[${later}]{display:none!important}`;

export function isLong({ layout, flow, characters }: Pick<SpineItem, "layout" | "flow" | "characters">): boolean {
  return layout === "reflowable" && !flow.startsWith("scrolled") && characters > longFrom;
}

/**
 * Leaves out of the layout what lies far behind a place, once per document.
 * @param fraction of the document before the place, 0 to 1
 */
export function leaveOutLater(content: Document, item: SpineItem, fraction: number): void {
  const root = content.documentElement;
  if (!isLong(item) || root.hasAttribute(laidOut)) return;
  const end = fraction * item.characters + roomBehind;
  let letters = 0;
  for (const text of textNodes(content)) {
    letters += text.length;
    if (letters < end) continue;
    root.setAttribute(laidOut, String(letters));
    for (let element = text.parentElement; element && element !== content.body; element = element.parentElement) {
      for (let next = element.nextElementSibling; next; next = next.nextElementSibling) next.setAttribute(later, "");
    }
    return;
  }
}

/** Number of letters that are laid out; null if all of them are. */
export function laidOutLetters(content: Document): number | null {
  const letters = content.documentElement.getAttribute(laidOut);
  return letters === null || letters === "all" ? null : Number(letters);
}

/** Lays the whole document out from now on. */
export function layOutAll(content: Document): void {
  content.documentElement.setAttribute(laidOut, "all");
  for (const element of content.querySelectorAll(`[${later}]`)) element.removeAttribute(later);
}

/** Whether a node is in the part that is not laid out yet. */
export function isLater(node: Node): boolean {
  const element = node.nodeType === 1 ? (node as Element) : node.parentElement;
  return element?.closest(`[${later}]`) != null;
}

/** The frame of a long document takes part in no layout before its styles are applied, which would lay it out twice. */
export function hideUntilStyled(frame: HTMLIFrameElement, item: SpineItem): void {
  if (isLong(item)) frame.style.display = "none";
}

/** @see hideUntilStyled */
export function showStyled(content: Document): void {
  const frame = content.defaultView?.frameElement as HTMLElement | null | undefined;
  if (frame?.style.display === "none") frame.style.display = "";
}
