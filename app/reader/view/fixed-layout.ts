import type { Size, SpineItem } from "~/epub/book";
import { fixedCss, highlightCss, type ReadingStyle } from "./frame-style";
import { styleElement } from "./spread-view";
import { placePages, type Spread } from "./spreads";

export type FixedSpreadModel = Extract<Spread, { kind: "fixed" }>;
type Slot = "left" | "right" | "center";

/** Fixed pages keep their own look by day and by night; only the highlight on spoken words is ours. */
export function applyFixedStyles(content: Document, style: ReadingStyle, activeClass: string | null): void {
  styleElement(content, fixedCss() + highlightCss({ ...style, isDark: false }, activeClass));
}

/**
 * Gives the frames of a spread their sizes and scales them to their places on the stage.
 * @param times how many times larger than whole the pages are shown
 * @returns the scale at which the pages are shown whole
 */
export function placeFixed(
  { slots }: FixedSpreadModel,
  elements: ReadonlyMap<SpineItem, HTMLIFrameElement>,
  stage: Size,
  times = 1,
): number {
  // Without a size of its own a document fills its place, as device-width means.
  const place = { width: slots.center ? stage.width : stage.width / 2, height: stage.height };
  const sizeOf = (item: SpineItem | null | undefined) => (item ? (item.viewport ?? place) : null);
  const sizes = { left: sizeOf(slots.left), right: sizeOf(slots.right), center: sizeOf(slots.center) };
  const pages = { ...sizes, isHalf: slots.center && slots.isHalf };
  const whole = placePages(pages, stage);
  const scale = Math.max(...[whole.left, whole.right, whole.center].map((found) => found?.scale ?? 0));
  const places = times === 1 ? whole : placePages(pages, roomFor(pages, scale * times, stage));
  for (const slot of ["left", "right", "center"] as Slot[]) {
    const item = slots[slot];
    const found = places[slot];
    const element = item && elements.get(item);
    const size = sizes[slot];
    if (!element || !found || !size) continue;
    element.dataset.slot = slot;
    Object.assign(element.style, {
      width: `${size.width}px`,
      height: `${size.height}px`,
      transform: `translate(${found.left}px, ${found.top}px) scale(${found.scale})`,
    });
  }
  return scale;
}

/** A stage that is just large enough for the pages at a scale, and no smaller than the real one. */
function roomFor(pages: Parameters<typeof placePages>[0], scale: number, stage: Size): Size {
  const { left, right, center, isHalf } = pages;
  const width = center ? center.width * (isHalf ? 2 : 1) : 2 * Math.max(left?.width ?? 0, right?.width ?? 0);
  const height = Math.max(...[left, right, center].map((size) => size?.height ?? 0));
  return { width: Math.max(stage.width, width * scale), height: Math.max(stage.height, height * scale) };
}
