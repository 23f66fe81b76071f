import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { clickInBars, openReader, shownFrame, signIn } from "#tests/support/open-reader";

/** A chapter of megabytes: its first page does not wait for the layout of the rest. Decision 98. */

const chapter = (() => {
  const sentence = (index: number) => `Sentence ${index} of a long chapter that goes on with some more words. `;
  const paragraphs = Array.from({ length: 2500 }, (_, paragraph) => {
    const sentences = Array.from({ length: 4 }, (_, index) => sentence(paragraph * 4 + index));
    return `<p id="p${paragraph}">${sentences.join("")}</p>`;
  });
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Long</title></head><body><section><h1>Beginning</h1>${paragraphs.join("")}<h2 id="end">The last part</h2><p>It ends.</p></section></body></html>`;
})();
const contents =
  '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li><li><a href="one.xhtml#end">Last</a></li></ol></nav></body></html>';
let bookId: string;

test.beforeAll(async () => {
  const files = epubFiles({ "EPUB/one.xhtml": chapter, "EPUB/nav.xhtml": contents });
  bookId = await addBookToProduct(await writeEpub(files));
});

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page);
});

const content = (page: Page) => shownFrame(page, "EPUB/one.xhtml");

test("the whole chapter is laid out after the first page, which stays", async ({ page }) => {
  await openReader(page, bookId);
  await expect(content(page).getByText("Beginning")).toBeInViewport();
  await expect(content(page).locator("html[data-fabel-laid-out=all]")).toBeAttached();
  await expect(content(page).getByText("Beginning")).toBeInViewport();
  await expect(content(page).locator("[data-fabel-later]")).toHaveCount(0);
});

test("an entry of the contents leads into the part that is not laid out yet", async ({ page }) => {
  // So that the rest is not laid out by itself.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await openReader(page, bookId);
  await expect(content(page).locator("html[data-fabel-laid-out]:not([data-fabel-laid-out=all])")).toBeAttached();
  const list = page.getByRole("complementary", { name: "Innehåll" });
  await clickInBars(page, page.getByRole("button", { name: "Innehåll" }), list);
  await list.getByRole("button", { name: "Last" }).click();
  await expect(content(page).getByText("The last part")).toBeInViewport();
});
