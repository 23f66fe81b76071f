import { type DocumentText, isInlineName, isUnreadName, nodeAt } from "~/epub/document-text";
import { localNameOf, namespaces } from "~/epub/xml";

type TextNodes = DocumentText["nodes"];

/** Siblings that one element can hold. A text at the first or last place is cut there if the text is not its whole. */
type Run = { parent: Element; first: Node; last: Node; start: number | null; end: number | null };

/**
 * The siblings that make up a part of a text, with the white space around it, so that no text of white space alone is left over: such texts
 * do not count as letters, and positions in the book are measured in letters.
 * @returns null if the part begins or ends inside an element that it does not fill
 */
export function runOf(nodes: TextNodes, from: number, to: number): Run | null {
  const first = nodeAt(nodes, from);
  const last = nodeAt(nodes, to - 1);
  if (!first || !last) return null;
  const start = first.node.data.slice(0, from - first.from).trim() === "" ? 0 : from - first.from;
  const rest = last.node.data.slice(to - last.from);
  const end = rest.trim() === "" ? last.node.length : to - last.from + (rest.length - rest.trimStart().length);
  const isWholeEnd = end === last.node.length;
  let parent = commonAncestor(first.node, last.node);
  if (!parent) return null;
  let left: Node = childAround(parent, first.node);
  let right: Node = childAround(parent, last.node);
  if (left !== first.node && (start > 0 || textsIn(left)[0] !== first.node)) return null;
  if (right !== last.node && (!isWholeEnd || textsIn(right).at(-1) !== last.node)) return null;
  // An element that the part fills lies inside, so that the annotations of ruby, and links, stay whole.
  for (let around: Element = parent; start === 0 && isWholeEnd && isInlineName(localNameOf(around)); ) {
    const texts = textsIn(around);
    const next: Node | null = around.parentNode;
    if (texts[0] !== first.node || texts.at(-1) !== last.node || next?.nodeType !== 1) break;
    left = around;
    right = around;
    parent = next as Element;
    around = parent;
  }
  return {
    parent,
    first: left,
    last: right,
    start: left === first.node && start > 0 ? start : null,
    end: right === last.node && !isWholeEnd ? end : null,
  };
}

/** Moves a run into a new element, which has no meaning or look of its own. Offsets before the run stay valid. */
export function wrapRun({ parent, first, last, start, end }: Run, id: string): Element {
  const isDrawing = parent.namespaceURI === namespaces.svg;
  const name = isDrawing ? "tspan" : "span";
  const namespace = isDrawing ? namespaces.svg : namespaces.xhtml;
  const wrapper = parent.ownerDocument.createElementNS(namespace, parent.prefix ? `${parent.prefix}:${name}` : name);
  wrapper.setAttribute("id", id);
  if (end !== null) (last as Text).splitText(end);
  const from = start === null ? first : (first as Text).splitText(start);
  const to = last === first ? from : last;
  parent.insertBefore(wrapper, from);
  for (let node: Node | null = from; node; ) {
    const next: Node | null = node === to ? null : node.nextSibling;
    wrapper.appendChild(node);
    node = next;
  }
  return wrapper;
}

function commonAncestor(one: Node, other: Node): Element | null {
  const around = new Set<Node>();
  for (let node = one.parentNode; node; node = node.parentNode) around.add(node);
  for (let node = other.parentNode; node; node = node.parentNode) {
    if (around.has(node)) return node.nodeType === 1 ? (node as Element) : null;
  }
  return null;
}

function childAround(parent: Node, node: Node): Node {
  let child = node;
  while (child.parentNode && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/** The read texts in an element that are not only white space. */
function textsIn(node: Node): Node[] {
  if (node.nodeType === 3) return (node.nodeValue ?? "").trim() === "" ? [] : [node];
  if (node.nodeType !== 1 || isUnreadName(localNameOf(node as Element))) return [];
  return Array.from(node.childNodes).flatMap(textsIn);
}
