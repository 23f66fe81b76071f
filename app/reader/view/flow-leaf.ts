import type { Book, Size } from "../../epub/book";
import type { ContentSource } from "../book/content-source";
import { fitTables } from "./fit-tables";
import { type BookFrame, frameIn, openFrame } from "./frame";
import { type FlowGeometry, flowCss, highlightCss, type ReadingStyle, scrollCss } from "./frame-style";
import { type LeafView, styleElement } from "./leaf-view";
import type { Leaf } from "./leaves";
import { slideScroll } from "./slide";

type FlowLeafModel = Extract<Leaf, { kind: "flow" }>;

/** A document that flows: through pages (columns, one or two to a page) or down a scroll. */
export class FlowLeaf implements LeafView {
  readonly element: HTMLElement;
  readonly ready: Promise<void>;
  private frame: BookFrame | null = null;
  private geometry: FlowGeometry | null = null;
  private pages = 1;
  private current = 0;
  private stopSlide: (() => void) | null = null;
  private readonly aborter = new AbortController();

  constructor(
    readonly leaf: FlowLeafModel,
    stage: HTMLElement,
    private size: Size,
    private style: ReadingStyle,
    source: ContentSource,
    private readonly book: Pick<Book, "activeClass" | "title">,
    rendered: HTMLElement | null,
  ) {
    this.element = rendered ?? stage.appendChild(document.createElement("div"));
    this.element.className = "book-leaf book-leaf-flow";
    this.ready = this.open(frameIn(this.element, leaf.item, source.url(leaf.item.href), book.title), source);
    this.ready.catch(() => undefined);
  }

  get frames(): readonly BookFrame[] {
    return this.frame ? [this.frame] : [];
  }

  private async open(element: HTMLIFrameElement, source: ContentSource): Promise<void> {
    this.frame = await openFrame(element, this.leaf.item, source, this.aborter.signal);
    const content = this.frame.document;
    this.layout(this.size, this.style);
    const remeasure = () => this.measure();
    void content.fonts.ready.then(remeasure);
    content.addEventListener("load", remeasure, { capture: true, signal: this.aborter.signal });
    element.addEventListener("load", remeasure, { signal: this.aborter.signal });
    // Focus and find-in-page scroll by themselves; the view snaps to the page that they came to.
    content.addEventListener("scroll", () => this.snap(), { passive: true, signal: this.aborter.signal });
  }

  layout(stage: Size, style: ReadingStyle): void {
    this.size = stage;
    this.style = style;
    const content = this.frame?.document;
    if (!content) return;
    const light = highlightCss(style, this.book.activeClass);
    if (this.leaf.isScrolled) {
      styleElement(content, scrollCss(stage, style) + light);
      return;
    }
    const isVertical = adoptWritingMode(content);
    this.geometry = {
      page: stage,
      columns: isVertical ? 1 : this.leaf.columns,
      isVertical,
      isCentred: this.leaf.item.alignCenter,
      hasEmptyStart: this.leaf.startsOn === "second" && !isVertical,
      hasEmptyEnd: false,
    };
    styleElement(content, flowCss(this.geometry, style) + light);
    fitTables(content);
    this.measure();
  }

  /** Counts the pages, and evens out the last spread. Pictures and fonts that come later change the count. */
  private measure(): void {
    const content = this.frame?.document;
    const geometry = this.geometry;
    if (!content?.defaultView || !geometry || this.leaf.isScrolled) return;
    const root = content.documentElement;
    const columnWidth = geometry.page.width / geometry.columns;
    const length = geometry.isVertical ? root.scrollHeight : root.scrollWidth;
    const columns = Math.max(1, Math.round(length / (geometry.isVertical ? geometry.page.height : columnWidth)));
    const filled = geometry.hasEmptyEnd ? columns - 1 : Math.min(columns, this.columnsOfText(columnWidth));
    if (geometry.columns === 2 && filled === 1 && this.leaf.item.pageSpread === null) {
      // A cover or title page alone stands in the middle, not beside an empty page.
      geometry.columns = 1;
      styleElement(content, flowCss(geometry, this.style) + highlightCss(this.style, this.book.activeClass));
    }
    const isOdd = geometry.columns === 2 && filled % 2 === 1 && filled > 1;
    if (isOdd !== geometry.hasEmptyEnd) {
      geometry.hasEmptyEnd = isOdd;
      styleElement(content, flowCss(geometry, this.style) + highlightCss(this.style, this.book.activeClass));
    }
    this.pages = Math.max(1, Math.ceil(filled / geometry.columns));
    this.goToPage(this.current, false);
  }

