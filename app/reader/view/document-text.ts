/**
 * A document's text as one string, with its text nodes. A document fetched for the search and the same document in its
 * frame give the same string, so offsets are valid in both.
 */

export type DocumentText = { text: string; nodes: ReadonlyArray<{ node: Text; from: number }> };

const unread = new Set(["script", "style", "template", "head", "rt", "rp", "title", "desc", "metadata"]);
const inline = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd mark q ruby rb s samp small span strong sub sup time tspan u var wbr".split(
    " ",
  ),
);

/** @param content in the displayed language: hidden elements are left out */
export function textOfDocument(content: Document): DocumentText {
  const nodes: Array<{ node: Text; from: number }> = [];
  let text = "";
  const walk = (element: Element): void => {
    const name = element.localName.toLowerCase();
    if (unread.has(name) || element.hasAttribute("hidden")) return;
    const isBlock = !inline.has(name);
    // Separates the text of adjacent blocks.
    if (isBlock) text += "\n";
    for (const child of Array.from(element.childNodes)) {
      if (child.nodeType === 1) walk(child as Element);
      else if (child.nodeType === 3 || child.nodeType === 4) {
        nodes.push({ node: child as Text, from: text.length });
        text += (child as Text).data;
      }
    }
    if (isBlock) text += "\n";
  };
  const root = content.body ?? content.documentElement;
  if (root) walk(root);
  return { text, nodes };
}

/** The range between two offsets of a document's text; null if the document has no text there. */
export function rangeIn({ nodes }: DocumentText, from: number, to: number): Range | null {
  const first = nodeAt(nodes, from);
  const last = nodeAt(nodes, Math.max(from, to - 1));
  const range = first?.node.ownerDocument.createRange();
  if (!first || !last || !range) return null;
  range.setStart(first.node, Math.min(from - first.from, first.node.length));
  range.setEnd(last.node, Math.min(to - last.from, last.node.length));
  return range;
}

/** The range between two offsets of the text; null if the document has no text there. */
export function rangeOfText(content: Document, from: number, to: number): Range | null {
  return rangeIn(textOfDocument(content), from, to);
}

/** Offset in a document's text of a position in one of its text nodes; null if the text does not contain the node. */
export function offsetIn({ nodes }: DocumentText, node: Node, offset: number): number | null {
  const found = nodes.find((one) => one.node === node);
  return found ? found.from + offset : null;
}

/** The text node of an offset; binary search, since a document may have thousands. Undefined between two blocks. */
export function nodeAt(nodes: DocumentText["nodes"], at: number) {
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((nodes[middle]?.from ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const found = nodes[low];
  return found && found.from <= at && at < found.from + found.node.length ? found : undefined;
}

/** A letter: its text node and its offset there. */
export type TextPoint = { node: Text; offset: number };

/** The letter at an offset of the text; null if there is none, e.g. between two blocks. */
export function pointAt({ nodes }: DocumentText, at: number): TextPoint | null {
  const found = nodeAt(nodes, at);
  return found ? { node: found.node, offset: at - found.from } : null;
}

/** The offsets of the text inside a range; null if it has none. */
export function offsetsOfRange({ nodes }: DocumentText, range: Range): { from: number; to: number } | null {
  const inside = nodes.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return null;
  const from = first.from + (first.node === range.startContainer ? range.startOffset : 0);
  const to = last.from + (last.node === range.endContainer ? range.endOffset : last.node.length);
  return from < to ? { from, to } : null;
}
