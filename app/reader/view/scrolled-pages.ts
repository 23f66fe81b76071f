import type { Size } from "~/epub/book";
import { lettersOfDocument } from "./letters-of-document";
import type { LettersOnPages } from "./letters-on-pages";
import { beginningOf, type ScrollAxis, scrollAxisOf, scrollOf, scrollToPlace } from "./scroll-axis";
import type { PagePart } from "./spread-view";
import type { TextPlace } from "./text-place";

/** Fraction of the window by which a page of a scrolled document advances; the rest overlaps the previous one. */
const newPart = 0.9;
/** CSS px. Distance of a scroll target from the window's top, and of the end of text being read from its bottom. */
const roomBefore = 80;
const roomBehind = 40;
/** CSS px by which a browser may round a scroll offset. */
const tolerance = 2;

/**
 * The pages of a scrolled document: scroll offsets in windows, which may be fractions. Its positions are letters, as those of pages are, so that
 * they mean the same in both. Decision 104.
 */
export class ScrolledPages {
  private readonly letters: LettersOnPages<Text>;
  /** Cached, because it is read for every sentence. */
  private known: { at: number; fraction: number } | null = null;

  constructor(
    private readonly content: Document,
    private readonly size: Size,
  ) {
    this.letters = lettersOfDocument(content, (box) => this.heightOf(box));
  }

  private get root(): HTMLElement {
    return this.content.documentElement;
  }

  private get axis(): ScrollAxis {
    return scrollAxisOf(this.content);
  }

  private get scroll(): ReturnType<typeof scrollOf> {
    return scrollOf(this.root, this.axis, this.size);
  }

  /** CSS px of a page. */
  private get step(): number {
    return this.scroll.visible * newPart;
  }

  /** The layout has changed. */
  forget(): void {
    this.known = null;
  }

  /** Scroll offset in CSS px. */
  get at(): number {
    return this.scroll.at;
  }

  count(): number {
    const { length, visible } = this.scroll;
    return 1 + Math.max(0, Math.ceil((length - visible) / this.step - 0.05));
  }

  page(): number {
    const { at, length, visible } = this.scroll;
    return at + visible >= length - 2 ? this.count() - 1 : at / this.step;
  }

  /** The page of the text at the window's beginning, which at the end of the document is not the last one. */
  textPage(): number {
    return Math.max(0, (this.at - tolerance) / this.step);
  }

  /** Whether only its margin is below the window. */
  get isTextEndShown(): boolean {
    const { at, length, visible } = this.scroll;
    const { paddingBlockEnd } = this.content.defaultView?.getComputedStyle(this.content.body) ?? {};
    return at + visible >= length - 2 - (Number.parseFloat(paddingBlockEnd ?? "") || 0);
  }

  goTo(page: number, isSlow: boolean): void {
    const { length } = this.scroll;
    // A document of one page may be a little longer than the window.
    const isLast = page > 0 && page >= this.count() - 1;
    scrollToPlace(this.root, this.axis, isLast ? length : page * this.step, isSlow);
  }

  /** CSS px from the document's beginning at which a box is at the place where reading begins. */
  private heightOf(box: DOMRect): number {
    return beginningOf(box, this.axis, this.size) + this.at - roomBefore;
  }

  pageOfBox(box: DOMRect): number {
    return Math.max(0, this.heightOf(box) / this.step);
  }

  /** Text longer than the window is divided into windows. */
  partsOf(target: TextPlace): PagePart[] {
    const box = target.getBoundingClientRect();
    const length = this.axis === "down" ? box.height : box.width;
    const room = Math.max(1, this.scroll.visible - roomBefore - roomBehind);
    const first = this.pageOfBox(box);
    if (length <= room) return [{ page: first, share: 1 }];
    return Array.from({ length: Math.ceil(length / room) }, (_, index) => ({
      page: first + (index * room) / this.step,
      share: Math.min(room, length - index * room) / length,
    }));
  }

  /** By letters; by the scroll offset in a document without text. */
  fraction(): number {
    const { at, length } = this.scroll;
    if (at <= tolerance) return 0;
    if (this.known?.at !== at) {
      const before = this.letters.beforeHeight(at, tolerance);
      this.known = { at, fraction: before === null ? at / Math.max(1, length) : before / this.letters.total };
    }
    return this.known.fraction;
  }

  pageAtFraction(fraction: number): number {
    if (fraction <= 0) return 0;
    if (fraction >= 1) return this.count() - 1;
    const height = this.letters.heightAt(fraction * this.letters.total, tolerance);
    return Math.max(0, (height ?? fraction * this.scroll.length) / this.step);
  }
}
