import type { DocumentText } from "./document-text";
import { namespaces } from "./xml";

/** A sentence by its offsets in a document's text, without white space at its ends. */
export type SentenceSpan = { from: number; to: number };

/** Abbreviations of the eight languages after which a sentence goes on. */
const abbreviations =
  /(?:^|\s|\()(?:\p{L}|bl\.a|t\.ex|m\.m|o\.s\.v|d\.v\.s|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|dr|prof|mr|mrs|ms|st|hr|fru|fr|jr|nr|mme|mlle|vgl|bijv|esim|mm|ns)\.$/iu;

/** A document's text, letter by letter, in which only ends of blocks are line breaks: every other white space is a space. */
export function flattenedText({ text, nodes }: DocumentText): string {
  let flat = "";
  for (const { node, from } of nodes) {
    flat += "\n".repeat(Math.max(0, from - flat.length)) + node.data.replace(/\s/g, " ");
  }
  return flat + "\n".repeat(Math.max(0, text.length - flat.length));
}

/**
 * The sentences of a flattened text: none runs over two blocks, and text without a letter or digit belongs to none.
 * @param language of the text, for the rules of its sentences
 */
export function sentencesOfText(flat: string, language: string): SentenceSpan[] {
  const segmenter = new Intl.Segmenter(language || undefined, { granularity: "sentence" });
  const sentences: SentenceSpan[] = [];
  let start = 0;
  for (const block of flat.split("\n")) {
    for (const { from, to } of sentencesOf(block, segmenter)) sentences.push({ from: start + from, to: start + to });
    start += block.length + 1;
  }
  return sentences;
}

function sentencesOf(block: string, segmenter: Intl.Segmenter): SentenceSpan[] {
  const found: SentenceSpan[] = [];
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

/** The `epub:type` of an element and of those around it, the innermost first. */
export function typesAround(around: Node | null): string[] {
  const types: string[] = [];
  for (let at = around; at?.nodeType === 1; at = at.parentNode) {
    const own = (at as Element).getAttributeNS(namespaces.ops, "type") ?? "";
    types.push(...own.split(/\s+/).filter((type) => type !== ""));
  }
  return types;
}
