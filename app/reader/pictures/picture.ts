import type { BookFrame } from "~/reader/view/frame";

/** A picture of a displayed document, to be enlarged. */
export type BookPicture = {
  frame: BookFrame;
  /** The element that notes about the picture name. */
  element: Element;
  /** A drawing without a file of its own is a data URL. */
  url: string;
  /** Its alternative text; empty if it has none. */
  name: string;
  /** What the book says about it beside that: descriptions and captions. */
  descriptions: readonly string[];
  language: string | null;
};

/** Smaller pictures, such as ornaments and formulas in a line, are not enlarged. CSS px. */
const leastLength = 48;

/** The picture at an element of a page; null if there is none, or if it is a link. */
export function pictureAt(frame: BookFrame, target: Element | null): BookPicture | null {
  const element = outermost(target?.closest?.("img, svg") ?? null);
  if (!element || element.closest("a[href], button")) return null;
  const { width, height } = element.getBoundingClientRect();
  if (width < leastLength || height < leastLength) return null;
  const own = describedElement(element);
  const url = urlOf(own);
  if (!url) return null;
  return {
    frame,
    element: own,
    url,
    name: nameOf(element, own),
    descriptions: descriptionsOf(element),
    language: element.closest("[lang]")?.getAttribute("lang") ?? null,
  };
}

/** The pictures of a document, in its order. */
export function picturesIn(frame: BookFrame): BookPicture[] {
  const found = Array.from(frame.document.querySelectorAll("img, svg"), (element) =>
    outermost(element) === element ? pictureAt(frame, element) : null,
  );
  return found.filter((picture) => picture !== null);
}

function outermost(element: Element | null): Element | null {
  let found = element;
  for (let around = element; around; around = around.parentElement?.closest("svg") ?? null) found = around;
  return found;
}

/** A drawing that only frames one picture, as covers do, is that picture. */
function describedElement(element: Element): Element {
  if (element.localName !== "svg") return element;
  const drawn = element.querySelectorAll("image, path, rect, circle, ellipse, line, polygon, polyline, text, use");
  return drawn.length === 1 && drawn[0]?.localName === "image" ? drawn[0] : element;
}

function urlOf(element: Element): string | null {
  if (element.localName === "img") {
    const image = element as HTMLImageElement;
    return image.currentSrc || image.src || null;
  }
  if (element.localName === "image") {
    const href = element.getAttribute("href") ?? element.getAttributeNS("http://www.w3.org/1999/xlink", "href");
    return href ? new URL(href, element.baseURI).href : null;
  }
  const { width, height } = element.getBoundingClientRect();
  const copy = element.cloneNode(true) as Element;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const text = new XMLSerializer().serializeToString(copy);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

function nameOf(...elements: readonly Element[]): string {
  for (const element of elements) {
    const label = element.getAttribute("aria-label") ?? element.getAttribute("alt");
    const text = label ?? textOf(Array.from(element.children).find(({ localName }) => localName === "title"));
    if (text?.trim()) return text.trim();
  }
  return "";
}

function descriptionsOf(element: Element): string[] {
  const content = element.ownerDocument;
  const ids = ["aria-describedby", "aria-details"].flatMap((name) => element.getAttribute(name)?.split(/\s+/) ?? []);
  const found = [
    ...ids.map((id) => content.getElementById(id)),
    Array.from(element.children).find(({ localName }) => localName === "desc"),
    element.closest("figure")?.querySelector("figcaption"),
  ];
  return [...new Set(found.map(textOf).filter((text) => text !== ""))];
}

function textOf(element: Element | null | undefined): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
