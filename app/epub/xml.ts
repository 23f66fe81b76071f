/**
 * XML helpers for the common subset of browsers' DOMParser and @xmldom/xmldom: elements and attributes by local name, child nodes as a
 * linked list.
 */

export const namespaces = {
  opf: "http://www.idpf.org/2007/opf",
  dc: "http://purl.org/dc/elements/1.1/",
  xhtml: "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  ops: "http://www.idpf.org/2007/ops",
  ncx: "http://www.daisy.org/z3986/2005/ncx/",
} as const;

/** Child elements in order, optionally filtered by local name. */
export function childElements(parent: Node, localName?: string): Element[] {
  const elements: Element[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 1 && (localName === undefined || localNameOf(node as Element) === localName)) {
      elements.push(node as Element);
    }
  }
  return elements;
}

/** All descendants with the local name, in document order, in any namespace. */
export function descendants(parent: Document | Element, localName: string): Element[] {
  return Array.from(parent.getElementsByTagNameNS("*", localName));
}

export function firstDescendant(parent: Document | Element, localName: string): Element | null {
  return descendants(parent, localName)[0] ?? null;
}

export function localNameOf(element: Element): string {
  return element.localName ?? element.nodeName.replace(/^.*:/, "");
}

/** An attribute by its local name, in any namespace; null if absent. */
export function attribute(element: Element, localName: string): string | null {
  for (let index = 0; index < element.attributes.length; index += 1) {
    const item = element.attributes.item(index);
    if (item && (item.localName ?? item.nodeName.replace(/^.*:/, "")) === localName) return item.value;
  }
  return null;
}

/** Text of an element with ASCII white space trimmed and collapsed; no-break spaces stay. EPUB Reading Systems 3.3, metadata. */
export function textOf(element: Element | null | undefined): string {
  return (element?.textContent ?? "").replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "");
}

/** White-space separated tokens of an attribute's value. */
export function tokens(value: string | null): string[] {
  return (value ?? "").split(/\s+/).filter(Boolean);
}
