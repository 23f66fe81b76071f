import type { Passage } from "~/reader/narration/track";
import { type DocumentText, nodeAt, offsetIn, rangeIn, textOfDocument } from "./document-text";

type Divided = DocumentText & { passages: Passage[] };

const epubOps = "http://www.idpf.org/2007/ops";

/** Abbreviations of the eight languages after which a sentence goes on. */
const abbreviations =
  /(?:^|\s|\()(?:\p{L}|bl\.a|t\.ex|m\.m|o\.s\.v|d\.v\.s|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|dr|prof|mr|mrs|ms|st|hr|fru|fr|jr|nr|mme|mlle|vgl|bijv|esim|mm|ns)\.$/iu;

const divided = new WeakMap<Document, Divided>();
const ranges = new WeakMap<Passage, Range>();

/**
 * Divides a document's displayed text into sentences: none runs over two blocks, and text without a letter or digit
 * belongs to none.
 * @param language of the book, for the rules of its sentences
 */
export function divideDocument(content: Document, language: string): readonly Passage[] {
  const whole = textOfDocument(content);
  const text = flattened(whole);
  const segmenter = new Intl.Segmenter(language || undefined, { granularity: "sentence" });
  const passages: Passage[] = [];
  let start = 0;
  for (const block of text.split("\n")) {
    for (const { from, to } of sentencesOf(block, segmenter)) {
      const around = nodeAt(whole.nodes, start + from)?.node.parentNode ?? null;
      if (isShown(around)) passages.push({ from: start + from, to: start + to, types: typesAround(around) });
    }
    start += block.length + 1;
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

/** The text in which only ends of blocks are line breaks. */
function flattened({ text, nodes }: DocumentText): string {
  let flat = "";
  for (const { node, from } of nodes) {
    flat += "\n".repeat(Math.max(0, from - flat.length)) + node.data.replace(/\s/g, " ");
  }
  return flat + "\n".repeat(Math.max(0, text.length - flat.length));
}

function sentencesOf(block: string, segmenter: Intl.Segmenter): Array<{ from: number; to: number }> {
  const found: Array<{ from: number; to: number }> = [];
  let isOpen = false;
  for (const { index, segment } of segmenter.segment(block)) {
    const last = found.at(-1);
    const to = index + segment.trimEnd().length;
    // A small letter continues the sentence, as after direct speech.
    if (last && (isOpen || /^\p{Ll}/u.test(segment))) last.to = to;
    else found.push({ from: index + (segment.length - segment.trimStart().length), to });
    isOpen = abbreviations.test(segment.trimEnd());
  }
  return found.filter(({ from, to }) => /[\p{L}\p{N}]/u.test(block.slice(from, to)));
}

/** Whether the style sheets display the text. */
function isShown(around: Node | null): boolean {
  return (around as Element | null)?.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

function typesAround(around: Node | null): string[] {
  const types: string[] = [];
  for (let at = around; at?.nodeType === 1; at = at.parentNode) {
    types.push(...((at as Element).getAttributeNS(epubOps, "type") ?? "").split(/\s+/).filter((type) => type !== ""));
  }
  return types;
}
