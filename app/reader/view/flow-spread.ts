import type { Book, Size } from "~/epub/book";
import type { ContentSource } from "~/reader/book/content-source";
import { applyFlowStyles, type FlowSpreadModel, type FlowStyles, measureFlow, offsetOfPage } from "./flow-layout";
import { type BookFrame, frameIn, openFrame } from "./frame";
import type { FlowGeometry, ReadingStyle } from "./frame-style";
import { lettersOfDocument, pageOfBox, pageOfPart } from "./letters-of-document";
import type { LettersOnPages } from "./letters-on-pages";
import { isLater, laidOutLetters, layOutAll } from "./long-document";
import { beginningOf, type ScrollAxis, scrollAxisOf, scrollOf, scrollToPlace } from "./scroll-axis";
import { slideScroll } from "./slide";
import type { PagePart, SpreadView } from "./spread-view";
import { isRange, type TextPlace } from "./text-place";
import { whenIdle } from "./when-idle";

/** Fraction of the window by which a page of a scrolled document advances; the rest overlaps the previous one. */
const newPart = 0.9;
/** CSS px. Distance of a scroll target from the window's top, and of the end of text being read from its bottom. */
const roomBefore = 80;
const roomBehind = 40;
/** Milliseconds from a long document's first layout until the rest of it is laid out. */
const completedAfter = 1000;

/** A reflowable document, in pages (one or two columns each) or scrolled. */
export class FlowSpread implements SpreadView {
  readonly element: HTMLElement;
  readonly ready: Promise<void>;
  readonly scale = 1;
  readonly fault = null;
  readonly wordsTop = null;
  private frame: BookFrame | null = null;
  private geometry: FlowGeometry | null = null;
  private pages = 1;
  private current = 0;
  private letters: LettersOnPages<Text> | null = null;
  /** Cached, because it is read for every sentence. */
  private known: { page: number; fraction: number } | null = null;
  /** Returns the page of the requested position; null after a page turn. */
  private place: (() => number) | null = null;
  private stopSlide: (() => void) | null = null;
  private readonly aborter = new AbortController();

  constructor(
    readonly spread: FlowSpreadModel,
    stage: HTMLElement,
    private size: Size,
    private style: ReadingStyle,
    source: ContentSource,
    private readonly book: Pick<Book, "activeClass" | "title">,
    rendered: HTMLElement | null,
  ) {
    this.element = rendered ?? stage.appendChild(document.createElement("div"));
    this.element.className = "book-spread book-spread-flow";
    this.ready = this.open(frameIn(this.element, spread.item, source.url(spread.item.href), book.title), source);
    this.ready.catch(() => undefined);
  }

  get frames(): readonly BookFrame[] {
    return this.frame ? [this.frame] : [];
  }

  private async open(element: HTMLIFrameElement, source: ContentSource): Promise<void> {
    this.frame = await openFrame(element, this.spread.item, source, this.aborter.signal);
    const content = this.frame.document;
    this.layout(this.size, this.style);
    const remeasure = () => this.measure();
    void content.fonts.ready.then(remeasure);
    content.addEventListener("load", remeasure, { capture: true, signal: this.aborter.signal });
    element.addEventListener("load", remeasure, { signal: this.aborter.signal });
    if (laidOutLetters(content) !== null) this.completeWhenIdle();
    // Focus and find-in-page scroll the document; the view snaps to the page they scrolled to.
    content.addEventListener("scroll", () => this.snap(), { passive: true, signal: this.aborter.signal });
  }

