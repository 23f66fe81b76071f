import type { Book } from "~/epub/book";
import { isInlineName } from "~/epub/document-text";
import { isOneWord, sentenceAround, wordAround } from "~/epub/words";
import { languageTag } from "~/reader/settings/home-language";
import { languageOfText } from "~/reader/speech/spoken-words";
import type { BookFrame } from "~/reader/view/frame";
import { textAtPoint } from "~/reader/view/text-at-point";

/** A word on a displayed page. */
export type OpenWord = {
  frame: BookFrame;
  range: Range;
  /** As it is written. */
  text: string;
  /** Primary subtag of its language. */
  language: string;
  sentence: string;
};

const longestSentence = 1000;

/** The word at a point of a displayed page; null if there is none. @param point in px of the frame */
export function wordAtPoint(
  book: Pick<Book, "language">,
  frame: BookFrame,
  point: { x: number; y: number },
): OpenWord | null {
  const at = textAtPoint(frame.document, point);
  if (!at) return null;
  const range = frame.document.createRange();
  range.setStart(at.node, at.offset);
  return wordFrom(book, frame, range);
}

/** The only word in a range; null if the range has none or several. */
export function wordIn(book: Pick<Book, "language">, frame: BookFrame, range: Range): OpenWord | null {
  return isOneWord(range.toString()) ? wordFrom(book, frame, range) : null;
}

function wordFrom(
  book: Pick<Book, "language">,
  frame: BookFrame,
  { startContainer, startOffset }: Range,
): OpenWord | null {
  const element = startContainer.parentElement;
  if (startContainer.nodeType !== 3 || !element) return null;
  const block = blockAround(element);
  const offset = offsetIn(block, startContainer, startOffset);
  const text = block.textContent ?? "";
  const word = wordAround(text, offset);
  const tag = languageOfText(element) || book.language;
  const language = languageTag(tag);
  if (!word || language === null) return null;
  const range = rangeOf(block, word.from, word.to);
  if (!range) return null;
  const sentence = sentenceAround(text, word.from, language).slice(0, longestSentence);
  return { frame, range, text: word.text, language, sentence };
}

function blockAround(element: Element): Element {
  let block = element;
  while (isInlineName(block.localName) && block.parentElement) block = block.parentElement;
  return block;
}

function offsetIn(block: Element, node: Node, offset: number): number {
  const before = block.ownerDocument.createRange();
  before.setStart(block, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}

/** The range between two offsets of an element's text. */
function rangeOf(block: Element, from: number, to: number): Range | null {
  const range = block.ownerDocument.createRange();
  const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let at = 0;
  let isStarted = false;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (!isStarted && from < at + node.length) {
      range.setStart(node, from - at);
      isStarted = true;
    }
    if (isStarted && to <= at + node.length) {
      range.setEnd(node, to - at);
      return range;
    }
    at += node.length;
  }
  return null;
}
