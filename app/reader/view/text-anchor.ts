import { textOfDocument } from "~/epub/document-text";
import { cfiOf } from "~/reader/book/cfi";
import type { BookPlace } from "~/reader/book/place";
import { offsetIn } from "./document-text";
import { firstOnPage } from "./page-of-place";
import type { SpreadView } from "./spread-view";
import { elementAround, isRange, type TextPlace } from "./text-place";

/** Text that remains in view while the appearance, or the size of the window, changes several times. */
export class TextAnchor {
  private anchor: { view: SpreadView; words: TextPlace } | null = null;

  /** Called after a navigation. */
  clear(): void {
    this.anchor = null;
  }

  /**
   * Shows the page of the same text after a change, and follows it until the user turns a page: a font that loads later
   * moves text too.
   * @param read the text to keep in view; null: the previous anchor if no page was turned since, else the first
   * letter of the page
   */
  keep(view: SpreadView, read: TextPlace | null, change: () => void): void {
    const words = read ?? this.wordsOf(view);
    change();
    if (words) view.goToPlace(() => view.pageOf(words), false);
    this.hold(view, words);
  }

  /** Makes a shown text the anchor. */
  hold(view: SpreadView, words: TextPlace | null): void {
    this.anchor = words && { view, words };
  }

  /** The place of a text being read, else of the anchor, or of the first text of the page, for a spread whose document is loaded again; null if there is none. */
  placeIn(view: SpreadView, item: number, read: TextPlace | null = null): BookPlace | null {
    const words = read ?? this.wordsOf(view);
    if (!words) return null;
    const content = view.frames[0]?.document;
    const from =
      content && isRange(words) ? offsetIn(textOfDocument(content), words.startContainer, words.startOffset) : null;
    if (from !== null) return { item, at: { kind: "letters", from, to: from + 1 } };
    const element = elementAround(words);
    return element && { item, at: { kind: "cfi", cfi: cfiOf(element, item) } };
  }

  private wordsOf(view: SpreadView): TextPlace | null {
    if (this.anchor?.view === view && view.isAtPlace) return this.anchor.words;
    const content = view.frames[0]?.document;
    if (!content) return null;
    const isScrolled = view.spread.kind === "flow" && view.spread.isScrolled;
    // A document that is scrolled to its beginning stays there.
    if (isScrolled && view.textPage() === 0) return null;
    const letter = firstLetterOnPage(view, content);
    if (isScrolled) return letter;
    // A page that is only a picture.
    return letter && view.pageOf(letter) === view.page() ? letter : firstOnPage(view, content);
  }
}

/**
 * The first letter of a shown page: a paragraph may have begun pages before.
 * @returns null if there is no text from the page on
 */
function firstLetterOnPage(view: SpreadView, content: Document): Range | null {
  const page = view.textPage();
  const texts = content.createTreeWalker(content.body, 4);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.nodeValue?.trim()) continue;
    const whole = content.createRange();
    whole.selectNodeContents(node);
    if (whole.getClientRects().length === 0) continue;
    const end = letterAt(node, node.nodeValue.trimEnd().length - 1);
    if (view.pageOf(end) < page) continue;
    return letterAt(
      node,
      firstFrom(node, (letter) => view.pageOf(letter) >= page),
    );
  }
  return null;
}

function letterAt(node: Node, offset: number): Range {
  const letter = (node.ownerDocument as Document).createRange();
  letter.setStart(node, offset);
  letter.setEnd(node, offset + 1);
  return letter;
}

/** Offset of the first letter that passes; binary search, since letters are in page order. */
function firstFrom(node: Node, passes: (letter: Range) => boolean): number {
  let low = 0;
  let high = (node.nodeValue?.length ?? 1) - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(letterAt(node, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
