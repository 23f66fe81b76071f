import type { Book, Size, SpineItem } from "~/epub/book";
import type { EntryPosition } from "~/epub/progress";
import { AfterFrame } from "~/reader/after-frame";
import { BookFault, faultOf } from "~/reader/book/book-fault";
import { cfiOf } from "~/reader/book/cfi";
import type { ContentSource } from "~/reader/book/content-source";
import type { BookPlace } from "~/reader/book/place";
import { FaultSpread } from "./fault-spread";
import { FixedSpread } from "./fixed-spread";
import { FlowSpread } from "./flow-spread";
import { type BookFrame, hasText, whenLoaded, whenPicturesLoaded } from "./frame";
import { paintStage, type ReadingStyle } from "./frame-style";
import { OpenSpreads } from "./open-spreads";
import { beginsOnPage, elementAtPlace, firstOnPage, pageOfPlace, whereaboutsIn } from "./page-of-place";
import { PageZoom } from "./page-zoom";
import { isInWindow, scrollAxisOf } from "./scroll-axis";
import { listenToScroll, WheelPastEnd } from "./scroll-input";
import { SizeWatch } from "./size-watch";
import { wantsLessMotion } from "./slide";
import { SpreadSlides } from "./spread-slides";
import { type PagePart, type SpreadView, stageSize } from "./spread-view";
import {
  inPageMode,
  isScrolledItem,
  itemsOf,
  neighbourSpread,
  planSpreads,
  type Spread,
  scrollsOn,
  spreadOfItem,
  withNeighbours,
} from "./spreads";
import { TextAnchor } from "./text-anchor";
import { documentOfPlace, type TextPlace } from "./text-place";
import type { TurnResult } from "./turn-result";
import type { PageChangeCause, ViewEvents } from "./view-events";
import { whenIdle } from "./when-idle";

/**
 * Displays the pages of a book in an element: the shown spread, with its neighbours preloaded. It only shows and
 * reports; the controller decides what to show. docs/product/reader.md#screens, #states.
 */
export class BookView {
  private spreads: Spread[];
  private size: Size;
  private readonly open: OpenSpreads;
  private current = -1;
  /** The newest request wins; older ones that still wait for their document are dropped. */
  private request = 0;
  /** The newest request while its document loads. */
  private awaited: { index: number; place: BookPlace; cause: PageChangeCause } | null = null;
  /** The first frame of a new spread has priority; old spreads are removed and new neighbours preloaded after it. */
  private readonly afterFrame = new AfterFrame<void>(() => this.prepareNeighbours());
  /** The requested place, if it failed to open. */
  private failedPlace: BookPlace | null = null;
  /** The spread whose pictures are awaited. */
  private blank: SpreadView | null = null;
  private readonly words = new TextAnchor();
  /** Of fixed-layout pages. */
  readonly zoom = new PageZoom(
    () => this.open.at(this.current),
    () => this.open.all,
  );
  private readonly slides: SpreadSlides;
  /** Target page while scrolling on by a window; null otherwise. */
  private aim: number | null = null;
  private readonly wheel = new WheelPastEnd();
  private readonly sizeWatch: SizeWatch;

  constructor(
    private readonly stage: HTMLElement,
    private readonly book: Book,
    private readonly source: ContentSource,
    private style: ReadingStyle,
    private readonly events: ViewEvents,
  ) {
    this.size = stageSize(stage);
    this.spreads = this.plan();
    this.slides = new SpreadSlides(book.progression);
    this.open = new OpenSpreads(
      stage,
      (spread, rendered) => this.makeView(spread, rendered),
      (frame) => this.frameOpened(frame),
    );
    paintStage(this.stage, this.book.layout, this.style);
    this.sizeWatch = new SizeWatch(
      stage,
      () => this.size,
      (size) => this.refit(size),
    );
  }

  /** The displayed documents, in reading order. */
  get frames(): readonly BookFrame[] {
    return this.open.at(this.current)?.frames ?? [];
  }

