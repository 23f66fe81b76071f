import type { Size } from "~/epub/book";

/**
 * Direction in which a document scrolls: down, or in vertical writing sideways in the direction of its lines. EPUB
 * Reading Systems 3.3, rendition:flow.
 */
export type ScrollAxis = "down" | "left" | "right";

export function scrollAxisOf(content: Document): ScrollAxis {
  const mode = content.defaultView?.getComputedStyle(content.documentElement).writingMode ?? "";
  if (!mode.startsWith("vertical") && !mode.startsWith("sideways")) return "down";
  return mode.endsWith("-lr") ? "right" : "left";
}

/** Scroll offset, scroll length and visible length of a document, in CSS px along its axis. */
export function scrollOf(
  root: Element,
  axis: ScrollAxis,
  window: Size,
): { at: number; length: number; visible: number } {
  if (axis === "down") return { at: root.scrollTop, length: root.scrollHeight, visible: window.height };
  return { at: Math.abs(root.scrollLeft), length: root.scrollWidth, visible: window.width };
}

export function scrollToPlace(root: Element, axis: ScrollAxis, at: number, isSlow: boolean): void {
  const behavior = isSlow ? "smooth" : "instant";
  if (axis === "down") root.scrollTo({ top: at, behavior });
  else root.scrollTo({ left: axis === "left" ? -at : at, behavior });
}

/** Whether a box is in the window, or begins near its start if it is longer than the window. */
export function isInWindow(box: DOMRect, axis: ScrollAxis, window: Size): boolean {
  const begin = beginningOf(box, axis, window);
  const [length, visible] = axis === "down" ? [box.height, window.height] : [box.width, window.width];
  return begin >= 0 && (begin + length <= visible || begin <= visible * 0.2);
}

/** Offset of a box from the edge at which reading begins, in px. */
export function beginningOf(box: Pick<DOMRect, "top" | "left" | "right">, axis: ScrollAxis, window: Size): number {
  if (axis === "down") return box.top;
  return axis === "left" ? window.width - box.right : box.left;
}
