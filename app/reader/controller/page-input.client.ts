import type { Book } from "~/epub/book";
import type { ContentSource } from "~/reader/book/content-source";
import { callsNote, type Note, noteIn } from "~/reader/book/notes";
import { resolveHref } from "~/reader/narration/read-smil";
import type { BookView } from "~/reader/view/book-view";
import type { BookFrame } from "~/reader/view/frame";
import { listenToFrame } from "~/reader/view/frame-input";
import { listenToPinch } from "~/reader/view/pinch-input";
import { isScrolledItem } from "~/reader/view/spreads";

type PageActions = LinkTargets & {
  /**
   * @param point in px of the frame
   * @returns whether playback starts at the sentence there; false if it has no clip
   */
  readFrom(frame: BookFrame, element: Element | null, point: { x: number; y: number }): boolean;
  turn(direction: 1 | -1): void;
  /** The zoom by two fingers has changed. */
  zoomed(): void;
  /** A tap on no sentence, link or page edge. */
  pageTapped(): void;
  touched(): void;
  keyPressed(event: KeyboardEvent): void;
  pointerMoved(x: number, y: number): void;
};

/** Width in CSS px of the edge of a reflowable page that turns it when tapped: the margin and the first letters, within a thumb's reach. */
function edgeOf(width: number): number {
  return Math.min(88, Math.max(44, width * 0.12));
}

/** User input on the pages themselves: taps, links, swipes, keys. */
export class PageInput {
  constructor(
    private readonly book: Book,
    private readonly source: ContentSource,
    private readonly view: Pick<BookView, "zoom">,
    private readonly actions: PageActions,
  ) {}

  /** Adds listeners to a document that was opened. */
  listenTo(frame: BookFrame): void {
    const { actions, source } = this;
    listenToFrame(frame, {
      tapped: (element, point) => this.tapped(frame, element, point),
      link: (href, link) => void followLink(source, actions, { frame, href, link }),
      canSwipe: (side) => !this.view.zoom.canPan(side) && !isPinched(),
      swiped: (side) => actions.turn(this.directionOf(side)),
      touched: () => actions.touched(),
      keyPressed: (event) => actions.keyPressed(event),
      pointerMoved: (x, y) => actions.pointerMoved(x, y),
    });
    if (frame.item.layout === "pre-paginated") this.listenToFingers(frame);
  }

  private listenToFingers(frame: BookFrame): void {
    const { zoom } = this.view;
    listenToPinch(frame, {
      zoomed: () => zoom.zoomed,
      pinch: (times, focus, moved) => zoom.pinch(times, focus, moved),
      ended: () => {
        zoom.pinched();
        this.actions.zoomed();
      },
    });
  }

  /** Turn direction of a move to a side of the screen; reversed in right-to-left books. */
  directionOf(side: "left" | "right"): 1 | -1 {
    return (side === "right") === (this.book.progression === "ltr") ? 1 : -1;
  }

  private tapped(frame: BookFrame, element: Element | null, point: { x: number; y: number }): void {
    const side = sideTapped(frame, point.x);
    if (side) this.actions.turn(this.directionOf(side));
    else if (!this.actions.readFrom(frame, element, point)) this.actions.pageTapped();
  }
}

/** The edge of a reflowable page that was tapped; null elsewhere, and on fixed-layout and scrolled pages. */
function sideTapped({ element, item }: BookFrame, x: number): "left" | "right" | null {
  if (item.layout !== "reflowable" || isScrolledItem(item)) return null;
  const edge = edgeOf(element.clientWidth);
  if (x < edge) return "left";
  return x > element.clientWidth - edge ? "right" : null;
}

/** While the browser has zoomed the whole page, a swipe pans it. */
function isPinched(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.05;
}

/** Callbacks for the kinds of link that a document can contain. */
type LinkTargets = {
  /** @param href position in the book, as `path#fragment` */
  goTo(href: string): Promise<unknown>;
  noteCalled(note: Note): void;
  /** A link out of the book; the user must confirm it. */
  externalLink(url: string): void;
};

/**
 * Follows a link of a displayed document: to a position in the book, to a note shown over the page, or, once confirmed,
 * out of the book. Other links are ignored (decision 5).
 */
async function followLink(
  source: ContentSource,
  targets: LinkTargets,
  { frame, href, link }: { frame: BookFrame; href: string; link: Element },
): Promise<void> {
  if (/^(https?|mailto|tel|sms):/i.test(href)) {
    targets.externalLink(href);
    return;
  }
  const inBook = resolveHref(frame.item.href, href);
  if (!inBook) return;
  const note = await noteAt(source, inBook, callsNote(link), frame);
  if (note) targets.noteCalled(note);
  else await targets.goTo(inBook.fragment ? `${inBook.path}#${encodeURIComponent(inBook.fragment)}` : inBook.path);
}

async function noteAt(
  source: ContentSource,
  place: { path: string; fragment: string | null },
  isCalled: boolean,
  frame: BookFrame,
): Promise<Note | null> {
  if (!place.fragment) return null;
  if (place.path === frame.item.href) return noteIn(frame.document, place.fragment, isCalled);
  if (!isCalled) return null;
  const text = await source.text(place.path).catch(() => null);
  const content = text && new DOMParser().parseFromString(text, "application/xhtml+xml");
  return content ? noteIn(content, place.fragment, isCalled) : null;
}