  /** Whether the displayed documents cannot be read before their pictures, which have not arrived yet. */
  get isBlank(): boolean {
    return this.blank !== null && this.blank === this.open.at(this.current);
  }

  /** All loaded documents: displayed and preloaded. */
  get openFrames(): readonly BookFrame[] {
    return this.open.all.flatMap((view) => view.frames);
  }

  /** Index of the shown spread, or of the one being opened if none is shown, e.g. after a failure or a resize. */
  private get index(): number {
    return this.current < 0 && this.awaited ? this.awaited.index : this.current;
  }

  /** The displayed spine items, in reading order. */
  get items(): readonly SpineItem[] {
    const spread = this.spreads[this.index];
    return spread ? itemsOf(spread) : [];
  }

  /** Spine items of the spread after (or before) the shown one; none at the book's ends. */
  itemsBeyond(direction: 1 | -1): readonly SpineItem[] {
    const spread = this.spreads[neighbourSpread(this.spreads, this.index, direction) ?? -1];
    return spread ? itemsOf(spread) : [];
  }

  /** Preloaded documents of the next turn; empty if the turn stays in the displayed documents. */
  get framesAhead(): readonly BookFrame[] {
    const index = this.canTurnInside(1) ? null : neighbourSpread(this.spreads, this.current, 1);
    const view = index === null ? undefined : this.open.at(index);
    return view?.element.dataset.ready === undefined ? [] : view.frames;
  }

  /** Whether the displayed document scrolls as one long page. */
  get isScrolled(): boolean {
    return isScrolledItem(this.items[0]);
  }

  /** Page within the spread, from 0, and the number of pages. */
  get pages(): { page: number; count: number } {
    const view = this.open.at(this.current);
    return { page: view?.page() ?? 0, count: view?.pageCount() ?? 1 };
  }

  /** Position in the displayed item, 0 to 1. */
  get fraction(): number {
    return this.open.at(this.current)?.fraction() ?? 0;
  }

  /** Position of a fragment of the first displayed document relative to the shown page; null or unknown: the document's start. */
  whereabouts(fragment: string | null): EntryPosition {
    const view = this.open.at(this.current);
    return view ? whereaboutsIn(view, fragment, (element) => this.isVisible(element)) : "shown";
  }

  canTurn(direction: 1 | -1): boolean {
    return this.canTurnInside(direction) || neighbourSpread(this.spreads, this.index, direction) !== null;
  }

  /** Whether there is more content in a direction: in the displayed document, or beyond it. */
  canReadOn(direction: 1 | -1): boolean {
    return this.canScroll(direction) || this.canTurn(direction);
  }

  private canScroll(direction: 1 | -1): boolean {
    const view = this.open.at(this.current);
    if (view?.spread.kind !== "flow" || !view.spread.isScrolled) return false;
    return direction === 1 ? view.page() < view.pageCount() - 1 : view.page() > 0;
  }

  /**
   * Shows a place. The old page remains until the place's document is loaded. If it cannot be opened, the view reports
   * the reason and shows an empty page until it is requested again.
   * @throws BookFault if the book has no such document
   */
  async show(place: BookPlace, motion: "slide" | "none" = "none"): Promise<TurnResult> {
    const index = spreadOfItem(this.spreads, place.item);
    if (index < 0) throw new BookFault("error_not_found", `The book has no item ${place.item}`);
    return this.showSpread(index, place, motion, "spread");
  }

  /** Why the shown spread, or a page of it, failed to open; null if it is complete. */
  get fault(): BookFault | null {
    return this.open.at(this.current)?.fault ?? null;
  }

  /** Retries a spread that failed to open. */
  async retry(): Promise<void> {
    if (this.fault && this.failedPlace) await this.showSpread(this.current, this.failedPlace, "none", "spread");
  }

