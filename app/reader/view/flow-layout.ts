import type { Size } from "~/epub/book";
import { releaseSizes } from "./absolute-sizes";
import { fitTables } from "./fit-tables";
import { type FlowGeometry, flowCss, highlightCss, type ReadingStyle, scrollCss } from "./frame-style";
import { styleElement } from "./spread-view";
import type { Spread } from "./spreads";

export type FlowSpreadModel = Extract<Spread, { kind: "flow" }>;

/** How a flowing document is to look: the spread it stands on, the page's size, the reader's style, the package's active class. */
export type FlowStyles = { spread: FlowSpreadModel; page: Size; style: ReadingStyle; activeClass: string | null };

/**
 * Puts our styles into a flowing document.
 * @returns the geometry of its pages; null where it scrolls
 */
export function applyFlowStyles(
  content: Document,
  { spread, page, style, activeClass }: FlowStyles,
): FlowGeometry | null {
  releaseSizes(content, style.comfort);
  if (spread.isScrolled) {
    const isSideways = adoptWritingMode(content);
    styleElement(content, scrollCss(page, style, isSideways) + highlightCss(style, activeClass));
    return null;
  }
  const isVertical = adoptWritingMode(content);
  const geometry: FlowGeometry = {
    page,
    columns: isVertical ? 1 : spread.columns,
    isVertical,
    isCentred: spread.item.alignCenter,
    hasEmptyStart: spread.startsOn === "second" && !isVertical,
    hasEmptyEnd: false,
    isTooWideAlone: false,
  };
  styleElement(content, flowCss(geometry, style) + highlightCss(style, activeClass));
  fitTables(content);
  return geometry;
}

/**
 * Counts the pages, and evens out the last spread: the geometry is changed with the styles. Pictures and fonts that come later change the
 * count.
 */
export function measureFlow(content: Document, geometry: FlowGeometry, styles: FlowStyles): number {
  const filled = settleColumns(content, geometry, styles);
  const isOdd = geometry.columns === 2 && filled % 2 === 1 && filled > 1;
  if (isOdd !== geometry.hasEmptyEnd) {
    geometry.hasEmptyEnd = isOdd;
    restyle(content, geometry, styles);
  }
  return Math.max(1, Math.ceil(filled / geometry.columns));
}

function restyle(content: Document, geometry: FlowGeometry, { style, activeClass }: FlowStyles): void {
  styleElement(content, flowCss(geometry, style) + highlightCss(style, activeClass));
}

/**
 * Puts a page alone in the middle of its spread. All that the first page's look depends on.
 * @returns how many columns are filled
 */
export function settleColumns(content: Document, geometry: FlowGeometry, styles: FlowStyles): number {
  const { spread } = styles;
  if (geometry.columns < spread.columns && !geometry.isVertical && countColumns(content, geometry) > 1) {
    // A page that stood alone has grown by a late picture or font.
    geometry.columns = spread.columns;
    restyle(content, geometry, styles);
  }
  const filled = countColumns(content, geometry);
  if (geometry.columns === 2 && filled === 1 && spread.item.pageSpread === null && !geometry.isTooWideAlone) {
    // A cover or title page alone stands in the middle, not beside an empty page.
    geometry.columns = 1;
    restyle(content, geometry, styles);
    // Its picture may grow with the page until it fills more than one: then it stays as it was, and is not tried again, since each
    // change of styles calls for a new measure.
    if (countColumns(content, geometry) > 1) {
      geometry.columns = 2;
      geometry.isTooWideAlone = true;
      restyle(content, geometry, styles);
    }
  }
  return filled;
}

/** Where a page lies in the document's scroll. */
export function offsetOfPage(content: Document, geometry: FlowGeometry, page: number): { left: number; top: number } {
  if (geometry.isVertical) return { left: 0, top: page * geometry.page.height };
  return { left: page * geometry.page.width * (isRightToLeft(content) ? -1 : 1), top: 0 };
}

export function isRightToLeft(content: Document): boolean {
  return content.defaultView?.getComputedStyle(content.documentElement).direction === "rtl";
}

/** The page at a part of a document, 0 to 1. */
export function pageAtFraction(fraction: number, pages: number): number {
  return Math.min(pages - 1, Math.floor(fraction * pages + 1e-6));
}

/** Columns that hold something of the document. */
function countColumns(content: Document, geometry: FlowGeometry): number {
  const root = content.documentElement;
  const { page, isVertical, hasEmptyEnd } = geometry;
  const columnWidth = page.width / geometry.columns;
  const length = isVertical ? root.scrollHeight : root.scrollWidth;
  const columns = Math.max(1, Math.round(length / (isVertical ? page.height : columnWidth)));
  // The root is never narrower than the window: only the body's own boxes show whether its second column is empty.
  if (geometry.columns === 2 && columns === 2 && content.body.getClientRects().length === 1) return 1;
  return hasEmptyEnd ? columns - 1 : columns;
}

/** Vertical writing that the body alone asks for counts for the root too, which holds the columns; so does its direction. */
function adoptWritingMode(content: Document): boolean {
  const view = content.defaultView;
  if (!view) return false;
  const root = content.documentElement;
  const own = view.getComputedStyle(root);
  const body = view.getComputedStyle(content.body);
  if (body.writingMode !== own.writingMode) root.style.writingMode = body.writingMode;
  if (body.direction !== own.direction) root.style.direction = body.direction;
  return body.writingMode.startsWith("vertical");
}
