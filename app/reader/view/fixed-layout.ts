import type { Size, SpineItem } from "~/epub/book";
import { fixedCss, highlightCss, type ReadingStyle, topMargin } from "./frame-style";
import { styleElement } from "./spread-view";
import { placePages, type Spread } from "./spreads";

export type FixedSpreadModel = Extract<Spread, { kind: "fixed" }>;
type Slot = "left" | "right" | "center";

/** Pages shown at less than this part of their own size are small. Decision 25. */
export const smallScale = 0.75;
/** So much of a window's height must be free for the words of a small page. */
const leastRoom = 0.3;

/** Fixed pages keep their own look by day and by night; only the highlight on spoken words is ours. */
export function applyFixedStyles(content: Document, style: ReadingStyle, activeClass: string | null): void {
  styleElement(content, fixedCss() + highlightCss({ ...style, isDark: false }, activeClass));
}

/**
 * Gives the frames of a spread their sizes and scales them to their places on the stage.
 * @param times how many times larger than whole the pages are shown
 * @returns the scale at which the pages are shown whole, and where the room below them begins that their words are shown in
 */
export function placeFixed(
  { slots }: FixedSpreadModel,
  elements: ReadonlyMap<SpineItem, HTMLIFrameElement>,
  stage: Size,
  times = 1,
): { scale: number; wordsTop: number | null } {
  // Without a size of its own a document fills its place, as device-width means.
  const place = { width: slots.center ? stage.width : stage.width / 2, height: stage.height };
  const sizeOf = (item: SpineItem | null | undefined) => (item ? (item.viewport ?? place) : null);
  const sizes = { left: sizeOf(slots.left), right: sizeOf(slots.right), center: sizeOf(slots.center) };
  const pages = { ...sizes, isHalf: slots.center && slots.isHalf };
  const centred = placePages(pages, stage);
  const scale = Math.max(...[centred.left, centred.right, centred.center].map((found) => found?.scale ?? 0));
  const hasWords = [slots.left, slots.right, slots.center].some((item) => item && item.characters > 0);
  const bottom = hasWords ? roomBelow(centred, sizes, stage) : null;
  // The room that is left goes below the pages, for their words in a size that can be read.
  const up = bottom === null ? 0 : bottom.spare;
  // Enlarged pages pan in the part of the stage above their words.
  const upper = bottom === null ? stage : { width: stage.width, height: bottom.below - up };
  const places = times === 1 ? movedUp(centred, up) : placePages(pages, roomFor(pages, scale * times, upper));
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
  return { scale, wordsTop: bottom && bottom.below - up };
}

type Places = ReturnType<typeof placePages>;
type Sizes = Record<Slot, Size | null>;

/**
 * Where the pages end on a window that stands, if they are drawn small and leave room enough below for their words; `spare`: how far they
 * can go up. CSS px.
 */
function roomBelow(places: Places, sizes: Sizes, stage: Size): { below: number; spare: number } | null {
  const shown = (["left", "right", "center"] as Slot[]).flatMap((slot) => {
    const [place, size] = [places[slot], sizes[slot]];
    return place && size ? [{ ...place, bottom: place.top + size.height * place.scale }] : [];
  });
  const below = Math.max(...shown.map(({ bottom }) => bottom));
  const top = Math.min(...shown.map((one) => one.top));
  const isSmall = shown.every(({ scale }) => scale < smallScale);
  if (stage.height <= stage.width || !isSmall || 2 * top < stage.height * leastRoom) return null;
  return { below, spare: Math.max(0, top - topMargin) };
}

function movedUp(places: Places, by: number): Places {
  const moved = (place: Places[Slot]) => place && { ...place, top: place.top - by };
  return { left: moved(places.left), right: moved(places.right), center: moved(places.center) };
}

/** A stage that is just large enough for the pages at a scale, and no smaller than the real one. */
function roomFor(pages: Parameters<typeof placePages>[0], scale: number, stage: Size): Size {
  const { left, right, center, isHalf } = pages;
  const width = center ? center.width * (isHalf ? 2 : 1) : 2 * Math.max(left?.width ?? 0, right?.width ?? 0);
  const height = Math.max(...[left, right, center].map((size) => size?.height ?? 0));
  return { width: Math.max(stage.width, width * scale), height: Math.max(stage.height, height * scale) };
}
