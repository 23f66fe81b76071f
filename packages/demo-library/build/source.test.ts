import { expect, test } from "vitest";
import { parseChapter, parsePages, sentencesOf } from "./source.ts";

test("a page has a name, a described picture and its sentences", () => {
  const [page, next] = parsePages(
    "## door\n\n![En dörr.]\n\nDär lyser det! Vem?\n\n## path\n\nHan går.\n",
    "p.md",
    "sv",
    "T",
  );
  expect(page).toMatchObject({ name: "door", line: 1, language: "sv" });
  expect(page?.blocks[0]).toEqual({ kind: "picture", scene: "door", alt: "En dörr.", line: 3 });
  expect(page && sentencesOf(page).map(({ id, text, line }) => [id, text, line])).toEqual([
    ["sv-s1", "Där lyser det!", 5],
    ["sv-s2", "Vem?", 5],
  ]);
  expect(next?.line).toBe(7);
});

test("a chapter keeps footnotes, page marks and tables in reading order", () => {
  const chapter = parseChapter(
    "# Miel\n\n{{page 5}}\n\nElle dort[^1]. Elle rêve.\n\n| | A |\n| --- | --- |\n| b | c |\n\n[^1]: Un peu.\n",
    "c.md",
    "fr",
    "01-miel",
  );
  expect(chapter.title).toBe("Miel");
  expect(chapter.blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "footnote", "table"]);
  expect(sentencesOf(chapter).map(({ text }) => text)).toEqual([
    "Miel",
    "Elle dort.",
    "Elle rêve.",
    "Un peu.",
    "",
    "A",
    "b",
    "c",
  ]);
  expect(sentencesOf(chapter)[1]?.inserts).toEqual([
    { offset: 0, kind: "page", label: "5" },
    { offset: 9, kind: "note", label: "1" },
  ]);
});

test.each([
  ["a picture without a description", "# A\n\nText.\n\n![](x)\n", /^c\.md:5: /],
  ["a note without text", "# A\n\nText[^2].\n", /^c\.md:3: footnote \[\^2\]/],
  ["a note that nobody refers to", "# A\n\nText.\n\n[^1]: Ah.\n", /^c\.md:5: nothing refers/],
  ["a chapter without a title", "Text.\n", /^c\.md:1: /],
])("the line is named: %s", (_, text, message) => {
  expect(() => parseChapter(text, "c.md", "en", "c")).toThrow(message);
});
