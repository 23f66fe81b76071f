/**
 * Maps the letters of a document to its pages. The number of pages depends on screen and text size; letters are the
 * same on every device, so a position in letters leads to the same text everywhere. Pure: the layout supplies the page
 * of a letter.
 */

type LetterText = { length: number };

/** The page of a letter; null if it is not drawn, such as white space at the end of a line. */
type PageOfLetter<Node extends LetterText> = (node: Node, offset: number) => number | null;

/** Number of undrawn letters after which a text counts as hidden, and maximum number of hidden texts to skip. */
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
   * Number of letters before the first one on a page. A page without letters, such as a picture, gets the last letter
   * before it, so that it is not skipped on return.
   * @returns null if the document has no letters, or none that is drawn
   */
  before(page: number): number | null {
    if (this.total === 0) return null;
    const first = this.firstFrom(page);
    if (first === null) return null;
    return this.drawnPage(first) === page ? first : Math.max(0, first - 1);
  }

  /** The page of a letter; null if none is drawn there. */
  pageAt(letter: number): number | null {
    return this.drawnPage(Math.min(this.total - 1, Math.max(0, letter)));
  }

  /**
   * The letters before a height of a scrolled document, where `pageOf` returns the height of a letter's line: those of the lines above it, and
   * a share of the line that it runs through, so that the height can be restored from whole letters.
   * @param tolerance heights that differ less are the same line
   * @returns null if no letter is drawn
   */
  beforeHeight(height: number, tolerance: number): number | null {
    const next = this.firstFrom(height - tolerance);
    if (next === null) return null;
    const below = next < this.total ? this.drawnPage(next) : null;
    const last = below !== null && below <= height + tolerance ? null : this.drawnBefore(next);
    if (last === null) return Math.min(next, this.total - 1);
    const above = this.drawnPage(last);
    const start = above === null ? null : this.firstFrom(above - tolerance);
    if (above === null || start === null) return Math.min(next, this.total - 1);
    // Behind the last line there is no other one to measure by.
    if (below === null || below <= above) return last;
    return start + Math.min(0.99, Math.max(0, (height - above) / (below - above))) * (next - start);
  }

  /** The height that `beforeHeight` has counted these letters for; null if no letter is drawn there. */
  heightAt(letters: number, tolerance: number): number | null {
    const letter = Math.min(this.total - 1, Math.max(0, Math.floor(letters + 1e-6)));
    const above = this.drawnPage(letter);
    if (above === null) return null;
    const start = this.firstFrom(above - tolerance);
    const next = this.firstFrom(above + tolerance);
    const below = next === null || next >= this.total ? null : this.drawnPage(next);
    if (start === null || next === null || below === null || next <= start) return above;
    return above + (Math.max(0, letters - start) / (next - start)) * (below - above);
  }

  /** The last drawn letter before one; null if there is none nearby. */
  private drawnBefore(letter: number): number | null {
    let index = this.nodeAt(letter - 1);
    let offset = letter - 1 - (this.starts[index] ?? 0);
    for (let tried = 0; tried < undrawnTexts && index >= 0; tried += 1) {
      const node = this.nodes[index];
      for (const end = offset - undrawnLetters; node && offset >= Math.max(0, end); offset -= 1) {
        if (this.pageOf(node, offset) !== null) return (this.starts[index] ?? 0) + offset;
      }
      index -= 1;
      offset = (this.nodes[index]?.length ?? 0) - 1;
    }
    return null;
  }

  /** The first letter on a page or after it; the total if there is none, null if no letter is drawn. */
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

  /** The page of the letter, or of the next one that is drawn. */
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
