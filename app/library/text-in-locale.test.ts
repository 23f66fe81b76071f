import { expect, test } from "vitest";
import { textInLocale } from "./text-in-locale";

const book = { text: "En bok", translations: { en: "A book", de: "Ein Buch", nb: "Ei bok" }, language: "sv" };

test.each([
  ["sv", "En bok", "sv"],
  ["de", "Ein Buch", "de"],
  ["en-UK", "A book", "en"],
  ["no", "Ei bok", "nb"],
  ["fi", "En bok", "sv"],
])("given the locale %s, then returns the text %s and its language %s", (locale, text, language) => {
  expect(textInLocale(book, locale)).toEqual({ text, language });
});

test("given a text in another language than the book, then returns that language", () => {
  const translated = { text: "A book", translations: { en: "A book" }, language: "fr" };
  expect(textInLocale(translated, "fr")).toEqual({ text: "A book", language: "en" });
});
