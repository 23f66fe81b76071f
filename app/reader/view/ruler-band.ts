/** Where the reading ruler's clear band lies, so that its edges run between lines and cut none. docs/product/reader.md#comfort. */

/** Vertical extent in CSS px. */
export type Extent = { top: number; bottom: number };

/** CSS px between the text of the band's lines and its edge, where no line is near. */
const padding = 6;

/**
 * The band over the lines nearest to a height; over fewer where there are not as many.
 * @param lines extents of lines around the height, in any order; parts of one line may overlap
 * @param count number of lines in the band: two, of which the second is the nearer one, or an odd number around the nearest
 * @returns null if there is no line
 */
export function bandOver(lines: readonly Extent[], height: number, count = 2): Extent | null {
  const whole = joinOverlapping(lines);
  const middles = whole.map(({ top, bottom }) => (top + bottom) / 2);
  const nearest = indexOfLeast(middles.map((middle) => Math.abs(middle - height)));
  const line = whole[nearest];
  if (!line) return null;
  const [first, last] = count === 2 ? pairAt(whole, middles, nearest, height) : around(whole.length, nearest, count);
  const [top, bottom] = [whole[first]?.top ?? line.top, whole[last]?.bottom ?? line.bottom];
  const above = whole[first - 1]?.bottom ?? top - 2 * padding;
  const below = whole[last + 1]?.top ?? bottom + 2 * padding;
  return { top: Math.max((above + top) / 2, top - padding), bottom: Math.min((bottom + below) / 2, bottom + padding) };
}

/** The second line is on the side of the height; a line across a gap, such as the next paragraph's, counts as the next one too. */
function pairAt(lines: readonly Extent[], middles: readonly number[], nearest: number, height: number) {
  const beside = height >= (middles[nearest] ?? 0) ? [nearest + 1, nearest - 1] : [nearest - 1, nearest + 1];
  const other = beside.find((index) => lines[index] !== undefined) ?? nearest;
  return [Math.min(nearest, other), Math.max(nearest, other)] as const;
}

/** An odd number of lines around one; at the first and last lines as many as there are. */
function around(lines: number, nearest: number, count: number) {
  const beside = (count - 1) / 2;
  return [Math.max(0, nearest - beside), Math.min(lines - 1, nearest + beside)] as const;
}

/** Parts that overlap by half belong to one line, e.g. a superscript and the text beside it. */
function joinOverlapping(lines: readonly Extent[]): Extent[] {
  const joined: Extent[] = [];
  for (const line of [...lines].sort((one, other) => one.top - other.top)) {
    const last = joined.at(-1);
    const shared = last ? Math.min(last.bottom, line.bottom) - line.top : 0;
    const least = last ? Math.min(last.bottom - last.top, line.bottom - line.top) : 0;
    if (last && shared > least / 2) last.bottom = Math.max(last.bottom, line.bottom);
    else joined.push({ ...line });
  }
  return joined;
}

function indexOfLeast(values: readonly number[]): number {
  return values.indexOf(Math.min(...values));
}

/**
 * The lines of a document around a point of its window, found by the text at points above and below it.
 * @param reach CSS px above and below
 */
export function linesAround(content: Document, x: number, y: number, reach: number): Extent[] {
  const lines: Extent[] = [];
  for (let at = y - reach; at <= y + reach; at += lineStep) {
    const box = letterBoxAt(content, x, at);
    if (box && !lines.some(({ top, bottom }) => top === box.top && bottom === box.bottom)) lines.push(box);
  }
  return lines;
}

/** CSS px between the points; smaller than any line that can be read. */
const lineStep = 5;

type WithCarets = Document & {
  caretPositionFromPoint?(x: number, y: number): { offsetNode: Node; offset: number } | null;
  caretRangeFromPoint?(x: number, y: number): Range | null;
};

function letterBoxAt(content: WithCarets, x: number, y: number): Extent | null {
  const position = content.caretPositionFromPoint?.(x, y);
  const range = position ? null : content.caretRangeFromPoint?.(x, y);
  const node = position?.offsetNode ?? range?.startContainer;
  const offset = position?.offset ?? range?.startOffset ?? 0;
  if (node?.nodeType !== 3 || !node.nodeValue) return null;
  const letter = content.createRange();
  const start = Math.min(offset, node.nodeValue.length - 1);
  letter.setStart(node, start);
  letter.setEnd(node, start + 1);
  const box = letter.getClientRects()[0];
  return box && box.height > 0 ? { top: box.top, bottom: box.bottom } : null;
}
