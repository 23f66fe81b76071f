import { expect, it } from "vitest";
import type { BookWords } from "~/services/contracts/words";
import { isWordKnown, lookUp, wordToSave } from "./look-up";

const source = { licence: "CC0", url: null, attribution: "" };
const words: BookWords = {
  from: "sv",
  to: "en",
  languages: ["en"],
  sources: [
    { ...source, name: "Own", language: "sv" },
    { ...source, name: "Other", language: "en" },
  ],
  entries: [
    { headword: "katt", pronunciation: null, part: null, meanings: ["ett husdjur"], source: 0 },
    { headword: "katt", pronunciation: "kat", part: "n", meanings: ["cat", "tomcat"], source: 1 },
  ],
  glossary: [{ term: "Katt", meaning: "Ett djur som spinner.", picture: null }],
  words: { katten: [0, 1] },
  explained: { katten: [0] },
};

it("finds glossary, meanings and translations of a word in any case", () => {
  const known = lookUp(words, "Katten");
  expect(known.glossary).toEqual(words.glossary);
  expect(known.meanings.map(({ from }) => from.name)).toEqual(["Own"]);
  expect(known.translations.map(({ meanings }) => meanings)).toEqual([["cat", "tomcat"]]);
});

it.each(["hund", "constructor", "__proto__"])("knows nothing of %j", (word) => {
  expect(isWordKnown(lookUp(words, word))).toBe(false);
});

it("saves a word with the book's own explanation first", () => {
  const read = { language: "sv", word: "Kat\u00adten", sentence: "Katten sov.", bookId: "b", bookTitle: "B" };
  expect(wordToSave(read, lookUp(words, "Katten"), "2026-01-01T00:00:00.000Z")).toMatchObject({
    word: "Katten",
    meaning: "Ett djur som spinner.",
    translation: { language: "en", text: "cat" },
  });
});
