import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook } from "#tests/support/narrated-book";
import { clickInBars, openReader, shownFrame, signIn } from "#tests/support/open-reader";
import { installSpeechEngine, type SpeechEngineOptions } from "#tests/support/speech-engine";

/** What a voice of the browser reads of a book, and the settings for it. docs/accessibility.md (Read aloud). */

const klara = { name: "Klara", lang: "sv-SE" };
const samantha = { name: "Samantha", lang: "en-US" };

let bookId: string;
let narratedId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await structuredBook());
  narratedId = await addBookToProduct(
    await narratedBook({
      chapters: [["The rope was coiled.", "It was wet."], ["The boat left."]],
      title: "Two voices",
    }),
  );
});

/** A page in Swedish with a page mark, a picture, English words, a formula, a table and closed details. */
async function structuredBook(): Promise<string> {
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="En räv i snön" width="60" height="40"><path d="M0 0h60v40z"/></svg>';
  const formula = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mn>2</mn></math>';
  const body = [
    '<p>Räven sprang <span epub:type="pagebreak" role="doc-pagebreak" id="p12">12</span>hem.</p>',
    `<p>${picture}</p>`,
    '<p>Han sade <i lang="en" xml:lang="en">good night</i>.</p>',
    `<p>Här är ${formula}</p>`,
    "<table><tr><td>Ett</td><td>Två</td></tr></table>",
    "<details><summary>Mer</summary><p>Dolt.</p></details>",
  ].join("");
  const files = epubFiles({
    "EPUB/one.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="sv" lang="sv"><head><title>Ett</title></head><body>${body}</body></html>`,
  });
  const opf = String(files.get("EPUB/package.opf"))
    .replace("urn:test:book", "urn:test:structured")
    .replace(">en<", ">sv<");
  files.set("EPUB/package.opf", opf);
  return writeEpub(files);
}

async function open(page: Page, id: string, engine: SpeechEngineOptions) {
  await signIn(page);
  await page.addInitScript(installSpeechEngine, engine);
  return openReader(page, id);
}

const listen = (page: Page) => page.getByRole("button", { name: "Lyssna", exact: true }).first();
const said = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { spokenTexts: Array<{ text: string; voice: string }> }).spokenTexts.map(
      ({ text, voice }) => `${voice}: ${text.replace(/\s+/g, " ").trim()}`,
    ),
  );

async function openSettings(page: Page) {
  const drawer = page.getByRole("complementary", { name: "Inställningar" });
  await clickInBars(page, page.getByRole("button", { name: "Inställningar", exact: true }), drawer);
  return drawer;
}

test("pictures, formulas and tables are read, other languages by their voices, closed details not", async ({
  page,
}) => {
  await open(page, bookId, { voices: [klara, samantha] });
  await listen(page).click();
  await expect
    .poll(() => said(page))
    .toEqual([
      "Klara: Räven sprang 12hem.",
      "Klara: En räv i snön",
      "Klara: Han sade",
      "Samantha: good night.",
      "Klara: Här är x är lika med 2",
      "Klara: Ett",
      "Klara: Två",
      "Klara: Mer",
    ]);
});

test("a tap on a picture describes it, and it is highlighted", async ({ page }) => {
  await open(page, bookId, { voices: [klara], wordLength: 3000 });
  await listen(page).waitFor();
  const picture = shownFrame(page, "EPUB/one.xhtml").getByRole("img", { name: "En räv i snön" });
  await picture.click();
  await expect(picture).toHaveClass(/fabel-active/);
  expect(await said(page)).toEqual(["Klara: En räv i snön"]);
});

test("details that the reader opens are read", async ({ page }) => {
  await open(page, bookId, { voices: [klara] });
  await listen(page).waitFor();
  await shownFrame(page, "EPUB/one.xhtml").getByText("Mer").click();
  await listen(page).click();
  await expect.poll(async () => (await said(page)).slice(-2)).toEqual(["Klara: Mer", "Klara: Dolt."]);
});

test("what is left out is neither read nor shown, and pictures are not described", async ({ page }) => {
  await open(page, bookId, { voices: [klara] });
  const drawer = await openSettings(page);
  await drawer.getByLabel("Sidnummer").click();
  await drawer.getByLabel("Tabeller").click();
  await drawer.getByLabel("Bildbeskrivningar").click();
  const content = shownFrame(page, "EPUB/one.xhtml");
  await expect(content.locator("#p12")).toBeHidden();
  await expect(content.getByText("Två")).toBeVisible();
  await page.keyboard.press("Escape");
  await listen(page).click();
  await expect
    .poll(() => said(page))
    .toEqual([
      "Klara: Räven sprang hem.",
      "Klara: Han sade good night.",
      "Klara: Här är x är lika med 2",
      "Klara: Mer",
    ]);
});

test("a list or table that is read can be left", async ({ page }) => {
  await open(page, bookId, { voices: [klara], wordLength: 3000 });
  await listen(page).waitFor();
  await shownFrame(page, "EPUB/one.xhtml").getByText("Ett", { exact: true }).click();
  await expect.poll(() => said(page)).toEqual(["Klara: Ett"]);
  await page.keyboard.press("e");
  await expect.poll(() => said(page)).toEqual(["Klara: Ett", "Klara: Mer"]);
});

test("a voice can be heard before it is chosen", async ({ page }) => {
  await open(page, bookId, { voices: [klara, { name: "Alva", lang: "sv-SE" }] });
  await listen(page).waitFor();
  const drawer = await openSettings(page);
  await drawer.getByLabel("Datorröst", { exact: true }).selectOption({ label: "Alva (fungerar utan nät)" });
  await drawer.getByRole("button", { name: "Lyssna på rösten" }).click();
  await expect.poll(() => said(page)).toEqual(["Alva: Räven sprang 12hem."]);
});

test("a narrated book is read by a voice instead, from the same sentence, and by its recording again", async ({
  page,
}) => {
  const reader = await open(page, narratedId, { voices: [samantha] });
  await listen(page).waitFor();
  const drawer = await openSettings(page);
  const instead = drawer.getByLabel("Läs med datorröst i stället för inläsningen");
  await instead.click();
  await expect(drawer.getByLabel("Datorröst", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await listen(page).click();
  await expect
    .poll(() => said(page))
    .toEqual(["Samantha: The rope was coiled.", "Samantha: It was wet.", "Samantha: The boat left."]);
  await openReader(page, narratedId);
  const again = await openSettings(page);
  await again.getByLabel("Läs med datorröst i stället för inläsningen").click();
  await page.keyboard.press("Escape");
  await listen(page).click();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat left.")).toBeVisible();
  expect(await said(page)).toEqual([]);
});

test("the contents open at the current entry, arrow keys lead to the next one, and choosing it moves the focus into the text", async ({
  page,
}) => {
  await open(page, narratedId, { voices: [] });
  const contents = page.getByRole("complementary", { name: "Innehåll" });
  await clickInBars(page, page.getByRole("button", { name: "Innehåll", exact: true }), contents);
  await expect(contents.getByRole("button", { name: "Chapter 1" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(contents.getByRole("button", { name: "Chapter 2" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(shownFrame(page, "EPUB/c2.xhtml").locator("body")).toBeFocused();
});
