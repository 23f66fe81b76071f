import { expect, test } from "vitest";
import { type SelectionMove, spanOf, type WordSelection, WordsOfText } from "./word-selection";

const text = "\nThe fox ran. It was fast!\n\nThen — it slept.\n";
const words = new WordsOfText(text, "en");

function after(...moves: Array<SelectionMove | `+${SelectionMove}`>): string {
  const first = words.wordFrom(0);
  if (!first) throw new Error("no words");
  let selection: WordSelection = { anchor: first, head: first };
  for (const move of moves) {
    const isExtending = move.startsWith("+");
    selection = words.move(selection, move.replace("+", "") as SelectionMove, isExtending);
  }
  const { from, to } = spanOf(selection);
  return text.slice(from, to);
}

test.each([
  [[], "The"],
  [["word-on", "word-on"], "ran"],
  [["word-on", "word-back", "word-back"], "The"],
  [["+word-on", "+word-on"], "The fox ran"],
  [["word-on", "word-on", "+word-back"], "fox ran"],
  [["sentence-on"], "It"],
  [["sentence-on", "sentence-on"], "Then"],
  [["sentence-on", "word-on", "sentence-back"], "It"],
  [["sentence-on", "sentence-back"], "The"],
  [["+sentence-on"], "The fox ran. It"],
  [["sentence-on", "sentence-on", "sentence-on", "word-on"], "slept"],
  [["sentence-on", "sentence-on", "+word-on"], "Then — it"],
] as const)("given the moves %j, then %j is selected", (moves, expected) => {
  expect(after(...moves)).toBe(expected);
});

test("a text without words has none to begin with", () => {
  expect(new WordsOfText(" \n — ", "se").wordFrom(0)).toBeNull();
});