  /**
   * Turns one page forward or back, from document to document at their ends. A document that the book declares as
   * scrolled is left at once (EPUB 3, rendition:flow); where the reader has chosen to scroll, a page is a window. Does
   * nothing at the end and start of the book.
   */
  async turn(direction: 1 | -1, motion: "slide" | "none" = "slide"): Promise<TurnResult> {
    const view = this.open.at(this.current);
    if (view && this.canTurnInside(direction)) {
      this.finishSlides();
      this.request += 1;
      this.awaited = null;
      if (this.isScrolled) return this.readOn(direction);
      view.goToPage(view.page() + direction, motion === "slide" && !wantsLessMotion());
      this.events.shown("page");
      return "shown";
    }
    const item = this.itemsBeyond(direction).at(direction === 1 ? 0 : -1);
    return item ? this.show({ item: item.index, at: { kind: direction === 1 ? "start" : "end" } }, motion) : "end";
  }

  /** Moves on or back by a page: a scrolled document is scrolled to its end before the next one is shown. */
  async readOn(direction: 1 | -1): Promise<TurnResult> {
    const view = this.open.at(this.current);
    if (!view || !this.canScroll(direction)) return this.turn(direction);
    const from = this.aim ?? view.page();
    this.aim = Math.min(view.pageCount() - 1, Math.max(0, from + direction));
    view.goToPage(this.aim, !wantsLessMotion());
    return "shown";
  }

  private canTurnInside(direction: 1 | -1): boolean {
    const spread = this.spreads[this.current];
    if (spread?.kind !== "flow") return false;
    if (spread.isScrolled) {
      if (this.style.layout.pages !== "scrolled" || !this.canScroll(direction)) return false;
      return direction === -1 || !this.open.at(this.current)?.isTextEndShown;
    }
    if (direction === -1) return this.pages.page > 0;
    const isInside = () => this.pages.page < this.pages.count - 1;
    return isInside() || ((this.open.at(this.current)?.completeLayout() ?? false) && isInside());
  }

  /** Shows the page of a text of a displayed document. */
  reveal(text: TextPlace, motion: "slide" | "none"): boolean {
    const view = this.open.at(this.current);
    if (!view || this.aim !== null || this.isInSight(text)) return false;
    if (view.pageOf(text) >= view.pageCount()) view.completeLayout();
    view.goToPage(view.pageOf(text), motion === "slide" && !wantsLessMotion());
    this.events.shown("page");
    return true;
  }

  /** The pages that a text of a displayed document spans, in order. */
  partsOf(text: TextPlace): PagePart[] {
    const view = this.open.at(this.current);
    if (!view?.frames.some((frame) => frame.document === documentOfPlace(text))) return [];
    return view.partsOf(text);
  }

  /** Shows a page of the shown spread. */
  showPage(page: number, motion: "slide" | "none"): void {
    const view = this.open.at(this.current);
    if (!view || view.page() === page) return;
    view.goToPage(page, motion === "slide" && !wantsLessMotion());
    this.events.shown("page");
  }

  /** Whether a text begins on the shown page. */
  isVisible(text: TextPlace): boolean {
    const view = this.open.at(this.current);
    const content = documentOfPlace(text);
    if (!content || !view?.frames.some((frame) => frame.document === content)) return false;
    return beginsOnPage(view, text, content, this.size);
  }

  /** Whether a text begins on the shown page and, in a scrolled document, also ends in the window if it fits. */
  isInSight(text: TextPlace): boolean {
    const frame = this.frames.find(({ document: content }) => content === documentOfPlace(text));
    if (!frame || !isScrolledItem(frame.item)) return this.isVisible(text);
    return isInWindow(text.getBoundingClientRect(), scrollAxisOf(frame.document), this.size);
  }

  /** Offset from the top of the stage, in CSS px, of the room for a small page's text; null if there is none. */
  get wordsTop(): number | null {
    return this.open.at(this.current)?.wordsTop ?? null;
  }

  /** Keeps the text being read visible while pages are zoomed. */
  follow(text: TextPlace): void {
    this.zoom.follow(text);
  }

