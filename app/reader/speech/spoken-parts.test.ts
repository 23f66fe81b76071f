import { expect, it } from "vitest";
import { partsToSpeak } from "./spoken-parts";

const long =
  "Räven sprang genom skogen, förbi den gamla kvarnen och över bron; men haren, som hade sovit hela dagen, vaknade och undrade vad som hände.";

it("speaks a text whole with a voice of the device", () => {
  expect(partsToSpeak(long, 0, false)).toEqual([{ from: 0, to: long.length, text: long }]);
  expect(partsToSpeak(long, 6, false)).toEqual([{ from: 6, to: long.length, text: long.slice(6) }]);
});

it("divides a long text after marks of punctuation, without loss", () => {
  const parts = partsToSpeak(long, 0, true);
  expect(parts.map(({ text }) => text).join("")).toBe(long);
  expect(parts.map(({ text }) => text.trimEnd().at(-1))).toEqual([",", "."]);
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(110);
});

it.each([
  ["words without punctuation", "ord ".repeat(100)],
  ["one word without an end", "a".repeat(300)],
])("divides %s", (_, text) => {
  const parts = partsToSpeak(text, 0, true);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(Math.max(...parts.map((part) => part.text.length))).toBeLessThanOrEqual(110);
});

it("has no part at the end of the text", () => {
  expect(partsToSpeak("Slut.", 5, true)).toEqual([]);
  expect(partsToSpeak("Slut.  ", 5, false)).toEqual([]);
});
