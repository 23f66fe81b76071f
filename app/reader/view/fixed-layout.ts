import type { Size, SpineItem } from "~/epub/book";
import { defaultComfort } from "~/reader/settings/comfort";
import { fixedCss, highlightCss, type ReadingStyle, topMargin } from "./frame-style";
import { styleElement } from "./spread-view";
import { placePages, type Spread } from "./spreads";

export type FixedSpreadModel = Extract<Spread, { kind: "fixed" }>;
type Slot = "left" | "right" | "center";

/** Pages scaled below this factor count as small. Decision 25. */
export const smallScale = 0.75;
/** Zoom factor. Decision 25. */
export const enlargedTimes = 2;
/** Minimum zoom factor when fitting to the window's width. */
const leastEnlarged = 1.25;
/** Fraction of the window's height that must be free to show a small page's text below it. */
const leastRoom = 0.3;
/** CSS px of three lines of text with their padding: with less room, the page moves up by its top margin. */
const leastWords = 168;

/** Fixed-layout pages keep their own appearance in either theme; only the highlight on spoken text is added. */
export function applyFixedStyles(content: Document, style: ReadingStyle, activeClass: string | null): void {
  styleElement(content, fixedCss() + highlightCss({ ...style, isDark: false, comfort: defaultComfort }, activeClass));
}

/**
 * Sizes the frames of a spread and scales them to their positions on the stage.
 * @param zoom maximum zoom factor, see enlargedScale, or the exact one
 * @returns the scale at which the pages fit the stage, how many times larger they are drawn, their bottom edge as drawn,
 * and the top of the area for their text
 */
export function placeFixed(
  { slots }: FixedSpreadModel,
  elements: ReadonlyMap<SpineItem, HTMLIFrameElement>,
  stage: Size,
  { times, isExact }: { times: number; isExact: boolean } = { times: 1, isExact: false },
): { scale: number; zoomed: number; bottom: number; wordsTop: number | null } {
  const slot = { width: slots.center && !slots.isHalf ? stage.width : stage.width / 2, height: stage.height };
  const sizeOf = (item: SpineItem | null | undefined) => (item ? (item.viewport ?? slot) : null);
  const sizes = { left: sizeOf(slots.left), right: sizeOf(slots.right), center: sizeOf(slots.center) };
  const pages = { ...sizes, isHalf: slots.center && slots.isHalf };
  const placesIn = (area: Size) => ({ ...placePages(sizedPages(slots), area), ...fillSlots(slots, area, stage) });
  const centred = placesIn(stage);
  const scale = Math.max(...[centred.left, centred.right, centred.center].map((page) => page?.scale ?? 0));
  const hasWords = [slots.left, slots.right, slots.center].some((item) => item && item.characters > 0);
  const room = hasWords ? roomBelow(centred, sizes, stage) : null;
  // Moves the pages up, so that all free room is below them, for their text.
  const up = room === null ? 0 : room.spare;
  // Zoomed pages pan in the part of the stage above their text.
  const upper = room === null ? stage : { width: stage.width, height: room.below - up };
  const places =
    times === 1
      ? movedUp(centred, up)
      : placesIn(roomFor(pages, isExact ? scale * times : enlargedScale(pages, scale, times, stage.width), upper));
  for (const side of ["left", "right", "center"] as Slot[]) {
    const item = slots[side];
    const position = places[side];
    const element = item && elements.get(item);
    const size = sizes[side];
    if (!element || !position || !size) continue;
    element.dataset.slot = side;
    Object.assign(element.style, {
      width: `${size.width}px`,
      height: `${size.height}px`,
      transform: `translate(${position.left}px, ${position.top}px) scale(${position.scale})`,
    });
  }
  const drawn = Math.max(...[places.left, places.right, places.center].map((page) => page?.scale ?? 0));
  return { scale, zoomed: drawn / scale, bottom: bottomOf(places, sizes), wordsTop: room && room.below - up };
}

/** The pages that have a size of their own. */
function sizedPages({ left, right, center, ...rest }: FixedSpreadModel["slots"]): Parameters<typeof placePages>[0] {
  const sizeOf = (item: SpineItem | null | undefined) => item?.viewport ?? null;
  return { left: sizeOf(left), right: sizeOf(right), center: sizeOf(center), isHalf: "isHalf" in rest && rest.isHalf };
}

/**
 * Pages without a viewport fill their slots, as device-width specifies.
 * @param area the stage, or the larger area in which zoomed pages pan
 */
function fillSlots(slots: FixedSpreadModel["slots"], area: Size, stage: Size): Places {
  const scale = Math.min(area.width / stage.width, area.height / stage.height);
  const isOwn = (item: SpineItem | null | undefined) => item && !item.viewport;
  const at = (left: number) => ({ scale, left, top: 0 });
  return {
    ...(isOwn(slots.left) && { left: at(area.width / 2 - (stage.width / 2) * scale) }),
    ...(isOwn(slots.right) && { right: at(area.width / 2) }),
    ...(isOwn(slots.center) && { center: at(slots.center && slots.isHalf ? area.width / 4 : 0) }),
  };
}

/**
 * If fitting to the window's width already zooms enough, the page is not made wider: no line is cut off, and panning is
 * vertical only.
 * @param times zoom factor otherwise
 */
function enlargedScale(pages: Parameters<typeof placePages>[0], scale: number, times: number, width: number): number {
  const untilWide = width / (widthOf(pages) * scale);
  return scale * (untilWide >= leastEnlarged ? Math.min(times, untilWide) : times);
}

type Places = ReturnType<typeof placePages>;
type Sizes = Record<Slot, Size | null>;

/**
 * Bottom edge of the pages in a portrait window, if they are drawn small and leave enough room below for their text;
 * `spare`: distance by which they can move up. CSS px.
 */
function roomBelow(places: Places, sizes: Sizes, stage: Size): { below: number; spare: number } | null {
  const placed = [places.left, places.right, places.center].filter((place) => place !== undefined);
  const below = bottomOf(places, sizes);
  const top = Math.min(...placed.map((one) => one.top));
  const isSmall = placed.every(({ scale }) => scale < smallScale);
  if (stage.height <= stage.width || !isSmall || 2 * top < stage.height * leastRoom) return null;
  const margin = 2 * top - topMargin < leastWords ? 0 : topMargin;
  return { below, spare: Math.max(0, top - margin) };
}

function bottomOf(places: Places, sizes: Sizes): number {
  const bottoms = (["left", "right", "center"] as Slot[]).map((slot) => {
    const [place, size] = [places[slot], sizes[slot]];
    return place && size ? place.top + size.height * place.scale : 0;
  });
  return Math.max(...bottoms);
}

function movedUp(places: Places, by: number): Places {
  const moved = (place: Places[Slot]) => place && { ...place, top: place.top - by };
  return { left: moved(places.left), right: moved(places.right), center: moved(places.center) };
}

/** The smallest stage for the pages at a scale, but not smaller than the real one. */
function roomFor(pages: Parameters<typeof placePages>[0], scale: number, stage: Size): Size {
  const { left, right, center } = pages;
  const width = widthOf(pages);
  const height = Math.max(...[left, right, center].map((size) => size?.height ?? 0));
  return { width: Math.max(stage.width, width * scale), height: Math.max(stage.height, height * scale) };
}

function widthOf({ left, right, center, isHalf }: Parameters<typeof placePages>[0]): number {
  return center ? center.width * (isHalf ? 2 : 1) : 2 * Math.max(left?.width ?? 0, right?.width ?? 0);
}
