import type { Book } from "~/epub/book";
import type { ContentSource } from "./book/content-source";
import { followLink, type LinkTargets } from "./book/follow-link";
import type { BookView } from "./view/book-view";
import type { BookFrame } from "./view/frame";
import { listenToFrame } from "./view/frame-input";
import { isScrolledItem } from "./view/spreads";

export type PageActions = LinkTargets & {
  /** @returns whether the element's sentence is read now; false where it speaks none */
  readFrom(frame: BookFrame, element: Element | null): boolean;
  turn(direction: 1 | -1): void;
  /** A tap that meant neither a sentence nor a link nor the next page. */
  pageTapped(): void;
  touched(): void;
  keyPressed(event: KeyboardEvent): void;
  pointerMoved(x: number, y: number): void;
};

/** A tap so near to the side of a flowing page turns it: the margin and the first letters, as far as a thumb reaches. CSS px. */
function edgeOf(width: number): number {
  return Math.min(88, Math.max(44, width * 0.12));
}

/** What readers do on the pages themselves: taps, links, swipes, keys. */
export class PageInput {
  constructor(
    private readonly book: Book,
    private readonly source: ContentSource,
    private readonly view: Pick<BookView, "canPan">,
    private readonly actions: PageActions,
  ) {}

  /** Hears a document that has come into the page. */
  listenTo(frame: BookFrame): void {
    const { actions, source } = this;
    listenToFrame(frame, {
      tapped: (element, x) => this.tapped(frame, element, x),
      link: (href, link) => void followLink(source, actions, { frame, href, link }),
      canSwipe: (side) => !this.view.canPan(side) && !isPinched(),
      swiped: (side) => actions.turn(this.directionOf(side)),
      touched: () => actions.touched(),
      keyPressed: (event) => actions.keyPressed(event),
      pointerMoved: (x, y) => actions.pointerMoved(x, y),
    });
  }

  /** Which way a move to a side of the screen turns; from right to left it is the other way round. */
  directionOf(side: "left" | "right"): 1 | -1 {
    return (side === "right") === (this.book.progression === "ltr") ? 1 : -1;
  }

  private tapped(frame: BookFrame, element: Element | null, x: number): void {
    const side = sideTapped(frame, x);
    if (side) this.actions.turn(this.directionOf(side));
    else if (!this.actions.readFrom(frame, element)) this.actions.pageTapped();
  }
}

/** The edge of a flowing page that a tap is on; null elsewhere, and on pages that have a layout of their own or are scrolled. */
function sideTapped({ element, item }: BookFrame, x: number): "left" | "right" | null {
  if (item.layout !== "reflowable" || isScrolledItem(item)) return null;
  const edge = edgeOf(element.clientWidth);
  if (x < edge) return "left";
  return x > element.clientWidth - edge ? "right" : null;
}

/** The whole page is pinched larger by the browser: a finger moves what is seen of it. */
function isPinched(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.05;
}
