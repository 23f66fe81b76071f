import type { SpineItem } from "~/epub/book";
import { attribute, childElements, descendants, localNameOf } from "~/epub/xml";

/** Characters between two locations. */
export const lettersPerLocation = 1024;

/** Counts the characters of text in a document's body, without white space between elements. */
export function countCharacters(document: Document): number {
  let count = 0;
  for (const node of textNodes(document)) count += node.length;
  return count;
}

/**
 * Locations of a document in the format of epub.js's `locations.load`: a CFI every 1,024 characters, the first at its start. Decision 38
 * says why epub.js's `EpubCFI` does not write them.
 * Elements have even numbers, texts odd ones.
 * @param base the CFI of the spine item, e.g. `/6/4[chapter-1]`
 */
export function locationsOf(document: Document, base: string): string[] {
  const locations: string[] = [];
  let untilNext = 0;
  for (const node of textNodes(document)) {
    let offset = 0;
    while (offset + untilNext < node.length) {
      offset += untilNext;
      locations.push(`epubcfi(${base}!${stepsTo(node)}:${offset})`);
      untilNext = lettersPerLocation;
    }
    untilNext -= node.length - offset;
  }
  return locations.length > 0 ? locations : [`epubcfi(${base}!/4)`];
}

/** CFI base of each spine item by id, from the element positions in the package document. */
export function cfiBases(packageDocument: Document, spine: SpineItem[]): Map<string, string> {
  const root = packageDocument.documentElement as Element;
  const spineElement = childElements(root, "spine")[0];
  const bases = new Map<string, string>();
  if (!spineElement) return bases;
  const spineStep = elementStep(spineElement);
  for (const reference of childElements(spineElement, "itemref")) {
    const id = attribute(reference, "id");
    const idref = attribute(reference, "idref") ?? "";
    if (spine.some((item) => item.id === idref) && !bases.has(idref)) {
      bases.set(idref, `/${spineStep}/${elementStep(reference)}${assertion(id)}`);
    }
  }
  return bases;
}

/** Text nodes that count as characters, in document order. */
export function* textNodes(document: Document): Generator<Text> {
  const body = descendants(document, "body")[0];
  if (!body) return;
  const stack: Node[] = [body];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.nodeType === 3 && (node.nodeValue ?? "").trim() !== "") yield node as Text;
    for (let child = node.lastChild; child; child = child.previousSibling) {
      const isHidden = child.nodeType === 1 && ["style", "script"].includes(localNameOf(child as Element));
      if (!isHidden) stack.push(child);
    }
  }
}

function stepsTo(node: Node): string {
  let steps = "";
  let current: Node = node;
  while (current.parentNode && current.parentNode.nodeType === 1) {
    const isElement = current.nodeType === 1;
    const id = isElement ? attribute(current as Element, "id") : null;
    const step = isElement ? elementStep(current as Element) : textStep(current);
    steps = `/${step}${assertion(id)}${steps}`;
    current = current.parentNode;
  }
  return steps;
}

/** epub.js cannot read escaped ids, so an id with other characters is omitted and only the step numbers are used. */
function assertion(id: string | null): string {
  return id && /^[\w.-]+$/.test(id) ? `[${id}]` : "";
}

function elementStep(element: Element): number {
  let position = 1;
  for (let node = element.previousSibling; node; node = node.previousSibling) if (node.nodeType === 1) position += 1;
  return position * 2;
}

/** epub.js counts text nodes only. Adjacent text nodes count as one, because they merge when the document is parsed again. */
function textStep(node: Node): number {
  let texts = 0;
  for (let before = node.previousSibling; before; before = before.previousSibling)
    if (before.nodeType === 3 && before.nextSibling?.nodeType !== 3) texts += 1;
  return texts * 2 + 1;
}
