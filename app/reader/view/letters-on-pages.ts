/**
 * Which letters of a document stand on which of its pages. The number of pages depends on screen and text size; letters are the
 * same on every device, so a position in letters leads to the same words everywhere. Pure: the layout supplies the page of a letter.
 */

export type LetterText = { length: number };

/** The page on which a letter of a text stands; null for one that is not drawn, as white space at the end of a line. */
export type PageOfLetter<Node extends LetterText> = (node: Node, offset: number) => number | null;

/** Letters of one text that are not drawn, one after the other, before the text is taken for hidden; and texts that may be. */
const undrawnLetters = 20;
const undrawnTexts = 500;

export class LettersOnPages<Node extends LetterText> {
  private readonly starts: number[] = [];
  readonly total: number;

  constructor(
    private readonly nodes: readonly Node[],
    private readonly pageOf: PageOfLetter<Node>,
  ) {
    let from = 0;
    for (const { length } of nodes) {
      this.starts.push(from);
      from += length;
    }
    this.total = from;
  }

  /**
   * Letters before the first one on a page. A page without letters, a picture's, has the last letter before it, so that nobody who comes
   * back misses it.
   * @returns null where the document has no letters, or none that is drawn
   */
  before(page: number): number | null {
    if (this.total === 0) return null;
    const first = this.firstFrom(page);
    if (first === null) return null;
    return this.drawnPage(first) === page ? first : Math.max(0, first - 1);
  }

  /** The page that shows a letter; null where none is drawn there. */
  pageAt(letter: number): number | null {
    return this.drawnPage(Math.min(this.total - 1, Math.max(0, letter)));
  }

  /** The first letter that stands on a page or behind it; all of them where none does, null where none is drawn. */
  private firstFrom(page: number): number | null {
    let low = 0;
    let high = this.total;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const there = this.drawnPage(middle);
      if (there === null || there >= page) high = middle;
      else low = middle + 1;
    }
    return this.drawnPage(0) === null ? null : low;
  }

  /** Of the letter, or of the next one that is drawn. */
  private drawnPage(letter: number): number | null {
    let index = this.nodeAt(letter);
    let offset = letter - (this.starts[index] ?? 0);
    for (let tried = 0; tried < undrawnTexts && index < this.nodes.length; tried += 1) {
      const node = this.nodes[index];
      for (const end = offset + undrawnLetters; node && offset < Math.min(end, node.length); offset += 1) {
        const page = this.pageOf(node, offset);
        if (page !== null) return page;
      }
      index += 1;
      offset = 0;
    }
    return null;
  }

  private nodeAt(letter: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= letter) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
