/**
 * A document's text as one string, with its text nodes. A document fetched for the search and the same document in its
 * frame give the same string, so offsets are valid in both.
 */

type DocumentText = { text: string; nodes: ReadonlyArray<{ node: Text; from: number }> };

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

/** The range between two offsets of the text; null if the document has no text there. */
export function rangeOfText(content: Document, from: number, to: number): Range | null {
  const { nodes } = textOfDocument(content);
  const first = nodeAt(nodes, from);
  const last = nodeAt(nodes, Math.max(from, to - 1));
  if (!first || !last) return null;
  const range = content.createRange();
  range.setStart(first.node, Math.min(from - first.from, first.node.length));
  range.setEnd(last.node, Math.min(to - last.from, last.node.length));
  return range;
}

function nodeAt(nodes: DocumentText["nodes"], at: number) {
  return nodes.findLast(({ node, from }) => from <= at && at < from + node.length);
}
