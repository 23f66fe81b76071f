import { callServer } from "~/clients/browser-calls.client";
import type { SpineItem } from "~/epub/book";
import { BookFault, faultOfStatus } from "~/reader/book/book-fault";
import type { ContentSource } from "~/reader/book/content-source";
import { hideUntilStyled } from "./long-document";

/** A document of the book in its own frame. Scripts never run in it: sandbox, document policy and server all prevent them. */
export type BookFrame = {
  element: HTMLIFrameElement;
  document: Document;
  item: SpineItem;
};

/** WebKit drops our own listeners in a frame without allow-scripts (WebKit 218086); the document's policy forbids its scripts. */
const sandbox = "allow-same-origin allow-scripts";

/** Milliseconds after which a frame without a document counts as failed. */
const timeLimit = 30_000;

/**
 * Creates a frame for an item, without a document yet.
 * @param title accessible name of the frame
 */
export function makeFrame(item: SpineItem, title: string): HTMLIFrameElement {
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", sandbox);
  element.title = title;
  element.className = "book-frame";
  element.dataset.content = "";
  element.dataset.href = item.href;
  element.dataset.spine = String(item.index);
  hideUntilStyled(element, item);
  return element;
}

/** The frame for an item that the first-page program has added to the spread's element, or a new one. */
export function frameIn(spreadElement: HTMLElement, item: SpineItem, url: string, title: string): HTMLIFrameElement {
  const rendered = spreadElement.querySelector<HTMLIFrameElement>(`iframe[data-spine="${item.index}"]`);
  if (rendered) return rendered;
  const frame = makeFrame(item, title);
  frame.src = url;
  spreadElement.append(frame);
  return frame;
}

/**
 * Waits until a frame has its document and styles, which is sooner than its last image. A document that failed to load
 * is requested again, with the usual retries; after a refusal the policy is renewed first. A document that does not
 * begin with our policy is never shown.
 * @throws BookFault
 */
export async function openFrame(
  element: HTMLIFrameElement,
  item: SpineItem,
  source: ContentSource,
  signal: AbortSignal,
): Promise<BookFrame> {
  for (let attempt = 0; ; attempt += 1) {
    const content = await documentOf(element, signal);
    if (content && beginsWithPolicy(content)) {
      guardNavigation(element, content);
      return { element, document: content, item };
    }
    const status = await statusBehind(source.url(item.href), signal);
    const key = status === 0 ? "error_fault_in_book_message" : faultOfStatus(status);
    if (attempt > 0 || (key !== null && key !== "error_logged_out")) {
      element.remove();
      throw new BookFault(
        key ?? "error_fault_in_book_message",
        `The frame got ${status}, or a document without our policy`,
      );
    }
    if (key !== null) await source.renew();
    const before = element.contentDocument;
    element.src = source.url(item.href);
    await leaving(element, before, signal);
  }
}

/** The status of a URL whose frame stayed empty, after up to three more attempts; 0 without a response. */
async function statusBehind(url: string, signal: AbortSignal): Promise<number> {
  try {
    return (await callServer(url, { method: "HEAD", cache: "no-store", signal, attemptsBefore: 1 })).status;
  } catch {
    return 0;
  }
}

/** Whether a document's head begins with the policy that forbids scripts. docs/product/choices.md#book-scripts. */
export function beginsWithPolicy(content: Document): boolean {
  const first = content.head?.firstElementChild;
  if (first?.localName !== "meta") return false;
  const header = first.getAttribute("http-equiv")?.toLowerCase();
  return header === "content-security-policy" && /script-src 'none'/.test(first.getAttribute("content") ?? "");
}

/** Removes a frame that navigates elsewhere: only checked documents may be in the page. */
function guardNavigation(element: HTMLIFrameElement, content: Document): void {
  element.addEventListener("load", () => {
    if (element.contentDocument !== content) element.remove();
  });
}

