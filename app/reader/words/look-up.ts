import { wordForm } from "~/epub/words";
import type { BookWords, GlossaryEntry, SavedWord, WordEntry, WordSource } from "~/services/contracts/words";

/** What is known of a word. */
export type KnownWord = {
  glossary: readonly GlossaryEntry[];
  /** In the language of the book, e.g. of a wordnet. */
  meanings: readonly SourcedEntry[];
  translations: readonly SourcedEntry[];
};
export type SourcedEntry = WordEntry & { from: WordSource };

/** Finds a word among those of the book: no more than two look-ups in a table, since the server has stemmed them. */
export function lookUp(words: BookWords, word: string): KnownWord {
  const form = wordForm(word);
  const entries = (own(words.words, form) ?? []).flatMap((index): SourcedEntry[] => {
    const entry = words.entries[index];
    const from = entry && words.sources[entry.source];
    return entry && from ? [{ ...entry, from }] : [];
  });
  return {
    glossary: (own(words.explained, form) ?? []).flatMap((index) => words.glossary[index] ?? []),
    meanings: entries.filter(({ from }) => from.language === words.from),
    translations: entries.filter(({ from }) => from.language !== words.from),
  };
}

/** Not a property that every object has: "constructor" is a word too. */
const own = (table: Record<string, number[]>, form: string) => (Object.hasOwn(table, form) ? table[form] : undefined);

export const isWordKnown = ({ glossary, meanings, translations }: KnownWord): boolean =>
  glossary.length + meanings.length + translations.length > 0;

type Read = Pick<SavedWord, "language" | "word" | "sentence" | "bookId" | "bookTitle">;

/** The word as it is saved, with the first meaning and translation. @param now ISO 8601 */
export function wordToSave(read: Read, { glossary, meanings, translations }: KnownWord, now: string): SavedWord {
  const meaning = glossary[0]?.meaning ?? meanings[0]?.meanings[0] ?? null;
  const translation = translations[0];
  return {
    ...read,
    word: read.word.replaceAll("\u00ad", ""),
    bookTitle: read.bookTitle.slice(0, 500),
    meaning: meaning?.slice(0, 1000) ?? null,
    translation: translation
      ? { language: translation.from.language, text: translation.meanings[0]?.slice(0, 1000) ?? "" }
      : null,
    created: now,
  };
}
