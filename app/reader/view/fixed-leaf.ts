import type { Book, Size, SpineItem } from "../../epub/book";
import type { ContentSource } from "../book/content-source";
import { type BookFrame, frameIn, openFrame } from "./frame";
import { fixedCss, highlightCss, type ReadingStyle } from "./frame-style";
import { type LeafView, styleElement } from "./leaf-view";
import { itemsOf, type Leaf, placePages } from "./leaves";

type FixedLeafModel = Extract<Leaf, { kind: "fixed" }>;
type Slot = "left" | "right" | "center";

/** One or two fixed pages, each at its own size in a frame that is scaled to the stage. epub.js has no such spread (decision 4). */
export class FixedLeaf implements LeafView {
  readonly element: HTMLElement;
  readonly ready: Promise<void>;
  private opened: BookFrame[] = [];
  private readonly elements = new Map<SpineItem, HTMLIFrameElement>();
  private readonly aborter = new AbortController();

  constructor(
    readonly leaf: FixedLeafModel,
    stage: HTMLElement,
    private size: Size,
    private style: ReadingStyle,
    source: ContentSource,
    private readonly book: Pick<Book, "activeClass" | "title">,
    rendered: HTMLElement | null,
  ) {
    this.element = rendered ?? stage.appendChild(document.createElement("div"));
    this.element.className = "book-leaf book-leaf-fixed";
    for (const item of itemsOf(leaf))
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
        this.dress(frame);
      }),
    );
    this.opened.sort((one, other) => one.item.index - other.item.index);
    this.place();
    const broken = results.find((result) => result.status === "rejected");
    if (broken && this.opened.length === 0) throw broken.reason;
  }

  private dress(frame: BookFrame): void {
    styleElement(frame.document, fixedCss() + highlightCss({ ...this.style, isDark: false }, this.book.activeClass));
  }

  layout(stage: Size, style: ReadingStyle): void {
    this.size = stage;
    this.style = style;
    this.place();
  }

  private place(): void {
    const { slots } = this.leaf;
    const sizes = {
      left: slots.left && this.sizeOf(slots.left),
      right: slots.right && this.sizeOf(slots.right),
      center: slots.center && this.sizeOf(slots.center),
      isHalf: slots.center && slots.isHalf,
    };
    const places = placePages(sizes, this.size);
    for (const slot of ["left", "right", "center"] as Slot[]) {
      const item = slots[slot];
      const place = places[slot];
      const element = item && this.elements.get(item);
      const size = sizes[slot];
      if (!element || !place || !size) continue;
      element.dataset.slot = slot;
      Object.assign(element.style, {
        width: `${size.width}px`,
        height: `${size.height}px`,
        transform: `translate(${place.left}px, ${place.top}px) scale(${place.scale})`,
      });
    }
  }

  /** The document's own size; without one it fills its place, as device-width means. */
  private sizeOf(item: SpineItem): Size {
    if (item.viewport) return item.viewport;
    const isAlone = this.leaf.slots.center !== undefined;
    return { width: isAlone ? this.size.width : this.size.width / 2, height: this.size.height };
  }

  pageCount(): number {
    return 1;
  }

  page(): number {
    return 0;
  }

  goToPage(): void {}

  pageOf(): number {
    return 0;
  }

  fraction(): number {
    return 0;
  }

  destroy(): void {
    this.aborter.abort();
    this.element.remove();
  }
}
