import { neutraliseCell } from "~/security/spreadsheet-cell";
import type { SavedWord } from "~/services/contracts/words";

/** Headings of the columns, in the interface's language. */
export type WordColumns = Record<"word" | "meaning" | "translation" | "sentence" | "book", string>;

/** Saved words as CSV (RFC 4180). docs/security.md, line 31. */
export function wordsAsCsv(words: readonly SavedWord[], columns: WordColumns): string {
  const rows = words.map(({ word, meaning, translation, sentence, bookTitle }) => [
    ...[word, meaning ?? "", translation?.text ?? "", sentence, bookTitle],
  ]);
  const head = [columns.word, columns.meaning, columns.translation, columns.sentence, columns.book];
  const cell = (text: string) => `"${neutraliseCell(text).replaceAll('"', '""')}"`;
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Saved words as text, e.g. to print. */
export function wordsAsText(words: readonly SavedWord[], title: string): string {
  const parts = words.map(({ word, meaning, translation, sentence, bookTitle }) => {
    const explained = [translation?.text, meaning].filter(Boolean).join("; ");
    const lines = [
      explained ? `${word}: ${explained}` : word,
      sentence && `  ${sentence}`,
      bookTitle && `  (${bookTitle})`,
    ];
    return lines.filter(Boolean).join("\n");
  });
  return `${[title, ...parts].join("\n\n")}\n`;
}