  /** After the first page, its font and whatever is done at once. */
  private completeWhenIdle(): void {
    const timer = setTimeout(() => whenIdle(() => this.completeLayout()), completedAfter);
    this.aborter.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  completeLayout(): boolean {
    const content = this.frame?.document;
    if (!content?.defaultView || laidOutLetters(content) === null) return false;
    layOutAll(content);
    this.layout(this.size, this.style);
    return true;
  }

  layout(stage: Size, style: ReadingStyle): void {
    this.size = stage;
    this.style = style;
    const content = this.frame?.document;
    if (!content) return;
    this.geometry = applyFlowStyles(content, this.styles);
    this.measure();
    // A newly selected typeface loads a moment later.
    void content.fonts.ready.then(() => this.measure());
  }

  enlarge(): void {}

  canPan(): boolean {
    return false;
  }

  panTo(): void {}

  private get styles(): FlowStyles {
    return { spread: this.spread, page: this.size, style: this.style, activeClass: this.book.activeClass };
  }

  private measure(): void {
    const content = this.frame?.document;
    if (!content?.defaultView || !this.geometry) return;
    this.pages = measureFlow(content, this.geometry, this.styles);
    this.known = null;
    this.letters ??= lettersOfDocument(content, (box) => this.pageOfBox(box));
    this.moveTo(this.place?.() ?? this.current, false);
  }

  pageCount(): number {
    if (!this.spread.isScrolled) return this.pages;
    const scroll = this.scroll();
    return scroll
      ? 1 + Math.max(0, Math.ceil((scroll.length - scroll.visible) / (scroll.visible * newPart) - 0.05))
      : 1;
  }

  private get axis(): ScrollAxis {
    return this.frame ? scrollAxisOf(this.frame.document) : "down";
  }

  private scroll(): ReturnType<typeof scrollOf> | null {
    const root = this.frame?.document.documentElement;
    return root ? scrollOf(root, this.axis, this.size) : null;
  }

  page(): number {
    if (!this.spread.isScrolled) return this.current;
    const scroll = this.scroll();
    if (!scroll) return 0;
    const isAtEnd = scroll.at + scroll.visible >= scroll.length - 2;
    return isAtEnd ? this.pageCount() - 1 : scroll.at / (scroll.visible * newPart);
  }

  goToPlace(pageOf: () => number, isSlow: boolean): void {
    this.place = this.spread.isScrolled ? null : pageOf;
    const page = pageOf();
    // The layout that is completed goes to the place by itself.
    if (page < this.pages || !this.completeLayout()) this.moveTo(page, isSlow);
  }

  get isAtPlace(): boolean {
    return this.place !== null;
  }

  goToPage(page: number, isSlow: boolean): void {
    this.place = null;
    this.moveTo(page, isSlow);
  }

  private moveTo(page: number, isSlow: boolean): void {
    const root = this.frame?.document.documentElement;
    this.stopSlide?.();
    this.stopSlide = null;
    if (!root) return;
    if (this.spread.isScrolled) {
      const { visible, length } = scrollOf(root, this.axis, this.size);
      scrollToPlace(root, this.axis, page >= this.pageCount() - 1 ? length : page * visible * newPart, isSlow);
      return;
    }
    this.current = Math.min(Math.max(0, page), this.pages - 1);
    const target = this.offsetOf(this.current);
    if (isSlow) this.stopSlide = slideScroll(root, target);
    else root.scrollTo({ ...target, behavior: "instant" });
  }

  private offsetOf(page: number): { left: number; top: number } {
    const content = this.frame?.document;
    return content && this.geometry ? offsetOfPage(content, this.geometry, page) : { left: 0, top: 0 };
  }

  private snap(): void {
    const root = this.frame?.document.documentElement;
    if (!root || this.spread.isScrolled || this.stopSlide || !this.geometry) return;
    const { page, isVertical } = this.geometry;
    // In a window that is resized and not laid out yet, the browser may have scrolled.
    const { clientWidth = 0, clientHeight = 0 } = this.frame?.element ?? {};
    if (Math.abs(clientWidth - page.width) > 1 || Math.abs(clientHeight - page.height) > 1) return;
    const at = isVertical ? root.scrollTop / page.height : Math.abs(root.scrollLeft) / page.width;
    if (Math.abs(at - this.current) > 0.01) this.goToPage(Math.round(at), false);
  }

  pageOf(target: TextPlace): number {
    const node = isRange(target) ? target.startContainer : target;
    if (node.ownerDocument && laidOutLetters(node.ownerDocument) !== null && isLater(node)) return this.pages;
    return this.pageOfBox(target.getClientRects()[0] ?? target.getBoundingClientRect());
  }

  partsOf(target: TextPlace): PagePart[] {
    if (this.spread.isScrolled) return this.windowsOf(target);
    if (!this.geometry) return [{ page: this.page(), share: 1 }];
    const lengths = new Map<number, number>();
    for (const box of Array.from(target.getClientRects())) {
      const page = this.pageOfBox(box);
      lengths.set(page, (lengths.get(page) ?? 0) + (this.geometry.isVertical ? box.height : box.width));
    }
    const whole = [...lengths.values()].reduce((sum, length) => sum + length, 0);
    return [...lengths]
      .sort(([one], [other]) => one - other)
      .map(([page, length]) => ({ page, share: whole > 0 ? length / whole : 1 }));
  }

  /** Text longer than the window is divided into windows. */
  private windowsOf(target: TextPlace): PagePart[] {
    const box = target.getBoundingClientRect();
    const length = this.axis === "down" ? box.height : box.width;
    const visible = this.scroll()?.visible ?? 0;
    const room = Math.max(1, visible - roomBefore - roomBehind);
    const first = this.pageOfBox(box);
    if (length <= room) return [{ page: first, share: 1 }];
    return Array.from({ length: Math.ceil(length / room) }, (_, index) => ({
      page: first + (index * room) / (visible * newPart),
      share: Math.min(room, length - index * room) / length,
    }));
  }

  private pageOfBox(rect: DOMRect): number {
    const root = this.frame?.document.documentElement;
    if (!root) return this.current;
    if (this.spread.isScrolled) {
      const { axis } = this;
      const { at, visible } = scrollOf(root, axis, this.size);
      return Math.max(0, (beginningOf(rect, axis, this.size) + at - roomBefore) / (visible * newPart));
    }
    return this.geometry ? pageOfBox(root.ownerDocument, this.geometry, rect) : 0;
  }

  /** By letters, which are the same on every device; by pages in a document without text. */
  fraction(): number {
    const scroll = this.spread.isScrolled ? this.scroll() : null;
    if (scroll) return scroll.at / Math.max(1, scroll.length);
    const page = this.page();
    if (page === 0) return 0;
    if (this.known?.page !== page) {
      const before = this.letters?.before(page) ?? null;
      const byPages = page / Math.max(1, this.pageCount());
      this.known = { page, fraction: before === null || !this.letters ? byPages : before / this.letters.total };
    }
    return this.known.fraction;
  }

  pageAtFraction(fraction: number): number {
    const scroll = this.spread.isScrolled ? this.scroll() : null;
    if (scroll) return (fraction * scroll.length) / (scroll.visible * newPart);
    if (!this.letters) return 0;
    const letters = this.frame ? laidOutLetters(this.frame.document) : null;
    if (letters !== null && fraction * this.letters.total >= letters) this.completeLayout();
    return pageOfPart(this.letters, fraction, this.pages);
  }

  destroy(): void {
    this.stopSlide?.();
    this.aborter.abort();
    this.element.remove();
  }
}
