import { expect, it } from "vitest";
import type { SavedWord } from "~/services/contracts/words";
import { wordsAsCsv, wordsAsText } from "./words-file";

const columns = { word: "Word", meaning: "Meaning", translation: "Translation", sentence: "Sentence", book: "Book" };
const word: SavedWord = {
  ...{ language: "sv", word: "katt", sentence: '"Katt", sa hon.', bookId: "b", bookTitle: "=1+1" },
  ...{ meaning: "-djur", translation: { language: "en", text: "cat" }, created: "2026-01-01T00:00:00.000Z" },
};

it("writes CSV that no spreadsheet evaluates", () => {
  expect(wordsAsCsv([word], columns)).toBe(
    `"Word","Meaning","Translation","Sentence","Book"\r\n"katt","'-djur","cat","""Katt"", sa hon.","'=1+1"\r\n`,
  );
});

it("writes text", () => {
  expect(
    wordsAsText([word, { ...word, meaning: null, translation: null, sentence: "", bookTitle: "" }], "My words"),
  ).toBe('My words\n\nkatt: cat; -djur\n  "Katt", sa hon.\n  (=1+1)\n\nkatt\n');
});
