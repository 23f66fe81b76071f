import type { PageSpread, Size, SpineItem } from "~/epub/book";
import type { PageMode } from "~/reader/settings/reading-layout";

/** Content of the stage at one time: a reflowable document, or one or two fixed pages. */
export type Spread =
  | { kind: "flow"; item: SpineItem; isScrolled: boolean; columns: 1 | 2; startsOn: "first" | "second" }
  | { kind: "fixed"; slots: FixedSlots };

/** Fixed pages by their side of the open book. `center` is a single page. */
type FixedSlots =
  | { left: SpineItem | null; right: SpineItem | null; center?: undefined }
  | {
      center: SpineItem;
      left?: undefined;
      right?: undefined;
      /** A cover before two-page spreads: drawn as large as one page of a pair. */
      isHalf?: boolean;
    };

/** Minimum spread width. docs/product/reader.md#screens. */
const minimumSpreadWidth = 600;

/**
 * Divides the spine into spreads for a window. Two-page spreads are used from 600 px, unless the book specifies
 * otherwise. Non-linear items get their own spread, since links lead to them. docs/product/reader.md#screens; EPUB 3,
 * "Synthetic spreads".
 */
export function planSpreads(spine: readonly SpineItem[], progression: "ltr" | "rtl", window: Size): Spread[] {
  const spreads: Spread[] = [];
  const saysWhere = spine.some((item) => item.layout === "pre-paginated" && item.pageSpread);
  const [firstSide, secondSide] = progression === "rtl" ? (["right", "left"] as const) : (["left", "right"] as const);
  let open: { left: SpineItem | null; right: SpineItem | null } | null = null;
  let isFirstFixed = true;

  function close(): void {
    if (open) spreads.push({ kind: "fixed", slots: open });
    open = null;
  }

  for (const item of spine) {
    const isSpread = makesSpread(item, window);
    if (item.layout === "reflowable") {
      close();
      spreads.push(flowSpread(item, isSpread, secondSide));
      continue;
    }
    // A book that does not say on which side its pages are opens on its cover alone, like a printed one.
    const isCover = isFirstFixed && !saysWhere;
    isFirstFixed = false;
    if (!isSpread || !item.linear || item.pageSpread === "center" || isCover) {
      close();
      const isHalf = isCover && isSpread && item.pageSpread !== "center";
      spreads.push({ kind: "fixed", slots: isHalf ? { center: item, isHalf } : { center: item } });
      continue;
    }
    const side: Exclude<PageSpread, "center"> = item.pageSpread ?? (open ? secondSide : firstSide);
    if (side === firstSide || !open) {
      close();
      open = { left: null, right: null };
    }
    open[side] = item;
    if (side === secondSide) close();
  }
  close();
  return spreads;
}

/** The items as the reader has chosen to read them: reflowable documents scrolled, or in pages of one or two columns. */
export function inPageMode(spine: readonly SpineItem[], mode: PageMode): readonly SpineItem[] {
  if (mode === "book") return spine;
  return spine.map((item) => {
    if (item.layout !== "reflowable") return item;
    if (mode === "scrolled") return { ...item, flow: "scrolled-continuous" };
    return { ...item, flow: "paginated", spread: mode === "one" ? "none" : "both" };
  });
}

function flowSpread(item: SpineItem, isSpread: boolean, secondSide: "left" | "right"): Spread {
  const isScrolled = isScrolledItem(item);
  const columns = isSpread && !isScrolled && !item.alignCenter && item.pageSpread !== "center" ? 2 : 1;
  const startsOn = columns === 2 && item.pageSpread === secondSide ? "second" : "first";
  return { kind: "flow", item, isScrolled, columns, startsOn };
}

/** Whether a document scrolls as one long page. */
export function isScrolledItem(item: Pick<SpineItem, "layout" | "flow"> | undefined): boolean {
  return item?.layout === "reflowable" && (item.flow === "scrolled-doc" || item.flow === "scrolled-continuous");
}

/** Whether scrolling beyond the end of a document leads into the next one. EPUB 3.3, rendition:flow. */
export function scrollsOn(item: Pick<SpineItem, "layout" | "flow">): boolean {
  return isScrolledItem(item) && item.flow === "scrolled-continuous";
}

function makesSpread(item: SpineItem, window: Size): boolean {
  if (item.spread === "none") return false;
  if (item.spread === "landscape" && window.width <= window.height) return false;
  return window.width >= minimumSpreadWidth;
}

/** The spine items of a spread in reading order. */
export function itemsOf(spread: Spread): SpineItem[] {
  if (spread.kind === "flow") return [spread.item];
  if (spread.slots.center) return [spread.slots.center];
  return [spread.slots.left, spread.slots.right]
    .filter((item): item is SpineItem => item !== null)
    .sort((one, other) => one.index - other.index);
}

/** The spread that shows a spine item; -1 if there is none. */
export function spreadOfItem(spreads: readonly Spread[], spineIndex: number): number {
  return spreads.findIndex((spread) => itemsOf(spread).some((item) => item.index === spineIndex));
}

/** The spread that a page turn leads to; null at the end and start of the book. Non-linear spreads are skipped. */
export function neighbourSpread(spreads: readonly Spread[], from: number, direction: 1 | -1): number | null {
  for (let index = from + direction; index >= 0 && index < spreads.length; index += direction) {
    const spread = spreads[index];
    if (spread && itemsOf(spread).some((item) => item.linear)) return index;
  }
  return null;
}

/** Indexes of the shown spread, the next and the previous one; none if no spread is shown. */
export function withNeighbours(spreads: readonly Spread[], shown: number): number[] {
  if (shown < 0) return [];
  const beside = [neighbourSpread(spreads, shown, 1), neighbourSpread(spreads, shown, -1)];
  return [shown, ...beside.filter((index) => index !== null)];
}

/** Position of a fixed page: offset and scale within the stage, in CSS px. */
type PagePlace = { left: number; top: number; scale: number };

/**
 * Fits the pages of a spread into the stage: as large as possible at one scale, so that they keep their relative size, with their tops at
 * the same height, adjacent in the middle; a single page of a pair keeps its side.
 */
export function placePages(
  sizes: { left?: Size | null; right?: Size | null; center?: Size | null; isHalf?: boolean },
  stage: Size,
): { left?: PagePlace; right?: PagePlace; center?: PagePlace } {
  if (sizes.center) {
    const width = sizes.isHalf ? stage.width / 2 : stage.width;
    const scale = Math.min(width / sizes.center.width, stage.height / sizes.center.height);
    return {
      center: {
        scale,
        left: (stage.width - sizes.center.width * scale) / 2,
        top: (stage.height - sizes.center.height * scale) / 2,
      },
    };
  }
  const pages = [sizes.left, sizes.right].filter((size): size is Size => !!size);
  const half = stage.width / 2;
  const scale = Math.min(...pages.map((size) => Math.min(half / size.width, stage.height / size.height)));
  const top = (stage.height - Math.max(...pages.map((size) => size.height)) * scale) / 2;
  return {
    ...(sizes.left && { left: { scale, left: half - sizes.left.width * scale, top } }),
    ...(sizes.right && { right: { scale, left: half, top } }),
  };
}
