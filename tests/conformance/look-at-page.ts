/** A document on screen. Lengths in CSS px of the window. */
export type VisibleDocument = {
  /** Path of its URL, decoded; contains the item's href. */
  path: string;
  /** Position of the frame. */
  box: { x: number; y: number; width: number; height: number };
  /** Its width and height before scaling. */
  own: { width: number; height: number };
  /** Text and images within the window. */
  text: string;
  pictures: number;
  scroll: { left: number; top: number; width: number; height: number };
};

/** Frames with the book's documents, displayed and preloaded. */
export const contentFrames = "iframe[data-content], iframe.book-frame";

/** The documents on screen, from left to right. Runs in the page. */
export function readVisibleDocuments(selector: string): VisibleDocument[] {
  const inside = (box: DOMRect, window: { innerWidth: number; innerHeight: number }) =>
    box.width > 0 &&
    box.height > 0 &&
    box.right > 1 &&
    box.bottom > 1 &&
    box.left < window.innerWidth - 1 &&
    box.top < window.innerHeight - 1;
  const isUndisplayed = (element: Element, view: Window) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (view.getComputedStyle(at).display === "none") return true;
    }
    return false;
  };
  const frames = Array.from(document.querySelectorAll<HTMLIFrameElement>(selector)).filter(
    (frame) =>
      frame.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      inside(frame.getBoundingClientRect(), window),
  );
  const described = frames.flatMap((frame) => {
    const content = frame.contentDocument;
    const view = frame.contentWindow;
    if (!content?.documentElement || !view) return [];
    const words: string[] = [];
    const walker = content.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // SVG text keeps its boxes even if a group around it is not displayed.
      if (parent && isUndisplayed(parent, view)) continue;
      if (!node.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      const range = content.createRange();
      range.selectNodeContents(node);
      if (Array.from(range.getClientRects()).some((rect) => inside(rect, view))) words.push(node.textContent);
    }
    const pictures = Array.from(content.querySelectorAll("img, svg, image, video, canvas, object, math")).filter(
      (picture) =>
        inside(picture.getBoundingClientRect(), view) &&
        (picture.localName !== "img" || (picture as HTMLImageElement).naturalWidth > 0),
    );
    const { x, y, width, height } = frame.getBoundingClientRect();
    const root = content.scrollingElement ?? content.documentElement;
    return [
      {
        path: decodeURIComponent(new URL(content.URL, location.href).pathname),
        box: { x, y, width, height },
        own: { width: frame.clientWidth, height: frame.clientHeight },
        text: words.join(" ").replace(/\s+/g, " ").trim(),
        pictures: pictures.length,
        scroll: { left: root.scrollLeft, top: root.scrollTop, width: root.scrollWidth, height: root.scrollHeight },
      },
    ];
  });
  return described.sort((one, other) => one.box.x - other.box.x);
}

/** The visible text of the page. Runs in the page. */
export function readVisible(): string {
  // biome-ignore lint/performance/useDomNodeTextContent: innerText leaves out hidden text, which users do not see
  return document.body?.innerText ?? "";
}
