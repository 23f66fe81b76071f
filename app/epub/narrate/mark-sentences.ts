import { type DocumentText, nodeAt, textOfDocument } from "~/epub/document-text";
import { flattenedText, type SentenceSpan, sentencesOfText, typesAround } from "~/epub/sentences";
import { attribute, childElements, localNameOf } from "~/epub/xml";
import { runOf, wrapRun } from "./wrap-text";

/** Begin of the ids of everything that a computer's narration adds to a book. No book has such ids by itself. */
export const voiceIds = "computer-voice-";

export type MarkedSentence = {
  element: Element;
  id: string;
  /** What is read: white space is single spaces. */
  text: string;
  /** BCP 47; the element's own, else the document's. */
  language: string;
  /** `epub:type` of the elements around it. */
  types: string[];
  /** Whether a heading, paragraph or the like ends with it. */
  endsBlock: boolean;
};

/** A word in a sentence's text. @property from, to in letters (code points) @property seconds from the sound's begin */
export type SpokenWord = { from: number; to: number; seconds: number };

const unspoken = new Set(["math", "textarea", "select", "option"]);

/**
 * Wraps each sentence of a document in an element of its own, as the reader divides documents. A sentence that begins or ends inside an
 * element that it does not fill, like emphasis over a full stop, is one with its neighbour. Formulas are left out. Changes the document in
 * place; the number of its letters stays, but that texts of CDATA sections, now plain, count too.
 * @param language of the book
 */
export function markSentences(document: Document, language: string): MarkedSentence[] {
  replaceCharacterData(document);
  const whole = textOfDocument(document);
  const flat = flattenedText(whole);
  const isSpoken = ({ from }: SentenceSpan) => {
    const node = nodeAt(whole.nodes, from)?.node;
    return node !== undefined && !isInUnspoken(node);
  };
  const spans = blocksOf(sentencesOfText(flat, language).filter(isSpoken), flat).flatMap((block) =>
    wrappable(block, whole.nodes).map((span, index, all) => ({ ...span, endsBlock: index === all.length - 1 })),
  );
  const marked: MarkedSentence[] = [];
  // From the end, since wrapping keeps only the offsets before it.
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const span = spans[index];
    const run = span && runOf(whole.nodes, span.from, span.to);
    if (!span || !run) continue;
    const types = typesAround(run.parent);
    const id = `${voiceIds}${index + 1}`;
    const spoken = { id, text: spokenText(flat.slice(span.from, span.to)), endsBlock: span.endsBlock, types };
    marked.unshift({ ...spoken, element: wrapRun(run, id), language: languageAround(run.parent) ?? language });
  }
  return marked;
}

/**
 * Wraps words of a marked sentence. A word that cannot be wrapped is one with the word before it; what lies between two words belongs to the
 * first. Changes the document in place.
 * @returns ids of the wrapped words and their begins in seconds; empty if the voice named no usable words
 */
export function markWords(
  sentence: MarkedSentence,
  words: readonly SpokenWord[],
): Array<{ id: string; seconds: number }> {
  const { nodes, text } = textIn(sentence.element);
  const places = placesOfLetters(text);
  const starts: SpokenWord[] = [];
  for (const word of words) {
    const last = starts.at(-1);
    if (word.from >= places.length || word.to <= word.from) continue;
    if (!last || (word.from > last.from && word.seconds > last.seconds)) starts.push(word);
  }
  const fits = (index: number) => runOf(nodes, begin(index), begin(index + 1)) !== null;
  const begin = (index: number) => (index === 0 ? 0 : (places[starts[index]?.from ?? places.length] ?? text.length));
  for (let index = starts.length - 1; index >= 0; index -= 1) {
    if (!fits(index) && index > 0) starts.splice(index, 1);
    else if (!fits(index)) starts.splice(index + 1, 1);
  }
  if (starts.length < 2 || starts.some((_, index) => !fits(index))) return [];
  const marked: Array<{ id: string; seconds: number }> = [];
  for (let index = starts.length - 1; index >= 0; index -= 1) {
    const run = runOf(nodes, begin(index), begin(index + 1));
    const id = `${sentence.id}-${index + 1}`;
    if (!run) continue;
    wrapRun(run, id);
    marked.unshift({ id, seconds: starts[index]?.seconds ?? 0 });
  }
  return marked;
}

