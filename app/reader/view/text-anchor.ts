import type { SpreadView } from "./spread-view";
import type { TextPlace } from "./text-place";

/** Text that remains in view while the user changes the appearance several times. */
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
    const content = view.frames[0]?.document;
    const before = this.anchor?.view === view && view.isAtPlace ? this.anchor.words : null;
    const words = read ?? before ?? (content ? firstLetterOnPage(view, content) : null);
    change();
    if (words) view.goToPlace(() => view.pageOf(words), false);
    this.anchor = words && { view, words };
  }
}

/**
 * The first letter of a shown page: a paragraph may have begun pages before. Not for scrolled documents.
 * @returns null if the page has no text
 */
function firstLetterOnPage(view: SpreadView, content: Document): Range | null {
  const page = view.page();
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
