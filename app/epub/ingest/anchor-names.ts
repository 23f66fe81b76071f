import { attribute, descendants, namespaces } from "~/epub/xml";

/**
 * Gives anchors with a name (`<a name="x">`) an id, since contents and links of older books point to them and everything else looks for
 * ids. HTML, "find a potential indicated element". Changes the document in place.
 */
export function identifyNamedAnchors(document: Document): void {
  const anchors = descendants(document, "a").filter((anchor) => attribute(anchor, "name"));
  if (anchors.length === 0) return;
  const ids = new Set(descendants(document, "*").flatMap((element) => attribute(element, "id") ?? []));
  for (const anchor of anchors) {
    const name = attribute(anchor, "name") ?? "";
    if (ids.has(name)) continue;
    ids.add(name);
    if (attribute(anchor, "id") === null) anchor.setAttribute("id", name);
    else anchor.insertBefore(targetNamed(document, name), anchor.firstChild);
  }
}

/** An empty element before the text of an anchor that has another id. */
function targetNamed(document: Document, name: string): Element {
  const target = document.createElementNS(namespaces.xhtml, "span");
  target.setAttribute("id", name);
  return target;
}
