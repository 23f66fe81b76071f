import type { SpreadView } from "./spread-view";

/** Words that stay in view while somebody tries one look of the pages after the other. */
export class TextAnchor {
  private anchor: { view: SpreadView; words: Element | Range } | null = null;

  /** Another place was gone to. */
  clear(): void {
    this.anchor = null;
  }

  /**
   * Shows the page of the same words after a change, and stays with them until somebody turns: a font that comes later moves words too.
   * @param read what must stay; null: what stayed before if nobody has turned since, else the first letter of the page
   */
  keep(view: SpreadView, read: Element | null, change: () => void): void {
    const content = view.frames[0]?.document;
    const before = this.anchor?.view === view && view.isAtPlace ? this.anchor.words : null;
    const words = read ?? before ?? (content ? firstLetterOnPage(view, content) : null);
    change();
    if (words) view.goToPlace(() => view.pageOf(words), false);
    this.anchor = words && { view, words };
  }
}

/**
 * The first letter of a shown page: a paragraph may have begun pages before. Not for documents that scroll.
 * @returns null where the page holds no words
 */
export function firstLetterOnPage(view: SpreadView, content: Document): Range | null {
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

/** Offset of the first letter that passes; letters stand in the order of their pages. */
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
