import type { SpineItem } from "~/epub/book";
import { resolvePath } from "~/epub/paths";
import { beginsWithPolicy } from "~/reader/view/frame";
import { addressOf, type FirstPageData } from "./first-page-data";

/**
 * Puts a document that was sent in the page into a frame, under its own URL and policy, as if it had been loaded from
 * there. The element must be attached to the page. Decision 24.
 * @returns false if the document must be loaded instead: it was not sent, or is not in the form that ingest stores
 */
export function writeDocument(element: HTMLIFrameElement, item: SpineItem, data: FirstPageData): boolean {
  try {
    return write(element, item, data);
  } catch {
    return false;
  }
}

function write(element: HTMLIFrameElement, item: SpineItem, data: FirstPageData): boolean {
  const text = data.firstDocuments.documents.find(({ index }) => index === item.index)?.text;
  const content = element.contentDocument;
  const view = element.contentWindow;
  if (text === undefined || !content || !view) return false;
  const parsed = new DOMParser().parseFromString(text, "application/xhtml+xml");
  const root = parsed.documentElement;
  if (root.localName !== "html" || parsed.querySelector("parsererror") || !beginsWithPolicy(parsed)) return false;
  if (hasStyleInstruction(parsed)) return false;
  putStylesIn(parsed, item.href, data.firstDocuments.styles);
  // The document's policy comes first, so that it applies before any of the book's content is in the frame.
  content.open();
  content.write(`<!doctype html><meta http-equiv="Content-Security-Policy" content="${data.documentPolicy}">`);
  content.close();
  // The frame has the page's URL at this point; with its own URL, relative references resolve correctly.
  view.history.replaceState(null, "", addressOf(data, item));
  content.replaceChild(content.adoptNode(root), content.documentElement);
  return true;
}

function hasStyleInstruction(parsed: Document): boolean {
  return Array.from(parsed.childNodes).some(({ nodeName }) => nodeName === "xml-stylesheet");
}

function putStylesIn(parsed: Document, href: string, styles: Readonly<Record<string, string>>): void {
  for (const link of parsed.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')) {
    const css = styles[resolvePath(href, link.getAttribute("href") ?? "") ?? ""];
    // Alternate and titled style sheets are left to the browser, which selects among them.
    if (css === undefined || link.relList.contains("alternate") || link.hasAttribute("title")) continue;
    const style = parsed.createElementNS("http://www.w3.org/1999/xhtml", "style");
    const media = link.getAttribute("media");
    if (media !== null) style.setAttribute("media", media);
    style.textContent = css;
    link.replaceWith(style);
  }
}
