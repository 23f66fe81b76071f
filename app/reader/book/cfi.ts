/**
 * The point in a document that a canonical fragment identifier's steps lead to. EPUB CFI 1.1: even numbers are elements, odd ones the
 * text between them; assertions in brackets are passed over, an id among them leads back where a document has changed.
 * @param steps e.g. `/4/2[c1]/1:512`
 * @returns null where the steps lead nowhere
 */
export function rangeOfCfi(content: Document, steps: string): Range | null {
  const found = /^((?:\/\d+(?:\[(?:\^.|[^\]])*\])?)*)(?::(\d+))?/.exec(steps);
  const root = content.documentElement;
  if (!found || !root) return null;
  let node: Node | null = root;
  for (const [, number = "", id] of (found[1] ?? "").matchAll(/\/(\d+)(?:\[((?:\^.|[^\]])*)\])?/g)) {
    const named: Element | null = id ? content.getElementById(id.replace(/\^(.)/g, "$1")) : null;
    node = named ?? (node && childAt(node, Number(number)));
  }
  if (!node) return null;
  const range = content.createRange();
  if (node.nodeType === 3) {
    const length = node.nodeValue?.length ?? 0;
    const at = Math.min(Number(found[2] ?? 0), Math.max(0, length - 1));
    range.setStart(node, at);
    range.setEnd(node, Math.min(at + 1, length));
  } else range.selectNode(node);
  return range;
}

function childAt(parent: Node, step: number): Node | null {
  let elements = 0;
  let text: Node | null = null;
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 1) {
      elements += 1;
      if (step === elements * 2) return child;
      if (elements * 2 > step) return text;
      text = null;
    } else if (child.nodeType === 3 && step === elements * 2 + 1) text ??= child;
  }
  return text;
}
