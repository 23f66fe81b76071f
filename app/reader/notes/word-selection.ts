/** Selecting text by keyboard: word by word, sentence by sentence. Offsets in a document's text. docs/product/reader.md#highlights-and-notes. */

/** `anchor`: where the selection began; `head`: the end that the keys move. Both are words. */
export type WordSelection = { anchor: Span; head: Span };
type Span = { from: number; to: number };

export type SelectionMove = "word-back" | "word-on" | "sentence-back" | "sentence-on";

/** Words and sentences of a text, in its language. */
export class WordsOfText {
  private readonly words: Span[] = [];
  private readonly sentences: Span[] = [];

  constructor(text: string, language: string) {
    const locale = Intl.Segmenter.supportedLocalesOf(language).length > 0 ? language : "en";
    for (const { index, segment, isWordLike } of new Intl.Segmenter(locale, { granularity: "word" }).segment(text)) {
      if (isWordLike) this.words.push({ from: index, to: index + segment.length });
    }
    // The text of each block ends with a line break, which ends a sentence too.
    for (const { index, segment } of new Intl.Segmenter(locale, { granularity: "sentence" }).segment(text)) {
      const trimmed = segment.trim();
      if (trimmed === "") continue;
      const from = index + segment.indexOf(trimmed);
      this.sentences.push({ from, to: from + trimmed.length });
    }
  }

  /** The first word at an offset or after it; null in a text without words. */
  wordFrom(at: number): Span | null {
    return this.words.find(({ to }) => to > at) ?? this.words.at(-1) ?? null;
  }

  /**
   * Moves the selection, or its moving end only.
   * @returns the same object at the ends of the text
   */
  move(selection: WordSelection, move: SelectionMove, isExtending: boolean): WordSelection {
    const head = this.next(selection.head, move);
    if (head === selection.head) return selection;
    return isExtending ? { anchor: selection.anchor, head } : { anchor: head, head };
  }

  private next(head: Span, move: SelectionMove): Span {
    const at = this.words.findIndex(({ from }) => from === head.from);
    if (move === "word-on") return this.words[at + 1] ?? head;
    if (move === "word-back") return this.words[at - 1] ?? head;
    const sentence = this.sentences.findIndex(({ to }) => to > head.from);
    if (move === "sentence-on") {
      const after = this.sentences[sentence + 1];
      return (after && this.words.find(({ from }) => from >= after.from)) ?? this.words.at(-1) ?? head;
    }
    const own = this.sentences[sentence];
    const isInside = own !== undefined && this.words.find(({ from }) => from >= own.from)?.from !== head.from;
    const target = isInside ? own : this.sentences[sentence - 1];
    return (target && this.words.find(({ from }) => from >= target.from)) ?? this.words[0] ?? head;
  }
}

/** The text from the first to the last selected word. */
export function spanOf({ anchor, head }: WordSelection): Span {
  return { from: Math.min(anchor.from, head.from), to: Math.max(anchor.to, head.to) };
}
