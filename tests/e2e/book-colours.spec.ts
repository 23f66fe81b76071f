import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { clickInBars, openReader, shownFrame, signIn } from "#tests/support/open-reader";

/** The reader's paper and a book's own white backgrounds, and the look of footnotes. docs/product/reader.md#comfort. */

const document = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>One</title><link rel="stylesheet" href="style.css"/></head><body><div id="page" class="page">
<p id="s1">Words on white <a epub:type="noteref" href="#n">1</a></p>
<div id="box"><span id="in-box">White on a colour.</span></div>
<p id="inline" style="background-color: #fff !important">White by itself.</p>
<img id="dot" alt="" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"/>
</div><aside epub:type="footnote" id="n">A note of it.</aside></body></html>`;
const style = `html { background: #fff } body { background: white } #page { background: #fefefe !important }
@media screen { .page p { background-color: rgb(255, 255, 255) } }
#box { background: #d0e8d0 } #in-box { background: #fff } img { background: #fff; width: 40px; height: 40px }`;
let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(
    await writeEpub(epubFiles({ "EPUB/one.xhtml": document, "EPUB/style.css": style }), "white.epub"),
  );
});

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const clear = "rgba(0, 0, 0, 0)";
const shown = (page: Page) => shownFrame(page, "EPUB/one.xhtml");
const backgroundOf = (page: Page, selector: string) =>
  shown(page)
    .locator(selector)
    .evaluate((element) => getComputedStyle(element).backgroundColor);

async function choosePaper(page: Page, name: string): Promise<void> {
  const panel = page.getByRole("complementary", { name: "Text", exact: true });
  await clickInBars(page, page.getByRole("button", { name: "Text", exact: true }), panel);
  await panel.getByRole("radio", { name }).check();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
}

test("a book's white background gives way to the paper, except in pictures and on the book's own colours", async ({
  page,
}) => {
  await openReader(page, bookId);
  for (const selector of ["body", "#page", "#s1", "#inline"]) expect(await backgroundOf(page, selector)).toBe(clear);
  expect(await backgroundOf(page, ":root")).toBe("rgb(251, 248, 243)");
  expect(await backgroundOf(page, "#box")).toBe("rgb(208, 232, 208)");
  for (const selector of ["#in-box", "#dot"]) expect(await backgroundOf(page, selector)).toBe("rgb(255, 255, 255)");
  await choosePaper(page, "Gräddvit");
  await expect.poll(() => backgroundOf(page, ":root")).toBe("rgb(250, 240, 210)");
  for (const selector of ["body", "#page", "#s1", "#inline"]) expect(await backgroundOf(page, selector)).toBe(clear);
  expect(await backgroundOf(page, "#dot")).toBe("rgb(255, 255, 255)");
  // The highlight is still painted on a text whose white was removed.
  await shown(page)
    .locator("#s1")
    .evaluate((element) => element.classList.add("fabel-active"));
  expect(await backgroundOf(page, "#s1")).toBe("rgb(255, 210, 89)");
});

test("a footnote has the paper, size and typeface of the text settings", async ({ page }) => {
  await openReader(page, bookId);
  await choosePaper(page, "Gräddvit");
  await page.keyboard.press("t");
  const panel = page.getByRole("complementary", { name: "Text", exact: true });
  await panel.getByRole("radio", { name: "Lexend" }).check();
  for (let times = 0; times < 5; times += 1) await panel.getByRole("button", { name: "Större text" }).click();
  await page.keyboard.press("Escape");
  await shown(page).getByRole("link", { name: "1" }).click();
  const dialog = page.getByRole("dialog", { name: "Fotnot" });
  await expect(dialog).toHaveCSS("background-color", "rgb(250, 240, 210)");
  const note = dialog.getByRole("note");
  await expect(note).toHaveCSS("font-size", "27px");
  await expect(note).toHaveCSS("color", "rgb(43, 36, 24)");
  expect(await note.evaluate((element) => getComputedStyle(element).fontFamily)).toContain("Lexend Variable");
  const isLoaded = () => page.evaluate(() => window.document.fonts.check('16px "Lexend Variable"'));
  await expect.poll(isLoaded).toBe(true);
});
