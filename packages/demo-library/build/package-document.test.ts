import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type BookFacts, readBookFacts } from "./book-facts.ts";
import { renderPackage } from "./package-document.ts";

/** What a package says of the book's accessibility, by name. */
function claimsOf(facts: BookFacts, hasPageMarks = false): Record<string, string[]> {
  const claims: Record<string, string[]> = {};
  for (const [, name = "", value = ""] of renderPackage(facts, [], [], new Map(), hasPageMarks).matchAll(
    /<meta property="schema:(access\w+)"[^>]*>([^<]*)</g,
  )) {
    claims[name] = [...(claims[name] ?? []), value];
  }
  return claims;
}

const books = new URL("../books/", import.meta.url).pathname;
const factsOf = (slug: string) => readBookFacts(`${books}${slug}`);

test("a picture book claims no headings, no marks of pages, no other look, and that hearing alone is not enough", async () => {
  const claims = claimsOf(await factsOf("lyktan"), true);
  expect(claims.accessibilityFeature?.sort()).toEqual([
    "alternativeText",
    "pageNavigation",
    "readingOrder",
    "synchronizedAudioText",
    "tableOfContents",
  ]);
  expect(claims.accessModeSufficient).toEqual(["textual", "textual,visual"]);
});

test("a narrated story can be heard or read alone, and its text can be changed", async () => {
  const claims = claimsOf(await factsOf("the-salt-road"));
  expect(claims.accessModeSufficient).toContain("auditory");
  expect(claims.accessibilityFeature).toEqual(
    expect.arrayContaining(["displayTransformability", "structuralNavigation"]),
  );
});

test("a book without narration claims no sound", async () => {
  const claims = claimsOf(await factsOf("de-kaart-van-opa"));
  expect(JSON.stringify(claims)).not.toMatch(/auditory|Audio/);
});

test("no book claims sign language or a standard that nobody has certified", async () => {
  for (const slug of await readdir(books)) {
    const facts = await factsOf(slug);
    expect(renderPackage(facts, [], [], new Map(), true)).not.toMatch(/signLanguage|conformsTo|certifiedBy/);
    if (facts.video) expect(claimsOf(facts).accessibilitySummary?.join()).toMatch(/not real signs/);
  }
  expect(await readFile(`${books}lyktan/book.json`, "utf8")).toContain('"video"');
});
