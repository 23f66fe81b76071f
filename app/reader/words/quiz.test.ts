import { expect, it } from "vitest";
import type { SavedWord } from "~/services/contracts/words";
import { makeQuiz } from "./quiz";

const word = (text: string, english: string | null): SavedWord => ({
  ...{ language: "sv", word: text, sentence: "", bookId: "b", bookTitle: "B", meaning: null },
  translation: english === null ? null : { language: "en", text: english },
  created: "2026-01-01T00:00:00.000Z",
});
const words = [word("katt", "cat"), word("hund", "dog"), word("ko", "cow"), word("får", "sheep"), word("get", "goat")];

it("asks about each word once, with the right answer among at most four", () => {
  const questions = makeQuiz(words, () => true);
  expect(questions.map(({ word: { word: text } }) => text).sort()).toEqual(["får", "get", "hund", "katt", "ko"]);
  for (const { kind, word: asked, options, answer } of questions) {
    expect(new Set(options).size).toBe(4);
    expect(options[answer]).toBe(kind === "hear" ? asked.word : asked.translation?.text);
  }
  expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(["hear", "meaning"]));
});

it("without a voice only asks for meanings, and only of words that have one", () => {
  const questions = makeQuiz([...words, word("höns", null)], () => false);
  expect(questions.every(({ kind }) => kind === "meaning")).toBe(true);
  expect(questions).toHaveLength(5);
});

it("asks nothing where there is nothing to choose from", () => {
  expect(makeQuiz([word("katt", "cat")], () => true)).toEqual([]);
  expect(makeQuiz([word("katt", "cat"), word("kisse", "Cat")], () => false)).toEqual([]);
  expect(makeQuiz([], () => true)).toEqual([]);
});

it("asks ten questions at most", () => {
  const many = Array.from({ length: 30 }, (_, index) => word(`ord${index}`, `word${index}`));
  expect(makeQuiz(many, () => true)).toHaveLength(10);
});