/** The frame's document as soon as it has its styles; null if it fails, has not arrived after `timeLimit`, or has no body. */
export async function documentOf(element: HTMLIFrameElement, signal: AbortSignal): Promise<Document | null> {
  let hasLoaded = false;
  const mark = () => {
    hasLoaded = true;
  };
  element.addEventListener("load", mark);
  const giveUpAt = performance.now() + timeLimit;
  try {
    for (;;) {
      if (signal.aborted) throw new DOMException("The frame is no longer wanted", "AbortError");
      const content = contentOf(element);
      if (content && (isStyled(content) || content.readyState === "complete")) return content;
      // A frame that navigated to another origin has no accessible document.
      if (hasLoaded || element.contentDocument === null || isWithoutBody(element)) return null;
      if (performance.now() > giveUpAt) return null;
      await changeOf(element, content);
    }
  } finally {
    element.removeEventListener("load", mark);
  }
}

function contentOf(element: HTMLIFrameElement): Document | null {
  const content = loadedDocument(element);
  return content?.body ? content : null;
}

/** A complete document without a body, e.g. one whose elements are not in XHTML's namespace. Its load event may be over already. */
function isWithoutBody(element: HTMLIFrameElement): boolean {
  const content = loadedDocument(element);
  return content?.readyState === "complete" && !content.body;
}

/** Null before the frame has left its initial document, and for a document of another origin. */
function loadedDocument(element: HTMLIFrameElement): Document | null {
  try {
    const content = element.contentDocument;
    return content && content.URL !== "about:blank" ? content : null;
  } catch {
    return null;
  }
}

function isStyled(content: Document): boolean {
  if (content.readyState === "loading") return false;
  const links = Array.from(content.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]'));
  return links.every((link) => link.sheet !== null || link.rel.includes("alternate"));
}

/** Resolves on the frame's load event or after a short interval: no event outside the frame reports that a document was parsed. */
function changeOf(element: HTMLIFrameElement, content: Document | null): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      element.removeEventListener("load", done);
      content?.removeEventListener("readystatechange", done);
      resolve();
    };
    const timer = setTimeout(done, 8);
    element.addEventListener("load", done);
    content?.addEventListener("readystatechange", done);
  });
}

/** Milliseconds that a page's images may delay the loading of other pages. */
const loadTimeLimit = 4000;

type LoadingFrame = Pick<BookFrame, "element" | "document">;

/** Resolves when all resources of the documents are loaded, or after `loadTimeLimit`. */
export function whenLoaded(frames: readonly LoadingFrame[]): Promise<void> {
  const loading = resourcesOf(frames);
  if (loading.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, loadTimeLimit);
    void Promise.all(loading).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Whether documents have text, unlike pictures of whole pages. */
export function hasText(frames: readonly LoadingFrame[]): boolean {
  return frames.some(({ document: content }) => content.body.textContent?.trim());
}

/** Resolves when all resources of the documents are loaded; null if they are. */
export function whenPicturesLoaded(frames: readonly LoadingFrame[]): Promise<unknown> | null {
  const loading = resourcesOf(frames);
  return loading.length === 0 ? null : Promise.all(loading);
}

function resourcesOf(frames: readonly LoadingFrame[]): Promise<unknown>[] {
  return frames.flatMap(({ element, document: content }) => [
    ...(content.readyState === "complete" ? [] : [new Promise((done) => element.addEventListener("load", done))]),
    ...picturesOf(content),
  ]);
}

/** Pending images: a document that was inserted by script is complete before its images are. */
function picturesOf(content: Document): Promise<unknown>[] {
  const drawn = Array.from(content.querySelectorAll("image"), (image) => {
    // An SVG image does not expose whether it has loaded; an img element with the same URL does.
    const probe = content.createElement("img");
    probe.src = image.getAttribute("href") ?? image.getAttributeNS("http://www.w3.org/1999/xlink", "href") ?? "";
    return probe;
  });
  return [...content.images, ...drawn]
    .filter((image) => !image.complete && image.loading !== "lazy")
    .map(
      (image) =>
        new Promise((done) => {
          image.addEventListener("load", done);
          image.addEventListener("error", done);
        }),
    );
}

/** Resolves when the frame has replaced a document, or after `timeLimit`: a response that never begins fires no event. */
async function leaving(element: HTMLIFrameElement, before: Document | null, signal: AbortSignal): Promise<void> {
  let hasLoaded = false;
  const mark = () => {
    hasLoaded = true;
  };
  element.addEventListener("load", mark);
  const giveUpAt = performance.now() + timeLimit;
  while (element.contentDocument === before && !hasLoaded && !signal.aborted && performance.now() < giveUpAt)
    await changeOf(element, null);
  element.removeEventListener("load", mark);
}
