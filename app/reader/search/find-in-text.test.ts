import { describe, expect, test } from "vitest";
import { contextOf, findInText, readQuery } from "./find-in-text";

function found(text: string, wanted: string): string[] {
  const query = readQuery(wanted);
  return query ? findInText(text, query).map(({ from, to }) => text.slice(from, to)) : [];
}

describe("what is found", () => {
  test.each([
    ["The Door. A door!", "door", ["Door", "door"]],
    ["Crème brûlée", "creme brulee", ["Crème brûlée"]],
    ["Cafe\u0301 noir", "café", ["Cafe\u0301"]],
    ["Straße", "strasse", ["Straße"]],
    ["Blåbær og smørbrød", "smorbrod", ["smørbrød"]],
    ["two\n  words", "two words", ["two\n  words"]],
    ["hy\u00adphen", "hyphen", ["hy\u00adphen"]],
    ["It’s here", "it's", ["It’s"]],
    ["aaaa", "aa", ["aa", "aa"]],
    ["ЁЛКА и ёлка", "елка", ["ЁЛКА", "ёлка"]],
    ["a 😀 b 😀", "😀 b", ["😀 b"]],
  ])("in %j for %j", (text, wanted, expected) => {
    expect(found(text, wanted)).toEqual(expected);
  });

  test("a letter that was typed with its mark is not the one without", () => {
    expect(found("En ål är al", "ål")).toEqual(["ål"]);
    expect(found("En ål är al", "al")).toEqual(["ål", "al"]);
    expect(found("øre, ore", "øre")).toEqual(["øre"]);
  });

  test("one letter, or none, looks for nothing", () => {
    expect(readQuery("a")).toBeNull();
    expect(readQuery("  ")).toBeNull();
  });

  test("no more than is wanted", () => {
    const query = readQuery("ab");
    expect(query && findInText("ab ab ab", query, 2)).toHaveLength(2);
  });
});

test("the context is cut at words, and whole at the text's ends", () => {
  const text = `${"word ".repeat(30)}needle ${"other ".repeat(30)}`;
  const from = text.indexOf("needle");
  const { before, match, after } = contextOf(text, { from, to: from + 6 });
  expect(match).toBe("needle");
  expect(before).toMatch(/^…(word )+$/);
  expect(after).toMatch(/^( other)+…$/);
  expect(contextOf("a needle", { from: 2, to: 8 })).toEqual({ before: "a ", match: "needle", after: "" });
});
