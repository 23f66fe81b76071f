/** Text of a displayed document: an element, or a part of the text for which the book has no element. */
export type TextPlace = Element | Range;

export function isRange(place: TextPlace): place is Range {
  return "startContainer" in place;
}

export function documentOfPlace(place: TextPlace): Document | null {
  return isRange(place) ? place.startContainer.ownerDocument : place.ownerDocument;
}

/** The innermost element that contains the text. */
export function elementAround(place: TextPlace): Element | null {
  if (!isRange(place)) return place;
  const node = place.commonAncestorContainer;
  return node.nodeType === 1 ? (node as Element) : node.parentElement;
}

/** The text with single spaces. */
export function textOfPlace(place: TextPlace): string {
  const text = isRange(place) ? place.toString() : place.textContent;
  return (text ?? "").replace(/\s+/g, " ").trim();
}
