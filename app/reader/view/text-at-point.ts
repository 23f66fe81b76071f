/** CSS px around a line of text that still belong to it: fingers are not exact. */
const tolerance = 6;

/** The letter at a point of a document; null if there is no text. @param point in px of the document's window */
export function textAtPoint(
  content: Document,
  { x, y }: { x: number; y: number },
): { node: Node; offset: number } | null {
  const position = caretAt(content, x, y);
  if (position?.node.nodeType !== 3) return null;
  const { node, offset } = position;
  const letter = content.createRange();
  const end = Math.min(offset + 1, node.nodeValue?.length ?? 0);
  letter.setStart(node, Math.max(0, end - 2));
  letter.setEnd(node, end);
  // The browser finds the nearest text for every point, also for those in the margin.
  const isNear = Array.from(letter.getClientRects()).some(
    (box) =>
      x >= box.left - tolerance &&
      x <= box.right + tolerance &&
      y >= box.top - tolerance &&
      y <= box.bottom + tolerance,
  );
  return isNear ? position : null;
}

function caretAt(content: Document, x: number, y: number): { node: Node; offset: number } | null {
  const position = content.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  // Safari has only the older function.
  const range = content.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
