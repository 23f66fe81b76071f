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

/** Whether the text of an element continues that around it. @param name local name */
export function isInlineName(name: string): boolean {
  return inline.has(name.toLowerCase());
}

/** Whether an element's text is not part of the text around it, as that of a script or a ruby annotation. @param name local name */
export function isUnreadName(name: string): boolean {
  return unread.has(name.toLowerCase());
}

/** @param content in the displayed language: hidden elements are left out */
export function textOfDocument(content: Document): DocumentText {
  const nodes: Array<{ node: Text; from: number }> = [];
  let text = "";
  const walk = (element: Element): void => {
    const name = element.localName.toLowerCase();
    if (isUnreadName(name) || element.hasAttribute("hidden")) return;
    const isBlock = !isInlineName(name);
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
