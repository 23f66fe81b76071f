import { expect, test } from "vitest";
import { defaultComfort } from "~/reader/settings/comfort";
import { notePaper, noteText } from "./note-style";

const spaced = { ...defaultComfort, textSize: 200, lineSpacing: 2.2, letterSpacing: 0.18, wordSpacing: 0.5 };

test("a note has the size, typeface and spacing of the text settings", () => {
  expect(noteText({ ...spaced, typeface: "lexend" }, "sv")).toEqual({
    fontSize: "2.25rem",
    fontFamily: '"Lexend Variable",system-ui,sans-serif',
    lineHeight: 2.2,
    letterSpacing: "0.18em",
    wordSpacing: "0.5em",
  });
  expect(noteText(defaultComfort, null)).toEqual({ fontSize: "1.125rem", lineHeight: 1.5 });
});

test("letters that join are not spaced", () => {
  expect(noteText(spaced, "ar-EG").letterSpacing).toBeUndefined();
});

test.each([
  ["plain", false, "#fbf8f3", "#1c2430"],
  ["cream", false, "#faf0d2", "#2b2418"],
  ["cream", true, "#14181f", "#f3eee4"],
] as const)(
  "given the paper %s, dark %s, then a note is %s with text in %s",
  (paper, isDark, backgroundColor, color) => {
    expect(notePaper(isDark, { ...defaultComfort, paper })).toEqual({ backgroundColor, color });
  },
);
