import type { Book, Size, SpineItem } from "~/epub/book";
import { BookFault } from "~/reader/book/book-fault";
import type { ContentSource } from "~/reader/book/content-source";
import { applyFixedStyles, type FixedSpreadModel, placeFixed } from "./fixed-layout";
import { type BookFrame, frameIn, openFrame } from "./frame";
import type { ReadingStyle } from "./frame-style";
import type { PagePart, SpreadView } from "./spread-view";
import { itemsOf } from "./spreads";
import type { StagePoint } from "./stage-point";
import { documentOfPlace, elementAround, type TextPlace } from "./text-place";

/** Margin beside a line of a zoomed page, in screen px. */
const panMargin = 16;

/** One or two fixed-layout pages, each at its own size in a frame that is scaled to the stage. epub.js has no such spread (decision 4). */
export class FixedSpread implements SpreadView {
  readonly element: HTMLElement;
  readonly ready: Promise<void>;
  scale = 1;
  wordsTop: number | null = null;
  fault: BookFault | null = null;
  zoomed = 1;
  private times = 1;
  /** Whether the factor is exactly `times`, by two fingers. */
  private isExact = false;
  private opened: BookFrame[] = [];
  private readonly elements = new Map<SpineItem, HTMLIFrameElement>();
  private readonly aborter = new AbortController();

  constructor(
    readonly spread: FixedSpreadModel,
    stage: HTMLElement,
    private size: Size,
    private style: ReadingStyle,
    source: ContentSource,
    private readonly book: Pick<Book, "activeClass" | "title" | "progression">,
    rendered: HTMLElement | null,
  ) {
    this.element = rendered ?? stage.appendChild(document.createElement("div"));
    this.element.className = "book-spread book-spread-fixed";
    for (const item of itemsOf(spread))
      this.elements.set(item, frameIn(this.element, item, source.url(item.href), book.title));
    this.place();
    this.ready = this.open(source);
    this.ready.catch(() => undefined);
  }

  get frames(): readonly BookFrame[] {
    return this.opened;
  }

  /** A spread with one broken page still shows the other. */
  private async open(source: ContentSource): Promise<void> {
    const results = await Promise.allSettled(
      [...this.elements].map(async ([item, element]) => {
        const frame = await openFrame(element, item, source, this.aborter.signal);
        this.opened.push(frame);
        applyFixedStyles(frame.document, this.style, this.book.activeClass);
      }),
    );
    this.opened.sort((one, other) => one.item.index - other.item.index);
    this.place();
    const broken = results.find((result) => result.status === "rejected");
    if (broken && this.opened.length === 0) throw broken.reason;
    if (broken?.reason instanceof BookFault) this.fault = broken.reason;
  }

  layout(stage: Size, style: ReadingStyle): void {
    this.size = stage;
    this.style = style;
    this.place();
  }

  private place(): void {
    const zoom = { times: this.times, isExact: this.isExact };
    const { scale, zoomed, wordsTop, bottom } = placeFixed(this.spread, this.elements, this.size, zoom);
    this.scale = scale;
    this.zoomed = zoomed;
    this.wordsTop = wordsTop;
    this.element.style.setProperty("--page-bottom", `${bottom}px`);
    if (wordsTop !== null) this.element.style.setProperty("--words-top", `${wordsTop}px`);
    else this.element.style.removeProperty("--words-top");
  }

  enlarge(times: number): void {
    if (times === this.times && !this.isExact) return;
    this.times = times;
    this.isExact = false;
    this.place();
    this.element.toggleAttribute("data-enlarged", times > 1);
    // Reading begins at the top, on the side where the book begins.
    const left = this.book.progression === "rtl" ? this.element.scrollWidth : 0;
    this.element.scrollTo({ top: 0, left, behavior: "instant" });
  }

  pinch(times: number, focus: StagePoint, moved: StagePoint): void {
    const frame = [...this.elements.values()][0];
    if (!frame) return;
    const before = this.placeOf(frame);
    // The point of the page that is between the fingers.
    const point = (at: number, start: number) => (at - start) / before.scale;
    const [x, y] = [point(focus.x - moved.x, before.left), point(focus.y - moved.y, before.top)];
    this.times = times;
    this.isExact = true;
    this.place();
    this.element.toggleAttribute("data-enlarged", times > 1);
    const { left, top, scale } = this.placeOf(frame);
    this.element.scrollBy({ left: left + x * scale - focus.x, top: top + y * scale - focus.y, behavior: "instant" });
  }

  /** Offset of a frame from the spread's visible corner, and its scale, in CSS px of the stage. */
  private placeOf(frame: HTMLElement): { left: number; top: number; scale: number } {
    const place = frame.getBoundingClientRect();
    const whole = this.element.getBoundingClientRect();
    // While the bars are shown, the whole stage is scaled down.
    const drawn = whole.width / Math.max(1, this.element.offsetWidth);
    return {
      left: (place.left - whole.left) / drawn,
      top: (place.top - whole.top) / drawn,
      scale: place.width / Math.max(1, frame.offsetWidth) / drawn,
    };
  }

  canPan(side: "left" | "right"): boolean {
    const { scrollLeft, scrollWidth, clientWidth } = this.element;
    return side === "left" ? scrollLeft > 1 : scrollLeft + clientWidth < scrollWidth - 1;
  }

  panTo(text: TextPlace, isSlow: boolean): void {
    const frame = this.opened.find(({ document: content }) => content === documentOfPlace(text))?.element;
    if (!frame || this.times === 1) return;
    const box = text.getBoundingClientRect();
    const place = this.placeOf(frame);
    const { scale } = place;
    const { clientWidth, clientHeight } = this.element;
    const [left, width] = [place.left + box.left * scale, box.width * scale];
    // A line longer than the stage is shown from its beginning.
    const isLong = width > clientWidth - 2 * panMargin;
    const around = elementAround(text);
    const isFromRight = !!around && getComputedStyle(around).direction === "rtl";
    const start = isFromRight ? left + width + panMargin - clientWidth : left - panMargin;
    this.element.scrollBy({
      left: isLong ? start : left + width / 2 - clientWidth / 2,
      top: place.top + (box.top + box.height / 2) * scale - clientHeight / 2,
      behavior: isSlow ? "smooth" : "instant",
    });
  }

  pageCount(): number {
    return 1;
  }

  completeLayout(): boolean {
    return false;
  }

  page(): number {
    return 0;
  }

  textPage(): number {
    return 0;
  }

  readonly isTextEndShown = true;

  goToPage(): void {}

  goToPlace(): void {}

  readonly isAtPlace = false;

  pageAtFraction(): number {
    return 0;
  }

  pageOf(): number {
    return 0;
  }

  partsOf(): PagePart[] {
    return [{ page: 0, share: 1 }];
  }

  fraction(): number {
    return 0;
  }

  destroy(): void {
    this.aborter.abort();
    this.element.remove();
  }
}
