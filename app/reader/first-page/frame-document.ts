import type { SpineItem } from "~/epub/book";
import { resolvePath } from "~/epub/paths";
import { beginsWithPolicy } from "~/reader/view/frame";
import { addressOf, type FirstPageData } from "./first-page-data";

/**
 * Puts a document that came with the page into a frame, under its own address and its own policy, exactly as if it had been loaded from
 * there. The element must be in the page. Decision 24.
 * @returns false where it must be loaded: it did not come, or is not what we store
 */
export function writeDocument(element: HTMLIFrameElement, item: SpineItem, data: FirstPageData): boolean {
  try {
    return write(element, item, data);
  } catch {
    return false;
  }
}

function write(element: HTMLIFrameElement, item: SpineItem, data: FirstPageData): boolean {
  const text = data.written.documents.find(({ index }) => index === item.index)?.text;
  const content = element.contentDocument;
  const view = element.contentWindow;
  if (text === undefined || !content || !view) return false;
  const parsed = new DOMParser().parseFromString(text, "application/xhtml+xml");
  const root = parsed.documentElement;
  if (root.localName !== "html" || parsed.querySelector("parsererror") || !beginsWithPolicy(parsed)) return false;
  if (hasStyleInstruction(parsed)) return false;
  putStylesIn(parsed, item.href, data.written.styles);
  // The server's own policy first: nothing of the book stands in the frame before it holds.
  content.open();
  content.write(`<!doctype html><meta http-equiv="Content-Security-Policy" content="${data.documentPolicy}">`);
  content.close();
  // Now it has the page's address; with its own one, everything in it leads where it should.
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
    // Of several sheets that one may choose from, the browser chooses.
    if (css === undefined || link.relList.contains("alternate") || link.hasAttribute("title")) continue;
    const style = parsed.createElementNS("http://www.w3.org/1999/xhtml", "style");
    const media = link.getAttribute("media");
    if (media !== null) style.setAttribute("media", media);
    style.textContent = css;
    link.replaceWith(style);
  }
}
