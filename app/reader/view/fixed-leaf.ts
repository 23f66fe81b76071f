import type { Book, Size, SpineItem } from "../../epub/book";
import type { ContentSource } from "../book/content-source";
import { dressFixed, type FixedLeafModel, placeFixed } from "./fixed-layout";
import { type BookFrame, frameIn, openFrame } from "./frame";
import type { ReadingStyle } from "./frame-style";
import type { LeafView, PagePart } from "./leaf-view";
import { itemsOf } from "./leaves";

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
        dressFixed(frame.document, this.style, this.book.activeClass);
      }),
    );
    this.opened.sort((one, other) => one.item.index - other.item.index);
    this.place();
    const broken = results.find((result) => result.status === "rejected");
    if (broken && this.opened.length === 0) throw broken.reason;
  }

  layout(stage: Size, style: ReadingStyle): void {
    this.size = stage;
    this.style = style;
    this.place();
  }

  private place(): void {
    placeFixed(this.leaf, this.elements, this.size);
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