  /** Applies a style to all pages, e.g. when the font has loaded. */
  restyle(style: ReadingStyle): void {
    // Usually the reading font, which is loaded directly after the first page.
    if (!this.open.at(this.current)?.isAtPlace) {
      this.restyleKeeping(style, null);
      return;
    }
    this.adopt(style);
    this.relayout();
    this.events.shown("refitted");
  }

  /**
   * The same when the user changes the appearance: the current text remains in view, also if a font loads later, and
   * over several changes in a row.
   * @param read the text being read aloud; null: the first text of the shown page remains
   */
  restyleKeeping(style: ReadingStyle, read: TextPlace | null): void {
    const isReplanned = style.layout.pages !== this.style.layout.pages;
    const place = isReplanned ? this.placeToKeep(read) : null;
    this.adopt(style);
    if (place) this.replan(this.plan(), place);
    else this.relayoutKeeping(read);
  }

  private adopt(style: ReadingStyle): void {
    this.style = style;
    paintStage(this.stage, this.book.layout, style);
  }

  private relayout(): void {
    for (const view of this.open.all) view.layout(this.size, this.style);
  }

  /** The text that is read, or at the top of the shown page, remains in view. No event before the first page is shown, or if it failed to open. */
  private relayoutKeeping(read: TextPlace | null): void {
    const view = this.open.at(this.current);
    if (view?.spread.kind !== "flow") this.relayout();
    else this.words.keep(view, read, () => this.relayout());
    if (view) this.events.shown("refitted");
  }

  destroy(): void {
    this.request += 1;
    this.afterFrame.cancel();
    this.current = -1;
    this.sizeWatch.stop();
    this.open.keepOnly([]);
  }

  private async showSpread(
    index: number,
    place: BookPlace,
    motion: "slide" | "none",
    cause: PageChangeCause,
  ): Promise<TurnResult> {
    this.request += 1;
    const request = this.request;
    // A spread that failed to open is opened again on request.
    if (index === this.current && this.fault) {
      this.open.drop(index);
      this.current = -1;
    }
    const wanted = this.viewOf(index);
    if (!wanted) return "end";
    this.awaited = { index, place, cause };
    const view = await wanted.ready.then(
      () => wanted,
      (error: unknown) => new FaultSpread(wanted.spread, this.stage, faultOf(error)),
    );
    if (request !== this.request) {
      if (view !== wanted) view.destroy();
      return "superseded";
    }
    if (view !== wanted) this.open.replace(index, view);
    this.failedPlace = view.fault ? place : null;
    this.words.clear();
    this.awaited = null;
    this.aim = null;
    this.finishSlides();
    const before = this.open.at(this.current);
    const isNewSpread = before !== view;
    const isSlow = motion === "slide" && !wantsLessMotion();
    view.goToPlace(() => pageOfPlace(view, place), isSlow && !isNewSpread);
    const content = cause === "replanned" ? view.frames[0]?.document : undefined;
    if (content) this.words.hold(view, elementAtPlace(content, place.at));
    if (isNewSpread) {
      const goesOn = index > this.current;
      this.current = index;
      view.element.dataset.shown = "";
      if (before && isSlow) this.slides.start(before, view, goesOn, () => this.open.at(this.current) === before);
      else if (before) delete before.element.dataset.shown;
    }
    if (isNewSpread) this.zoom.pageTurned();
    if (isNewSpread) this.awaitPictures(view);
    this.events.shown(isNewSpread ? cause : "page");
    if (view.fault) this.events.fault(view.fault, view.frames.length > 0);
    this.afterFrame.ask();
    return view === wanted ? "shown" : "failed";
  }

  private awaitPictures(view: SpreadView): void {
    // On fixed pages the text lies on the picture, and often cannot be read without it.
    const needsPictures = view.spread.kind === "fixed" || !hasText(view.frames);
    const loading = needsPictures ? whenPicturesLoaded(view.frames) : null;
    this.blank = loading && view;
    void loading?.then(() => {
      if (!this.isBlank || this.blank !== view) return;
      this.blank = null;
      this.events.picturesArrived();
    });
  }

