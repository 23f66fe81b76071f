import type { Book, Size, SpineItem } from "~/epub/book";
import type { Whereabouts } from "~/epub/progress";
import { AfterFrame } from "~/reader/after-frame";
import { BookFault, faultOf } from "~/reader/book/book-fault";
import type { ContentSource } from "~/reader/book/content-source";
import { decodedFragment } from "~/reader/book/places";
import { FaultSpread } from "./fault-spread";
import { enlargedTimes, smallScale } from "./fixed-layout";
import { FixedSpread } from "./fixed-spread";
import { FlowSpread } from "./flow-spread";
import { type BookFrame, whenLoaded } from "./frame";
import { paperColour, type ReadingStyle } from "./frame-style";
import { OpenSpreads } from "./open-spreads";
import { firstOnPage, pageOfPlace, placeOfFirstWords } from "./page-of-place";
import type { Place } from "./place";
import { whenQuiet } from "./quiet-moment";
import { beginningOf, isInWindow, scrollAxisOf } from "./scroll-axis";
import { listenToScroll, WheelPastEnd } from "./scroll-input";
import { slideSpreads, wantsLessMotion } from "./slide";
import { type PagePart, type SpreadView, stageSize } from "./spread-view";
import { isScrolledItem, itemsOf, neighbourSpread, planSpreads, type Spread, scrollsOn, spreadOfItem } from "./spreads";
import { TextAnchor } from "./text-anchor";
import type { TurnResult } from "./turn-result";

/**
 * Why pages are on screen now: other documents than before; another page of the same ones; another part of a document that somebody has
 * scrolled; or the same place, laid out anew in the same documents or (`replanned`) in other spreads.
 */
export type ShownCause = "spread" | "page" | "scrolled" | "refitted" | "replanned";

export type ViewEvents = {
  shown(cause: ShownCause): void;
  /** A document came into the page, shown or waiting next to the shown one; listeners go on it once. */
  frameOpened(frame: BookFrame): void;
  /** The shown place could not be opened, or not wholly (`isPartShown`). */
  fault(fault: BookFault, isPartShown: boolean): void;
};

/** Resize debounce. docs/product/reader.md#limits. */
const resizeDebounce = 500;

/**
 * The pages of a book in an element: one spread shown, its neighbours ready beside it. It shows and reports; what to show is the
 * controller's. docs/product/reader.md#screens, #states.
 */
export class BookView {
  private spreads: Spread[];
  private size: Size;
  private readonly open: OpenSpreads;
  private current = -1;
  /** The newest request wins; older ones that still wait for their document are dropped. */
  private request = 0;
  /** What the newest request still waits for. */
  private awaited: { index: number; place: Place; cause: ShownCause } | null = null;
  /** The frame that shows other documents is theirs; only behind it old ones are taken down and new ones made ready. */
  private readonly afterFrame = new AfterFrame<void>(() => this.prepareNeighbours());
  /** The shown place, where that could not be opened yet. */
  private failedPlace: Place | null = null;
  private readonly words = new TextAnchor();
  private times = 1;
  private slides: Animation[] = [];
  /** The page that a document is being scrolled to by hand; null while none is. */
  private aim: number | null = null;
  private readonly wheel = new WheelPastEnd();
  private resizeTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly observer: ResizeObserver;

  constructor(
    private readonly stage: HTMLElement,
    private readonly book: Book,
    private readonly source: ContentSource,
    private style: ReadingStyle,
    private readonly events: ViewEvents,
  ) {
    this.size = stageSize(stage);
    this.spreads = planSpreads(book.spine, book.progression, this.size);
    this.open = new OpenSpreads(
      stage,
      (spread, rendered) => this.makeView(spread, rendered),
      (frame) => this.frameOpened(frame),
    );
    this.paint();
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(stage);
  }

  /** The shown documents, in reading order. */
  get frames(): readonly BookFrame[] {
    return this.open.at(this.current)?.frames ?? [];
  }

  /** All documents that are loaded, shown or waiting beside the shown one. */
  get openFrames(): readonly BookFrame[] {
    return this.open.all.flatMap((view) => view.frames);
  }

  /** The shown spread; while a place is opened anew, e.g. after its fault or in a window of another size, the one that comes. */
  private get index(): number {
    return this.current < 0 && this.awaited ? this.awaited.index : this.current;
  }

  /** The shown spine items, in reading order. */
  get items(): readonly SpineItem[] {
    const spread = this.spreads[this.index];
    return spread ? itemsOf(spread) : [];
  }

