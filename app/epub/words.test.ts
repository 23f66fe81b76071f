import { expect, it } from "vitest";
import { isOneWord, sentenceAround, wordAround, wordForm, wordFormsOf } from "./words";

it("finds the word around an offset, also at its ends", () => {
  const text = "Katten, som sov.";
  for (const offset of [0, 3, 6]) expect(wordAround(text, offset)).toEqual({ text: "Katten", from: 0, to: 6 });
  expect(wordAround("a — b", 3)).toBeNull();
  expect(wordAround("", 0)).toBeNull();
});

it.each([
  ["don't stop", 1, "don't"],
  ["l’école", 3, "école"],
  ["de l'eau", 4, "l"],
  ["igel\u00adkotten sov", 2, "igel\u00adkotten"],
  ["Västra-Götaland", 9, "Västra-Götaland"],
])("in %j at %i finds %j", (text, offset, word) => {
  expect(wordAround(text, offset)?.text).toBe(word);
});

it("names each word of a text once, in lower case and without soft hyphens", () => {
  expect([...wordFormsOf("Igel\u00adkotten såg igelkotten. It’s 12!")]).toEqual(["igelkotten", "såg", "it's"]);
  expect(wordForm("A\u030aR")).toBe("år");
});

it("knows a single word", () => {
  expect([isOneWord(" katt "), isOneWord("en katt"), isOneWord("12"), isOneWord("")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it("finds the sentence around an offset", () => {
  expect(sentenceAround("Hej du.  Katten\n sov. Slut.", 12, "sv")).toBe("Katten sov.");
});
