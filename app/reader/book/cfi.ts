import EpubCFI from "epubjs/src/epubcfi";

/** Positions inside a document as EPUB canonical fragment identifiers (CFIs), created and parsed by epub.js. Decision 38. */

/** epub.js doesn't escape ids in CFIs, so an id with other characters would make the CFI invalid. */
const isPlainId = (id: string | null | undefined) => /^[\w.-]+$/.test(id ?? "");

/**
 * @param spineIndex index of the document in the book's spine
 * @returns e.g. `epubcfi(/6/4!/4/2[s1])`
 */
export function cfiOf(place: Element | Range, spineIndex: number): string {
  const cfi = new EpubCFI("startContainer" in place ? beginningOf(place) : place, `/6/${(spineIndex + 1) * 2}`);
  for (const step of cfi.path.steps) if (!isPlainId(step.id)) step.id = null;
  return cfi.toString();
}

/** epub.js writes a range as two positions; a place needs only the first. */
function beginningOf(range: Range): Range {
  const beginning = range.cloneRange();
  beginning.collapse(true);
  return beginning;
}

/**
 * Resolves a CFI to a range over a letter or an element. If the last step doesn't resolve, its parent is used: books
 * ingested before decision 38 number text nodes as EPUB CFI 1.1 does, while epub.js numbers them among the parent's
 * text nodes.
 * @param cfi e.g. `epubcfi(/6/4!/4/2/1:512)`; the part before the `!` is ignored
 * @returns null if the CFI is invalid or doesn't resolve
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
    // Invalid CFI: treated like one that doesn't resolve.
  }
  return null;
}

/** epub.js returns a collapsed range, which has no box on a page, so it is extended to the letter or element after it. */
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
