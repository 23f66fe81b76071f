import { type DocumentText, nodeAt, textOfDocument } from "~/epub/document-text";
import { flattenedText, sentencesOfText, typesAround } from "~/epub/sentences";
import type { Passage } from "~/reader/narration/track";
import { offsetIn, rangeIn } from "./document-text";

type Divided = DocumentText & { passages: Passage[] };

const divided = new WeakMap<Document, Divided>();
const ranges = new WeakMap<Passage, Range>();

/**
 * Divides a document's displayed text into sentences: none runs over two blocks, and text without a letter or digit
 * belongs to none.
 * @param language of the book, for the rules of its sentences
 */
export function divideDocument(content: Document, language: string): readonly Passage[] {
  const whole = textOfDocument(content);
  const text = flattenedText(whole);
  const passages: Passage[] = [];
  for (const { from, to } of sentencesOfText(text, language)) {
    const around = nodeAt(whole.nodes, from)?.node.parentNode ?? null;
    if (isShown(around)) passages.push({ from, to, types: typesAround(around) });
  }
  divided.set(content, { ...whole, text, passages });
  return passages;
}

/** The text of a passage of a divided document, letter by letter as in the document: every white space is one space. */
export function textOfPassage(content: Document, { from, to }: Passage): string {
  return divided.get(content)?.text.slice(from, to) ?? "";
}

/** The range of a passage of a divided document. */
export function rangeOfPassage(content: Document, passage: Passage): Range | null {
  const known = ranges.get(passage);
  if (known) return known;
  const range = rangeInPassage(content, passage, 0, passage.to - passage.from);
  if (range) ranges.set(passage, range);
  return range;
}

/** The range of a part of a passage; offsets in the passage's text. */
export function rangeInPassage(content: Document, passage: Passage, from: number, to: number): Range | null {
  const text = divided.get(content);
  return text ? rangeIn(text, passage.from + from, Math.min(passage.from + to, passage.to)) : null;
}

/** The passage at a position in a divided document's text node, or the one after it; null if none follows. */
export function passageAt(content: Document, node: Node, offset: number): Passage | null {
  const text = divided.get(content);
  const at = text ? offsetIn(text, node, offset) : null;
  return at === null ? null : (text?.passages.find(({ to }) => at < to) ?? null);
}

/** Whether the style sheets display the text. */
function isShown(around: Node | null): boolean {
  return (around as Element | null)?.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
