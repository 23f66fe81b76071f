import { describe, expect, test } from "vitest";
import { contextOf, findInText, readSearchQuery } from "./find-in-text";

function found(text: string, wanted: string): string[] {
  const query = readSearchQuery(wanted);
  return query ? findInText(text, query).map(({ from, to }) => text.slice(from, to)) : [];
}

describe("findInText", () => {
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
  ])("finds in %j the query %j", (text, wanted, expected) => {
    expect(found(text, wanted)).toEqual(expected);
  });

  test("a letter with a mark in the query finds only itself, and one without finds both", () => {
    expect(found("En ål är al", "ål")).toEqual(["ål"]);
    expect(found("En ål är al", "al")).toEqual(["ål", "al"]);
    expect(found("øre, ore", "øre")).toEqual(["øre"]);
  });

  test("a query with fewer than two letters is null", () => {
    expect(readSearchQuery("a")).toBeNull();
    expect(readSearchQuery("  ")).toBeNull();
  });

  test("returns at most the given number of matches", () => {
    const query = readSearchQuery("ab");
    expect(query && findInText("ab ab ab", query, 2)).toHaveLength(2);
  });
});

test("the context is cut at words, and complete at the ends of the text", () => {
  const text = `${"word ".repeat(30)}needle ${"other ".repeat(30)}`;
  const from = text.indexOf("needle");
  const { before, match, after } = contextOf(text, { from, to: from + 6 });
  expect(match).toBe("needle");
  expect(before).toMatch(/^…(word )+$/);
  expect(after).toMatch(/^( other)+…$/);
  expect(contextOf("a needle", { from: 2, to: 8 })).toEqual({ before: "a ", match: "needle", after: "" });
});
