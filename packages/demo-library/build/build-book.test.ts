import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildBook } from "./build-book.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fabel-test-book-"));
  await mkdir(folder, { recursive: true });
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const facts = {
  slug: "test",
  language: "sv",
  title: "T",
  author: "A",
  illustrator: "I",
  narrator: "N",
  ageFrom: 3,
  ageTo: 6,
  categories: ["c"],
  blurb: "b",
  kind: "fixed",
  direction: "ltr",
  page: { width: 100, height: 80 },
  highlight: "sentence",
  narration: ["sv"],
};

async function source(changes: object, pages: string, scenes: string[]): Promise<string> {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'></svg>`;
  const place = `{ x: 1, y: 1, width: 9, align: "left", colour: "#000", size: 3 }`;
  await writeFile(join(folder, "book.json"), JSON.stringify({ ...facts, ...changes }, null, 2));
  await writeFile(join(folder, "pages.sv.md"), pages);
  await writeFile(
    join(folder, "scenes.ts"),
    `export const scenes = { ${scenes.map((name) => `${name}: () => "${svg}"`).join(", ")} };
     export const textPlaces = { ${scenes.map((name) => `${name}: ${place}`).join(", ")} };`,
  );
  return folder;
}

const pages = "## one\n\n![Ett.]\n\nHej.\n\n## two\n\n![Två.]\n\nHej då.\n";

test("a page without its scene stops the build at the page's line", async () => {
  await source({}, pages, ["cover", "one"]);
  await expect(buildBook(folder, join(folder, "out.epub"))).rejects.toThrow(/pages\.sv\.md:7: page "two" has no scene/);
});

test("a picture without a description stops the build with the page's line", async () => {
  await source({}, pages.replace("![Två.]\n", ""), ["cover", "one", "two"]);
  await expect(buildBook(folder, join(folder, "out.epub"))).rejects.toThrow(
    /pages\.sv\.md:7: page "two" does not describe/,
  );
});

test("a narration language without a voice stops the build with the line that requests it", async () => {
  await source({ language: "nl", narration: ["nl"] }, pages, ["cover", "one", "two"]);
  await writeFile(join(folder, "pages.nl.md"), pages);
  await expect(buildBook(folder, join(folder, "out.epub"))).rejects.toThrow(
    /book\.json:21: there is no voice for .* "nl"/,
  );
});

test("pages of two languages that do not match stop the build", async () => {
  await source({ narration: ["sv", "en"] }, pages, ["cover", "one", "two"]);
  await writeFile(join(folder, "pages.en.md"), "## one\n\nHi.\n\n## three\n\nBye.\n");
  await expect(buildBook(folder, join(folder, "out.epub"))).rejects.toThrow(
    /pages\.en\.md:5: page "three" stands where .* "two"/,
  );
});

test("a fact that is not one stops the build at its line", async () => {
  await source({ kind: "comic" }, pages, ["cover"]);
  await expect(buildBook(folder, join(folder, "out.epub"))).rejects.toThrow(/book\.json:14: kind/);
});
