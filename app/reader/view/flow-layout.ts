import type { Size } from "~/epub/book";
import { textNodes } from "~/epub/ingest/locations";
import { releaseSizes } from "./absolute-sizes";
import { fitTables } from "./fit-tables";
import {
  coloursOf,
  type FlowGeometry,
  flowCss,
  highlightCss,
  ownActiveClass,
  type ReadingStyle,
  scrollCss,
} from "./frame-style";
import { laidOutLetters, leaveOutLater, longDocumentCss, showStyled } from "./long-document";
import { styleElement } from "./spread-view";
import type { Spread } from "./spreads";
import { markWhiteBackgrounds, paperCss } from "./white-backgrounds";

export type FlowSpreadModel = Extract<Spread, { kind: "flow" }>;

/** Inputs of a reflowable document's styles: its spread, the page size, the reader's style, the package's active class, the language. */
export type FlowStyles = {
  spread: FlowSpreadModel;
  page: Size;
  style: ReadingStyle;
  activeClass: string | null;
  /** The book's main one, for documents that name none. */
  language: string;
};

/**
 * Adds the reader's styles to a reflowable document.
 * @param fraction of the document before the place to show, 0 to 1, for a long one
 * @returns the geometry of its pages; null for a scrolled document
 */
export function applyFlowStyles(
  content: Document,
  { spread, page, style, activeClass, language }: FlowStyles,
  fraction = 0,
): FlowGeometry | null {
  if (style.layout.hyphens === "on") nameLanguage(content, language);
  leaveOutLater(content, spread.item, fraction);
  showStyled(content);
  releaseSizes(content, style.comfort);
  markWhiteBackgrounds(content);
  if (spread.isScrolled) {
    const isSideways = adoptWritingMode(content);
    styleElement(content, scrollCss(page, style, isSideways) + coloursCss(style, activeClass));
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
  restyle(content, geometry, { style, activeClass });
  fitTables(content);
  return geometry;
}

/** Counts the pages and fills up the last spread, which modifies geometry and styles. Images and fonts that load later change the count. */
export function measureFlow(content: Document, geometry: FlowGeometry, styles: FlowStyles): number {
  const filled = settleColumns(content, geometry, styles);
  const isOdd = geometry.columns === 2 && filled % 2 === 1 && filled > 1;
  if (isOdd !== geometry.hasEmptyEnd) {
    geometry.hasEmptyEnd = isOdd;
    restyle(content, geometry, styles);
  }
  return Math.max(1, Math.ceil(filled / geometry.columns));
}

type Styles = Pick<FlowStyles, "style" | "activeClass">;

function restyle(content: Document, geometry: FlowGeometry, { style, activeClass }: Styles): void {
  const laterCss = laidOutLetters(content) === null ? "" : longDocumentCss;
  styleElement(content, flowCss(geometry, style) + coloursCss(style, activeClass) + laterCss);
}

/** The highlight, and the paper instead of the book's white backgrounds. */
function coloursCss(style: ReadingStyle, activeClass: string | null): string {
  const activeClasses = activeClass === null ? [ownActiveClass] : [ownActiveClass, activeClass];
  return highlightCss(style, activeClass) + paperCss(coloursOf(style).paper, activeClasses);
}

/**
 * Centres a single page in its spread. Includes everything that the first page's appearance depends on.
 * @returns the number of columns filled
 */
export function settleColumns(content: Document, geometry: FlowGeometry, styles: FlowStyles): number {
  const { spread } = styles;
  if (geometry.columns < spread.columns && !geometry.isVertical && countColumns(content, geometry) > 1) {
    // A single page has grown because of a late image or font.
    geometry.columns = spread.columns;
    restyle(content, geometry, styles);
  }
  const filled = countColumns(content, geometry);
  if (geometry.columns === 2 && filled === 1 && spread.item.pageSpread === null && !geometry.isTooWideAlone) {
    // A cover or title page is centred instead of having an empty page beside it.
    geometry.columns = 1;
    restyle(content, geometry, styles);
    // Its image may grow with the page until it fills more than one: then the layout is reverted and not tried again,
    // since each change of styles requires a new measurement.
    if (countColumns(content, geometry) > 1) {
      geometry.columns = 2;
      geometry.isTooWideAlone = true;
      restyle(content, geometry, styles);
    }
  }
  return filled;
}

/** Scroll offset of a page in the document. */
export function offsetOfPage(content: Document, geometry: FlowGeometry, page: number): { left: number; top: number } {
  if (geometry.isVertical) return { left: 0, top: page * geometry.page.height };
  return { left: page * geometry.page.width * (isRightToLeft(content) ? -1 : 1), top: 0 };
}

export function isRightToLeft(content: Document): boolean {
  return content.defaultView?.getComputedStyle(content.documentElement).direction === "rtl";
}

/** The page at a fraction of a document, 0 to 1. */
export function pageAtFraction(fraction: number, pages: number): number {
  return Math.min(pages - 1, Math.floor(fraction * pages + 1e-6));
}

/** Number of columns with content. */
function countColumns(content: Document, geometry: FlowGeometry): number {
  const root = content.documentElement;
  const { page, isVertical, hasEmptyEnd } = geometry;
  const columnWidth = page.width / geometry.columns;
  const length = isVertical ? root.scrollHeight : root.scrollWidth;
  const columns = Math.max(1, Math.round(length / (isVertical ? page.height : columnWidth)));
  if (isVertical) return Math.min(columns, screensWithContent(content, page));
  // The root is never narrower than the window: only the body's own boxes show whether its second column is empty.
  if (geometry.columns === 2 && columns === 2 && content.body.getClientRects().length === 1) return 1;
  return hasEmptyEnd ? columns - 1 : columns;
}

/**
 * Number of screens of vertical writing up to its last content: a box that is taller than its page, e.g. with a height of its own, reaches
 * into screens on which nothing is drawn.
 */
function screensWithContent(content: Document, page: Size): number {
  const fragments = content.body.getClientRects().length;
  const root = content.documentElement;
  if (root.scrollHeight <= fragments * page.height) return Math.max(1, fragments);
  const range = content.createRange();
  let bottom = 0;
  const extend = (boxes: DOMRectList) => {
    for (const box of Array.from(boxes)) if (box.width > 0) bottom = Math.max(bottom, box.bottom + root.scrollTop);
  };
  for (const text of textNodes(content)) {
    range.selectNodeContents(text);
    extend(range.getClientRects());
  }
  for (const drawn of content.querySelectorAll("img,svg,video,canvas,object")) extend(drawn.getClientRects());
  return Math.max(1, fragments, Math.ceil((bottom - 1) / page.height));
}

/** A browser hyphenates text of a language that it knows. */
function nameLanguage(content: Document, language: string): void {
  const root = content.documentElement;
  const isNamed = [root, content.body].some((one) => one.hasAttribute("lang") || one.hasAttribute("xml:lang"));
  if (!isNamed && language) root.setAttribute("lang", language);
}

/** Copies the body's writing mode and direction to the root, which contains the columns. */
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
