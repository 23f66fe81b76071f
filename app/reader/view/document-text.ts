import { type DocumentText, nodeAt, textOfDocument } from "~/epub/document-text";

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