  /** How many columns the text itself fills: a document that fills less than the window scrolls over all of it just the same. */
  private columnsOfText(columnWidth: number): number {
    const { geometry } = this;
    const body = this.frame?.document.body;
    if (!geometry || !body || geometry.columns === 1 || geometry.hasEmptyStart) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.round(body.getBoundingClientRect().width / columnWidth));
  }

  pageCount(): number {
    if (!this.leaf.isScrolled) return this.pages;
    const root = this.frame?.document.documentElement;
    return root ? Math.max(1, Math.ceil(root.scrollHeight / this.size.height - 0.05)) : 1;
  }

  page(): number {
    if (!this.leaf.isScrolled) return this.current;
    const root = this.frame?.document.documentElement;
    if (!root) return 0;
    const isAtEnd = root.scrollTop + this.size.height >= root.scrollHeight - 2;
    return isAtEnd ? this.pageCount() - 1 : Math.round(root.scrollTop / this.size.height);
  }

  goToPage(page: number, isSlow: boolean): void {
    const root = this.frame?.document.documentElement;
    this.stopSlide?.();
    this.stopSlide = null;
    if (!root) return;
    if (this.leaf.isScrolled) {
      root.scrollTo({ top: page * this.size.height * 0.9, behavior: isSlow ? "smooth" : "instant" });
      return;
    }
    this.current = Math.min(Math.max(0, page), this.pages - 1);
    const target = this.offsetOf(this.current);
    if (isSlow) this.stopSlide = slideScroll(root, target);
    else root.scrollTo({ ...target, behavior: "instant" });
  }

  private offsetOf(page: number): { left: number; top: number } {
    const geometry = this.geometry;
    if (!geometry) return { left: 0, top: 0 };
    if (geometry.isVertical) return { left: 0, top: page * geometry.page.height };
    return { left: page * geometry.page.width * (this.isRightToLeft() ? -1 : 1), top: 0 };
  }

  private isRightToLeft(): boolean {
    const content = this.frame?.document;
    return content?.defaultView?.getComputedStyle(content.documentElement).direction === "rtl";
  }

  private snap(): void {
    const root = this.frame?.document.documentElement;
    if (!root || this.leaf.isScrolled || this.stopSlide || !this.geometry) return;
    const { page, isVertical } = this.geometry;
    const at = isVertical ? root.scrollTop / page.height : Math.abs(root.scrollLeft) / page.width;
    if (Math.abs(at - this.current) > 0.01) this.goToPage(Math.round(at), false);
  }

  pageOf(target: Element | Range): number {
    const root = this.frame?.document.documentElement;
    const rect = target.getClientRects()[0] ?? target.getBoundingClientRect();
    if (!root || !rect) return this.current;
    if (this.leaf.isScrolled) return Math.max(0, (rect.top + root.scrollTop - 80) / (this.size.height * 0.9));
    if (!this.geometry) return 0;
    const { page, isVertical } = this.geometry;
    if (isVertical) return Math.floor((rect.top + root.scrollTop + 1) / page.height);
    if (!this.isRightToLeft()) return Math.floor((rect.left + root.scrollLeft + 1) / page.width);
    return Math.floor((page.width - rect.right - root.scrollLeft + 1) / page.width);
  }

  fraction(): number {
    return this.page() / Math.max(1, this.pageCount());
  }

  destroy(): void {
    this.stopSlide?.();
    this.aborter.abort();
    this.element.remove();
  }
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
