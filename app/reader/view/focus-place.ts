import { nodeAt, textOfDocument } from "~/epub/document-text";
import type { BookPlace } from "~/reader/book/place";
import type { BookFrame } from "./frame";

type ShownPages = { readonly frames: readonly BookFrame[]; isVisible(text: Element): boolean };

/**
 * Moves the keyboard focus, and with it a screen reader's cursor, to a shown place of the book, so that reading goes on
 * there. The document is as before once the focus is elsewhere.
 */
export function focusPlace(pages: ShownPages, { item, at }: BookPlace): void {
  const frame = pages.frames.find((one) => one.item.index === item);
  if (!frame) return;
  const { document: content } = frame;
  const element = at.kind === "start" ? null : (elementAt(content, at) ?? firstShown(pages, content));
  if (!element || !("focus" in element)) {
    frame.element.focus({ preventScroll: true });
    return;
  }
  if (!element.hasAttribute("tabindex") && element.matches(":not(a[href],button,input,select,textarea,summary)")) {
    element.setAttribute("tabindex", "-1");
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  (element as HTMLElement).focus({ preventScroll: true });
}

function elementAt(content: Document, at: BookPlace["at"]): Element | null {
  if (at.kind === "id") return content.getElementById(at.id);
  return at.kind === "letters" ? (nodeAt(textOfDocument(content).nodes, at.from)?.node.parentElement ?? null) : null;
}

const blocks = "h1,h2,h3,h4,h5,h6,p,li,dt,dd,figure,table,blockquote,pre,img";

function firstShown(pages: ShownPages, content: Document): Element | null {
  return Array.from(content.querySelectorAll(blocks)).find((block) => pages.isVisible(block)) ?? null;
}