  /** Spine items of the spread after (or before) the shown one; none at the book's ends. */
  itemsBeyond(direction: 1 | -1): readonly SpineItem[] {
    const spread = this.spreads[neighbourSpread(this.spreads, this.index, direction) ?? -1];
    return spread ? itemsOf(spread) : [];
  }

  /** Documents that a turn forward brings, where they stand ready; none where it brings another page of the shown ones. */
  get framesAhead(): readonly BookFrame[] {
    const index = this.canTurnInside(1) ? null : neighbourSpread(this.spreads, this.current, 1);
    const view = index === null ? undefined : this.open.at(index);
    return view?.element.dataset.ready === undefined ? [] : view.frames;
  }

  /** Whether the shown document is read down (or across) one long page. */
  get isScrolled(): boolean {
    return isScrolledItem(this.items[0]);
  }

  /** Page within the spread, from 0, and how many there are. */
  get pages(): { page: number; count: number } {
    const view = this.open.at(this.current);
    return { page: view?.page() ?? 0, count: view?.pageCount() ?? 1 };
  }

  /** Where the reader is in the shown item, 0 to 1. */
  get fraction(): number {
    return this.open.at(this.current)?.fraction() ?? 0;
  }

  /** Where a fragment of the first shown document begins; null: the document itself, as one that it doesn't have. */
  whereabouts(fragment: string | null): Whereabouts {
    const view = this.open.at(this.current);
    const id = fragment === null ? null : decodedFragment(fragment);
    const element = id === null ? null : view?.frames[0]?.document.getElementById(id);
    if (!view || (element && this.isVisible(element))) return "shown";
    const begins = element ? view.pageOf(element) : 0;
    return begins < view.page() ? "before" : begins > view.page() ? "after" : "shown";
  }

  canTurn(direction: 1 | -1): boolean {
    return this.canTurnInside(direction) || neighbourSpread(this.spreads, this.index, direction) !== null;
  }

  /** Whether there is more to read in a direction: in the shown document, or beyond it. */
  canReadOn(direction: 1 | -1): boolean {
    return this.canScroll(direction) || this.canTurn(direction);
  }

  private canScroll(direction: 1 | -1): boolean {
    const view = this.open.at(this.current);
    if (view?.spread.kind !== "flow" || !view.spread.isScrolled) return false;
    return direction === 1 ? view.page() < view.pageCount() - 1 : view.page() > 0;
  }

  /**
   * Shows a place. The place's document is waited for; meanwhile the old page stays. If it cannot be opened, the view reports the
   * reason and shows an empty page until it is requested again.
   * @throws BookFault where the book has no such document
   */
  async show(place: Place, motion: "slide" | "none" = "none"): Promise<TurnResult> {
    const index = spreadOfItem(this.spreads, place.item);
    if (index < 0) throw new BookFault("error_not_found", `The book has no item ${place.item}`);
    return this.showSpread(index, place, motion, "spread");
  }

  /** Why the shown place, or a page of it, has no document; null where all is well. */
  get fault(): BookFault | null {
    return this.open.at(this.current)?.fault ?? null;
  }

  /** Asks once more for what could not be opened here. */
  async retry(): Promise<void> {
    if (this.fault && this.failedPlace) await this.showSpread(this.current, this.failedPlace, "none", "spread");
  }

  /**
   * Turns one page forward or back, from document to document at their ends. One that scrolls is left at once (EPUB 3, rendition:flow).
   * At the end and start of the book nothing happens.
   */
  async turn(direction: 1 | -1, motion: "slide" | "none" = "slide"): Promise<TurnResult> {
    const view = this.open.at(this.current);
    if (view && this.canTurnInside(direction)) {
      this.finishSlides();
      this.request += 1;
      this.awaited = null;
      view.goToPage(view.page() + direction, motion === "slide" && !wantsLessMotion());
      this.events.shown("page");
      return "shown";
    }
    const item = this.itemsBeyond(direction).at(direction === 1 ? 0 : -1);
    return item ? this.show({ item: item.index, at: { kind: direction === 1 ? "start" : "end" } }, motion) : "end";
  }

