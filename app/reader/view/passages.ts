import { sentencesOfText } from "~/epub/sentences";
import { escapableTypes, typesOfElement } from "~/epub/structure-types";
import type { Passage } from "~/reader/narration/track";
import { type SpokenPicture, type SpokenText, spokenTextOf } from "./spoken-text";
import type { TextPlace } from "./text-place";

type Divided = SpokenText & { passages: Passage[] };

const divided = new WeakMap<Document, Divided>();
const places = new WeakMap<Passage, TextPlace>();
const nothing: ReadonlySet<string> = new Set();

/**
 * Divides what is read of a document into sentences: none runs over two blocks, and text without a letter or digit
 * belongs to none. A picture between sentences is a passage of its own, a formula is part of its sentence.
 * @param language of the book, for the rules of its sentences
 * @param skipped `epub:type` values that are not read aloud
 */
export function divideDocument(content: Document, language: string, skipped = nothing): readonly Passage[] {
  const spoken = spokenTextOf(content, language, skipped);
  const passages: Passage[] = [];
  const numbers = new Map<Element, number>();
  for (const { from, to } of sentencesOfText(spoken.text, language)) {
    const around = elementAt(spoken, from);
    if (isShown(around)) passages.push({ from, to, ...structuresAround(around, numbers) });
  }
  divided.set(content, { ...spoken, passages });
  return passages;
}

/** What is said for a passage of a divided document. */
export function textOfPassage(content: Document, { from, to }: Passage): string {
  return divided.get(content)?.text.slice(from, to) ?? "";
}

/** The place of a passage of a divided document: a range of its text, or the element of a picture. */
export function placeOfPassage(content: Document, passage: Passage): TextPlace | null {
  const known = places.get(passage);
  if (known) return known;
  const place = placeInPassage(content, passage, 0, passage.to - passage.from);
  if (place) places.set(passage, place);
  return place;
}

/** The place of a part of a passage, e.g. of a word; offsets in the passage's text. */
export function placeInPassage(content: Document, passage: Passage, from: number, to: number): TextPlace | null {
  const text = divided.get(content);
  if (!text) return null;
  const [start, end] = [passage.from + from, Math.min(passage.from + to, passage.to)];
  return rangeOver(text, start, end) ?? text.pictures.find((one) => one.from < end && one.to > start)?.element ?? null;
}

/** The elements around the parts of a passage, each with the offset in the passage's text at which its part ends. */
export function elementsOfPassage(content: Document, { from, to }: Passage): Array<{ element: Element; to: number }> {
  const text = divided.get(content);
  if (!text) return [];
  const parts = [
    ...nodesIn(text, from, to).map(({ node, from: start }) => ({
      element: node.parentNode as Element,
      start,
      end: start + node.length,
    })),
    ...text.pictures
      .filter((one) => one.from < to && one.to > from)
      .map((one) => ({ element: one.element, start: one.from, end: one.to })),
  ];
  return parts
    .sort((one, other) => one.start - other.start)
    .map(({ element, end }) => ({ element, to: Math.min(end, to) - from }));
}

/** The passage at a position in a divided document's text node, or the one after it; null if none follows. */
export function passageAt(content: Document, node: Node, offset: number): Passage | null {
  const text = divided.get(content);
  const found = text?.nodes.find((one) => one.node === node);
  return (found && text?.passages.find(({ to }) => found.from + offset < to)) ?? null;
}

/** Index of the last of the text nodes that begin at an offset or before it; -1 without one. */
function indexAt({ nodes }: SpokenText, at: number): number {
  let low = -1;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((nodes[middle]?.from ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function nodesIn(text: SpokenText, from: number, to: number) {
  const first = Math.max(0, indexAt(text, from));
  const last = indexAt(text, to - 1);
  return text.nodes.slice(first, last + 1).filter(({ node, from: start }) => start < to && start + node.length > from);
}

function rangeOver(text: SpokenText, from: number, to: number): Range | null {
  const inside = nodesIn(text, from, to).filter(({ node }) => node.data.trim() !== "");
  // Beside a picture, a full stop alone is no place.
  if (!inside.some(({ node }) => /[\p{L}\p{N}]/u.test(node.data))) return null;
  const [first, last] = [inside[0], inside.at(-1)];
  const range = first?.node.ownerDocument.createRange();
  if (!first || !last || !range) return null;
  range.setStart(first.node, Math.max(0, from - first.from));
  range.setEnd(last.node, Math.min(to - last.from, last.node.length));
  return range;
}

function pictureAt({ pictures }: SpokenText, at: number): SpokenPicture | undefined {
  return pictures.find(({ from, to }) => from <= at && at < to);
}

function elementAt(text: SpokenText, at: number): Element | null {
  return pictureAt(text, at)?.element ?? (nodesIn(text, at, at + 1)[0]?.node.parentNode as Element | undefined) ?? null;
}

/** The types around an element, the innermost first, and the number of the outermost structure that may be left. */
function structuresAround(around: Element | null, numbers: Map<Element, number>): Pick<Passage, "types" | "escapable"> {
  const types: string[] = [];
  let outermost: Element | null = null;
  for (let at: Node | null = around; at?.nodeType === 1; at = at.parentNode) {
    const own = typesOfElement(at as Element);
    types.push(...own);
    if (own.some((type) => escapableTypes.has(type))) outermost = at as Element;
  }
  if (!outermost) return { types, escapable: null };
  const number = numbers.get(outermost) ?? numbers.size + 1;
  numbers.set(outermost, number);
  return { types, escapable: number };
}

/** Whether the style sheets display it. */
function isShown(around: Element | null): boolean {
  return around?.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