  private finishSlides(): void {
    this.slides.finish();
    this.open.hideOthers(this.current);
  }

  private frameOpened(frame: BookFrame): void {
    this.events.frameOpened(frame);
    if (!isScrolledItem(frame.item)) return;
    const isShown = () => this.frames.includes(frame);
    listenToScroll(frame, this.wheel, {
      ends: () => ({ start: isShown() && !this.canScroll(-1), end: isShown() && !this.canScroll(1) }),
      settled: () => {
        if (!isShown()) return;
        const cause = this.aim === null ? "scrolled" : "page";
        this.aim = null;
        this.events.shown(cause);
      },
      pastEnd: (direction) => {
        if (isShown() && scrollsOn(frame.item)) void this.turn(direction);
      },
    });
  }

  private viewOf(index: number): SpreadView | null {
    const spread = this.spreads[index];
    return spread ? this.open.open(index, spread) : (this.open.at(index) ?? null);
  }

  private makeView(spread: Spread, rendered: HTMLElement | null): SpreadView {
    const options = [this.stage, this.size, this.style, this.source, this.book, rendered] as const;
    const view = spread.kind === "flow" ? new FlowSpread(spread, ...options) : new FixedSpread(spread, ...options);
    this.zoom.fit(view);
    return view;
  }

  /** Preloads the next and previous spreads and drops all others. */
  private prepareNeighbours(): void {
    const { current } = this;
    this.open.keepOnly([...withNeighbours(this.spreads, this.current), this.awaited?.index ?? null]);
    // The neighbours are loaded once the shown page's images have arrived and the page is idle.
    void whenLoaded(this.frames).then(() =>
      whenIdle(() => {
        if (current !== this.current || this.awaited !== null) return;
        // An expired session or a network failure would affect the neighbours too: they are loaded when turned to.
        if (this.fault && this.frames.length === 0) return;
        for (const index of withNeighbours(this.spreads, this.current)) this.viewOf(index);
      }),
    );
  }

  /** The first text of the shown page, as a place that pages of other sizes show too; the beginning of a page without text. */
  get topOfPage(): BookPlace {
    const view = this.open.at(this.current);
    const item = this.items[0]?.index ?? 0;
    if (view?.spread.kind !== "flow") return { item, at: { kind: "start" } };
    if (!view.spread.isScrolled) return this.words.placeIn(view, item) ?? { item, at: { kind: "start" } };
    const content = view.frames[0]?.document;
    const first = content && firstOnPage(view, content);
    return first ? { item, at: { kind: "cfi", cfi: cfiOf(first, item) } } : { item, at: { kind: "start" } };
  }

  /** The place of the text that is kept in view while spreads are planned again. */
  private placeToKeep(read: TextPlace | null = null): BookPlace {
    const view = this.open.at(this.current);
    const item = this.items[0]?.index ?? 0;
    const place = view?.spread.kind === "flow" && this.words.placeIn(view, item, read);
    return place || { item, at: { kind: "fraction", fraction: this.fraction } };
  }

  private plan(): Spread[] {
    const { spine, progression } = this.book;
    return planSpreads(inPageMode(spine, this.style.layout.pages), progression, this.size);
  }

  /** Lays everything out for another size, which may pair other pages. */
  private refit(size: Size): void {
    if (size.width === 0 || size.height === 0) return;
    this.size = size;
    const planned = this.plan();
    if (JSON.stringify(planned) === JSON.stringify(this.spreads)) this.relayoutKeeping(null);
    else this.replan(planned, this.placeToKeep());
  }

  /** Shows the same text in other spreads, or the place that was being opened. */
  private replan(planned: Spread[], kept: BookPlace): void {
    const { place, cause } = this.awaited ?? { place: this.failedPlace ?? kept, cause: "replanned" as const };
    this.open.keepOnly([]);
    this.spreads = planned;
    this.current = -1;
    const index = spreadOfItem(this.spreads, place.item);
    void this.showSpread(index, place, "none", cause);
  }
}