  /** Reads on or back by a page: a document that scrolls is scrolled through before it is left. */
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
    if (spread?.kind !== "flow" || spread.isScrolled) return false;
    const { page, count } = this.pages;
    return direction === 1 ? page < count - 1 : page > 0;
  }

  /** Brings the page of an element of a shown document into view. */
  reveal(element: Element, motion: "slide" | "none"): boolean {
    const view = this.open.at(this.current);
    if (!view || this.aim !== null || this.isInSight(element)) return false;
    view.goToPage(view.pageOf(element), motion === "slide" && !wantsLessMotion());
    this.events.shown("page");
    return true;
  }

  /** The pages that an element of a shown document stands on, in order. */
  partsOf(element: Element): PagePart[] {
    const view = this.open.at(this.current);
    if (!view?.frames.some((frame) => frame.document === element.ownerDocument)) return [];
    return view.partsOf(element);
  }

  /** Shows a page of the shown spread. */
  showPage(page: number, motion: "slide" | "none"): void {
    const view = this.open.at(this.current);
    if (!view || view.page() === page) return;
    view.goToPage(page, motion === "slide" && !wantsLessMotion());
    this.events.shown("page");
  }

  /** Whether the beginning of an element is on the shown page. */
  isVisible(element: Element): boolean {
    const view = this.open.at(this.current);
    if (!view?.frames.some((frame) => frame.document === element.ownerDocument)) return false;
    if (view.spread.kind === "fixed") return true;
    if (!view.spread.isScrolled) return view.pageOf(element) === view.page();
    const axis = scrollAxisOf(element.ownerDocument);
    const beginning = beginningOf(element.getBoundingClientRect(), axis, this.size);
    return beginning >= 0 && beginning < (axis === "down" ? this.size.height : this.size.width) - 60;
  }

  /** Whether an element begins on the shown page and, where it scrolls, ends there too if the window holds it. */
  isInSight(element: Element): boolean {
    const isScrolled = this.frames.some(
      ({ document: content, item }) => content === element.ownerDocument && isScrolledItem(item),
    );
    if (!isScrolled) return this.isVisible(element);
    return isInWindow(element.getBoundingClientRect(), scrollAxisOf(element.ownerDocument), this.size);
  }

  /** Whether the shown pages are drawn so small that one may want them larger. */
  get isSmall(): boolean {
    const view = this.open.at(this.current);
    return view?.spread.kind === "fixed" && view.scale < smallScale;
  }

  /** CSS px from the top of the stage at which small pages leave room for their words; null where they don't. */
  get wordsTop(): number | null {
    return this.open.at(this.current)?.wordsTop ?? null;
  }

  get isEnlarged(): boolean {
    return this.times > 1 && this.isSmall;
  }

  /** Shows small pages larger than the stage, or whole again; the stage pans over them. */
  enlarge(isEnlarged: boolean): void {
    this.times = isEnlarged ? enlargedTimes : 1;
    for (const view of this.open.all) this.fitEnlarged(view);
  }

  private fitEnlarged(view: SpreadView): void {
    view.enlarge(view.scale < smallScale ? this.times : 1);
  }

  /** Whether an enlarged page goes on to that side, so that a finger there pans and turns nothing. */
  canPan(side: "left" | "right"): boolean {
    return this.isEnlarged && (this.open.at(this.current)?.canPan(side) ?? false);
  }

  /** Keeps what is read in sight while pages are enlarged. */
  follow(element: Element): void {
    if (this.isEnlarged) this.open.at(this.current)?.panTo(element, !wantsLessMotion());
  }

  /** Lays pages out in another style: the font has come. */
  restyle(style: ReadingStyle): void {
    this.style = style;
    this.paint();
    // The reading font is loaded directly after the requested page.
    if (!this.open.at(this.current)?.isAtPlace) this.keepingPlace(() => this.relayout());
    else {
      this.relayout();
      this.events.shown("refitted");
    }
  }

  /**
   * The same where somebody chose another look: the words they were at stay in view, also when the choice's font comes later, and over
   * several choices one after the other.
   * @param read what is read aloud; null: the first words of the shown page stay
   */
  restyleKeeping(style: ReadingStyle, read: Element | null): void {
    const view = this.open.at(this.current);
    if (view?.spread.kind !== "flow" || (view.spread.isScrolled && !read)) {
      this.restyle(style);
      return;
    }
    this.style = style;
    this.paint();
    this.words.keep(view, read, () => this.relayout());
    this.events.shown("refitted");
  }

  private relayout(): void {
    for (const view of this.open.all) view.layout(this.size, this.style);
  }

  destroy(): void {
    this.request += 1;
    this.afterFrame.cancel();
    this.current = -1;
    clearTimeout(this.resizeTimer);
    this.observer.disconnect();
    this.open.keepOnly([]);
  }

  private async showSpread(
    index: number,
    place: Place,
    motion: "slide" | "none",
    cause: ShownCause,
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
    if (isNewSpread) {
      const goesOn = index > this.current;
      this.current = index;
      view.element.dataset.shown = "";
      if (before && isSlow) this.slide(before, view, goesOn);
      else if (before) delete before.element.dataset.shown;
    }
    this.events.shown(isNewSpread ? cause : "page");
    if (view.fault) this.events.fault(view.fault, view.frames.length > 0);
    this.afterFrame.ask();
    return view === wanted ? "shown" : "failed";
  }

  private slide(before: SpreadView, view: SpreadView, goesOn: boolean): void {
    const isFromRight = goesOn === (this.book.progression === "ltr");
    const scrolls = [...before.frames, ...view.frames].every(
      ({ item, document: content }) => scrollsOn(item) && scrollAxisOf(content) === "down",
    );
    const side = isFromRight ? "right" : "left";
    this.slides = slideSpreads(before.element, view.element, scrolls ? (goesOn ? "bottom" : "top") : side);
    const done = () => {
      if (this.open.at(this.current) !== before) delete before.element.dataset.shown;
    };
    this.slides[0]?.finished.then(done, done);
  }

  private finishSlides(): void {
    for (const animation of this.slides) animation.finish();
    this.slides = [];
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
    this.fitEnlarged(view);
    return view;
  }

  /** The next and previous pages are loaded ahead; all others are dropped. */
  private prepareNeighbours(): void {
    const { current } = this;
    this.open.keepOnly([...this.wanted(), this.awaited?.index ?? null]);
    // The shown page has the line for itself until its last picture has come; then its neighbours wait for a quiet moment.
    void whenLoaded(this.frames).then(() =>
      whenQuiet(() => {
        if (current !== this.current || this.awaited !== null) return;
        // What made the shown page fail, an ended session or a lost network, would fail its neighbours too: they are loaded with a turn.
        if (this.fault && this.frames.length === 0) return;
        for (const index of this.wanted()) this.viewOf(index);
      }),
    );
  }

  /** The shown spread and its neighbours. */
  private wanted(): number[] {
    if (this.current < 0) return [];
    const beside = [neighbourSpread(this.spreads, this.current, 1), neighbourSpread(this.spreads, this.current, -1)];
    return [this.current, ...beside.filter((index) => index !== null)];
  }

  private resized(): void {
    const size = stageSize(this.stage);
    clearTimeout(this.resizeTimer);
    if (size.width === this.size.width && size.height === this.size.height) return;
    this.resizeTimer = setTimeout(() => this.refit(size), resizeDebounce);
  }

  /** A window of another size may pair other pages: spreads are planned anew, and the same words shown, or what they were left for. */
  private refit(size: Size): void {
    if (size.width === 0 || size.height === 0) return;
    this.size = size;
    const planned = planSpreads(this.book.spine, this.book.progression, size);
    if (JSON.stringify(planned) === JSON.stringify(this.spreads)) {
      this.keepingPlace(() => this.relayout());
      return;
    }
    const shown = this.failedPlace ?? placeOfFirstWords(this.open.at(this.current), this.items[0], this.fraction);
    const { place, cause } = this.awaited ?? { place: shown, cause: "replanned" as const };
    this.open.keepOnly([]);
    this.spreads = planned;
    this.current = -1;
    const index = spreadOfItem(this.spreads, place.item);
    void this.showSpread(index, place, "none", cause);
  }

  private keepingPlace(change: () => void): void {
    const view = this.open.at(this.current);
    const anchor = view?.spread.kind === "flow" && view.frames[0] ? firstOnPage(view, view.frames[0].document) : null;
    // Of a document that scrolls, the anchor may stand above the window or in its middle, and stays there.
    const offset = view && anchor && isScrolledItem(this.items[0]) ? view.page() - view.pageOf(anchor) : 0;
    change();
    if (view && anchor) view.goToPage(view.pageOf(anchor) + offset, false);
    // Nothing is shown before the first page is, nor after it could not be opened.
    if (view) this.events.shown("refitted");
  }

  private paint(): void {
    const paper = this.book.layout === "reflowable" ? paperColour(this.style) : "";
    this.stage.style.backgroundColor = paper;
    // Drawn smaller between the bars it has no edges: strips beside it would look like a narrow page.
    this.stage.style.boxShadow = paper && `0 0 0 100vmax ${paper}`;
  }
}
