import type { Book, Size } from "~/epub/book";
import type { ContentSource } from "~/reader/book/content-source";
import { applyFlowStyles, type FlowSpreadModel, type FlowStyles, measureFlow, offsetOfPage } from "./flow-layout";
import { type BookFrame, frameIn, openFrame } from "./frame";
import type { FlowGeometry, ReadingStyle } from "./frame-style";
import { lettersOfDocument, pageOfBox, pageOfPart } from "./letters-of-document";
import type { LettersOnPages } from "./letters-on-pages";
import { isLater, laidOutLetters, layOutAll } from "./long-document";
import { ScrolledPages } from "./scrolled-pages";
import { slideScroll } from "./slide";
import type { PagePart, SpreadView } from "./spread-view";
import { isRange, type TextPlace } from "./text-place";
import { whenIdle } from "./when-idle";

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
  /** Null in pages. */
  private scrolled: ScrolledPages | null = null;
  /** Scroll offset at which the requested position was shown. */
  private reached: number | null = null;
  private stopSlide: (() => void) | null = null;
  private readonly aborter = new AbortController();

  constructor(
    readonly spread: FlowSpreadModel,
    stage: HTMLElement,
    private size: Size,
    private style: ReadingStyle,
    source: ContentSource,
    private readonly book: Pick<Book, "activeClass" | "title" | "languages">,
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
    this.scrolled = this.spread.isScrolled ? new ScrolledPages(content, stage) : null;
    this.measure();
    // A newly selected typeface loads a moment later.
    void content.fonts.ready.then(() => this.measure());
  }

  pinch(): void {}

  readonly zoomed = 1;

  enlarge(): void {}

  canPan(): boolean {
    return false;
  }

  panTo(): void {}

  private get styles(): FlowStyles {
    const { activeClass, languages } = this.book;
    const { spread, size: page, style } = this;
    return { spread, page, style, activeClass, language: languages.mainLanguage };
  }

  private measure(): void {
    const content = this.frame?.document;
    if (!content?.defaultView) return;
    if (this.scrolled) {
      this.scrolled.forget();
      if (this.place && this.isAtPlace) this.moveTo(this.place(), false);
    }
    if (!this.geometry) return;
    this.pages = measureFlow(content, this.geometry, this.styles);
    this.known = null;
    this.letters ??= lettersOfDocument(content, (box) => this.pageOfBox(box));
    this.moveTo(this.place?.() ?? this.current, false);
  }

  pageCount(): number {
    return this.scrolled?.count() ?? this.pages;
  }

  page(): number {
    return this.scrolled?.page() ?? this.current;
  }

  textPage(): number {
    return this.scrolled?.textPage() ?? this.current;
  }

  get isTextEndShown(): boolean {
    return this.scrolled?.isTextEndShown ?? this.current >= this.pages - 1;
  }

  goToPlace(pageOf: () => number, isSlow: boolean): void {
    this.place = pageOf;
    const page = pageOf();
    // The layout that is completed goes to the place by itself.
    if (this.scrolled || page < this.pages || !this.completeLayout()) this.moveTo(page, isSlow);
  }

  get isAtPlace(): boolean {
    return this.place !== null && (!this.scrolled || Math.abs(this.scrolled.at - (this.reached ?? -9)) < 3);
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
    if (this.scrolled) {
      this.scrolled.goTo(page, isSlow);
      this.reached = isSlow ? null : this.scrolled.at;
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
    if (this.scrolled) return this.scrolled.partsOf(target);
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

  private pageOfBox(rect: DOMRect): number {
    const root = this.frame?.document.documentElement;
    if (!root) return this.current;
    if (this.scrolled) return this.scrolled.pageOfBox(rect);
    return this.geometry ? pageOfBox(root.ownerDocument, this.geometry, rect) : 0;
  }

  /** By letters, which are the same on every device; by pages in a document without text. */
  fraction(): number {
    if (this.scrolled) return this.scrolled.fraction();
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
    if (this.scrolled) return this.scrolled.pageAtFraction(fraction);
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
