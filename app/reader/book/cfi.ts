import EpubCFI from "epubjs/src/epubcfi";

/** Positions inside a document as EPUB canonical fragment identifiers, made and read by epub.js. Decision 38. */

/** epub.js doesn't escape ids, so one with other characters would break the identifier it stands in. */
const isPlainId = (id: string | null | undefined) => /^[\w.-]+$/.test(id ?? "");

/**
 * @param spineIndex of the document among the book's spine items
 * @returns e.g. `epubcfi(/6/4!/4/2[s1])`
 */
export function cfiOf(element: Element, spineIndex: number): string {
  const cfi = new EpubCFI(element, `/6/${(spineIndex + 1) * 2}`);
  for (const step of cfi.path.steps) if (!isPlainId(step.id)) step.id = null;
  return cfi.toString();
}

/**
 * The letter or element that a CFI points to. Where the last step leads nowhere, its parent is taken: books that were ingested before
 * decision 38 number text as EPUB CFI 1.1 does, epub.js numbers it among the parent's text nodes.
 * @param cfi e.g. `epubcfi(/6/4!/4/2/1:512)`; its part before the `!` is not looked at
 * @returns null where the CFI can't be read or leads nowhere
 */
export function rangeOfCfi(content: Document, cfi: string): Range | null {
  try {
    const parsed = new EpubCFI(cfi);
    const { path } = parsed;
    for (const step of path.steps) if (!isPlainId(step.id)) step.id = null;
    for (; path.steps.length > 0; path.steps.pop(), path.terminal.offset = null) {
      const range = parsed.toRange(content);
      if (range) return withExtent(range);
    }
  } catch {
    // The identifier is broken: it leads nowhere.
  }
  return null;
}

/** epub.js's range is a point, which has no box on a page: it is widened to the letter or element behind it. */
function withExtent(range: Range): Range {
  const { startContainer: node, startOffset } = range;
  if (node.nodeType === 3) {
    const length = node.nodeValue?.length ?? 0;
    const at = Math.min(startOffset, Math.max(0, length - 1));
    range.setStart(node, at);
    range.setEnd(node, Math.min(at + 1, length));
  } else range.selectNode(node);
  return range;
}