/** Undoes markSentences and markWords. @returns whether there was anything to undo */
export function unmarkSentences(document: Document): boolean {
  let isChanged = false;
  const walk = (element: Element): void => {
    for (const child of childElements(element)) walk(child);
    if (!attribute(element, "id")?.startsWith(voiceIds)) return;
    isChanged = true;
    while (element.firstChild) element.parentNode?.insertBefore(element.firstChild, element);
    element.parentNode?.removeChild(element);
  };
  if (document.documentElement) walk(document.documentElement);
  if (isChanged) document.documentElement?.normalize();
  return isChanged;
}

/** Texts of CDATA sections become plain texts, which can be cut. */
function replaceCharacterData(node: Node): void {
  for (const child of Array.from(node.childNodes)) {
    if (child.nodeType === 4) {
      const plain = (node.ownerDocument ?? (node as Document)).createTextNode(child.nodeValue ?? "");
      node.replaceChild(plain, child);
    } else if (child.nodeType === 1) replaceCharacterData(child);
  }
}

function isInUnspoken(node: Node): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) {
    if (at.nodeType === 1 && unspoken.has(localNameOf(at as Element).toLowerCase())) return true;
  }
  return false;
}

function languageAround(around: Node | null): string | null {
  for (let at = around; at?.nodeType === 1; at = at.parentNode) {
    const language = attribute(at as Element, "lang");
    if (language) return language;
  }
  return null;
}

function blocksOf(spans: readonly SentenceSpan[], flat: string): SentenceSpan[][] {
  const blocks: SentenceSpan[][] = [];
  for (const span of spans) {
    const last = blocks.at(-1)?.at(-1);
    if (last && !flat.slice(last.to, span.from).includes("\n")) blocks.at(-1)?.push(span);
    else blocks.push([span]);
  }
  return blocks;
}

/** A block's sentences, joined where single ones cannot be wrapped; its texts one by one if not even the whole block can be. */
function wrappable(block: readonly SentenceSpan[], nodes: DocumentText["nodes"]): SentenceSpan[] {
  const joined: SentenceSpan[] = [];
  let open = null as SentenceSpan | null;
  for (const span of block) {
    open = { from: open?.from ?? span.from, to: span.to };
    if (!runOf(nodes, open.from, open.to)) continue;
    joined.push(open);
    open = null;
  }
  while (open) {
    const before = joined.pop();
    if (!before) return textsOf(open, nodes);
    open = { from: before.from, to: open.to };
    if (!runOf(nodes, open.from, open.to)) continue;
    joined.push(open);
    open = null;
  }
  return joined;
}

function textsOf({ from, to }: SentenceSpan, nodes: DocumentText["nodes"]): SentenceSpan[] {
  return nodes.flatMap(({ node, from: begin }) => {
    const part = { from: Math.max(from, begin), to: Math.min(to, begin + node.length) };
    return part.from < part.to && /[\p{L}\p{N}]/u.test(node.data.slice(part.from - begin, part.to - begin))
      ? [part]
      : [];
  });
}

function textIn(element: Element): DocumentText {
  const content = { documentElement: element } as unknown as Document;
  const { text, nodes } = textOfDocument(content);
  // A wrapped sentence holds no block, so only a drawing's element has line breaks around its text.
  const start = nodes[0]?.from ?? 0;
  const last = nodes.at(-1);
  const end = last ? last.from + last.node.length : start;
  return { text: text.slice(start, end), nodes: nodes.map(({ node, from }) => ({ node, from: from - start })) };
}

function spokenText(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Offset in a text of each letter of what is read of it. */
function placesOfLetters(text: string): number[] {
  const places: number[] = [];
  let isSpace = true;
  let at = 0;
  for (const letter of text) {
    const isWhite = /\s/.test(letter);
    if (!isWhite || !isSpace) places.push(at);
    isSpace = isWhite;
    at += letter.length;
  }
  return places;
}
