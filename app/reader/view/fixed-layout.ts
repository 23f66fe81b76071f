import type { Size, SpineItem } from "../../epub/book";
import { fixedCss, highlightCss, type ReadingStyle } from "./frame-style";
import { styleElement } from "./leaf-view";
import { type Leaf, placePages } from "./leaves";

export type FixedLeafModel = Extract<Leaf, { kind: "fixed" }>;
type Slot = "left" | "right" | "center";

/** Fixed pages keep their own look by day and by night; only the light on spoken words is ours. */
export function dressFixed(content: Document, style: ReadingStyle, activeClass: string | null): void {
  styleElement(content, fixedCss() + highlightCss({ ...style, isDark: false }, activeClass));
}

/** Gives the frames of a leaf their sizes and scales them to their places on the stage. */
export function placeFixed(
  { slots }: FixedLeafModel,
  elements: ReadonlyMap<SpineItem, HTMLIFrameElement>,
  stage: Size,
): void {
  // Without a size of its own a document fills its place, as device-width means.
  const place = { width: slots.center ? stage.width : stage.width / 2, height: stage.height };
  const sizeOf = (item: SpineItem | null | undefined) => (item ? (item.viewport ?? place) : null);
  const sizes = { left: sizeOf(slots.left), right: sizeOf(slots.right), center: sizeOf(slots.center) };
  const places = placePages({ ...sizes, isHalf: slots.center && slots.isHalf }, stage);
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
}
