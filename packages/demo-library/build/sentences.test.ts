import { expect, test } from "vitest";
import { splitSentences, splitWords } from "./sentences.ts";
import { typeset } from "./typography.ts";

const cut = (text: string) => splitSentences(text).map(({ begin, end }) => text.slice(begin, end));

test.each([
  [
    "plain ends",
    "Han går ett steg. Ljuset går också. Han stannar!",
    ["Han går ett steg.", "Ljuset går också.", "Han stannar!"],
  ],
  ["a question that somebody asks", "”Är det din?” frågar Igge. ”Nej.”", ["”Är det din?” frågar Igge.", "”Nej.”"]],
  [
    "French marks with their spaces",
    "« Tu gardes le phare\u202f? » demande-t-elle. Lou dit oui.",
    ["« Tu gardes le phare\u202f? » demande-t-elle.", "Lou dit oui."],
  ],
  [
    "a closing quote stays with its sentence",
    "„Der leuchtet nicht. Aber er schmeckt gut.“ Igge lacht.",
    ["„Der leuchtet nicht.", "Aber er schmeckt gut.“", "Igge lacht."],
  ],
  ["Arabic, which has no capitals", "لَمْ تَضْحَكِ الجَدَّةُ. أَيْنَ القَمَرُ؟ هُنا!", ["لَمْ تَضْحَكِ الجَدَّةُ.", "أَيْنَ القَمَرُ؟", "هُنا!"]],
  ["numbers with a point", "Il pèse 3.5 grammes. Rien de plus.", ["Il pèse 3.5 grammes.", "Rien de plus."]],
  ["a title without an end", "Le phare de Lou", ["Le phare de Lou"]],
  ["nothing", "  ", []],
])("sentences: %s", (_, text, expected) => {
  expect(cut(text)).toEqual(expected);
});

test("German quotes that point inwards close with «", () => {
  const text = "»Wofür?« Opa kratzt. »Gegenwind!«, sagte er.";
  expect(splitSentences(text, "de").map(({ begin, end }) => text.slice(begin, end))).toEqual([
    "»Wofür?«",
    "Opa kratzt.",
    "»Gegenwind!«, sagte er.",
  ]);
});

test("words are separated by spaces and contain a letter or a digit", () => {
  const text = "« Un, deux –\u202f3\u202f! »";
  expect(splitWords(text).map(({ begin, end }) => text.slice(begin, end))).toEqual(["Un,", "deux", "3"]);
});

test("straight marks are printed as real ones", () => {
  expect(typeset(`"It's mine," said Ned. ("Oh!")`, "en")).toBe("“It’s mine,” said Ned. (“Oh!”)");
  expect(typeset("« Tu viens ? » dit-elle ; oui !", "fr")).toBe(
    "«\u202fTu viens\u202f?\u202f» dit-elle\u202f; oui\u202f!",
  );
});
