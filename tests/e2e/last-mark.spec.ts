import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook } from "#tests/support/narrated-book";
import { clickInBars, openReader, readerShown, shownFrame, signIn } from "#tests/support/open-reader";

/** A book opens at the last position, and at bookmarks. docs/product/reader.md#users. */

const chapters = [["The rope was coiled."], ["The boat was loose."], ["The lake was wide."]];

test("the shelf opens a book at the last position, and a finished book at its first page", async ({ page }) => {
  const title = "The loose boat";
  const bookId = await addBookToProduct(await narratedBook({ chapters, title }));
  await signIn(page, "guardian.se");
  await openReader(page, bookId);
  const saved = () => page.waitForResponse((response) => response.url().endsWith(`/reader/${bookId}/lastmark`));

  const [first] = await Promise.all([saved(), page.keyboard.press("ArrowRight")]);
  expect(first.status()).toBe(204);
  await page.goto("/bookshelf");
  const underWay = page.getByRole("region", { name: "Läs vidare" });
  await underWay.getByRole("link", { name: title }).click();
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  // The first page is shown before the reader is hydrated and handles keys.
  await readerShown(page).waitFor();

  const [last] = await Promise.all([saved(), page.keyboard.press("ArrowRight")]);
  expect(last.status()).toBe(204);
  await page.goto("/bookshelf");
  await expect(underWay.getByRole("link", { name: title })).toHaveCount(0);
  await page.getByRole("link", { name: title }).first().click();
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled.")).toBeVisible();
});

test("two devices at different pages: the newest opens, and the other is offered once, by pictures", async ({
  page,
  browser,
}) => {
  const pages = Array.from({ length: 8 }, (_, index) => [`This is page ${index + 1}.`]);
  const bookId = await addBookToProduct(await narratedBook({ chapters: pages, title: "Two devices" }));
  const saved = (device: Page) =>
    device.waitForResponse((response) => response.url().endsWith(`/reader/${bookId}/lastmark`));
  const turnAndSave = async (device: Page) => {
    await Promise.all([saved(device), device.keyboard.press("ArrowRight")]);
  };
  const question = (device: Page) => device.getByRole("status", { name: "Din plats i en annan flik eller enhet" });
  await signIn(page, "guardian.se");
  await openReader(page, bookId);
  const context = await browser.newContext();
  const tablet = await context.newPage();
  await signIn(tablet, "guardian.se");
  await openReader(tablet, bookId);
  for (let turn = 0; turn < 5; turn += 1) await turnAndSave(tablet);
  await turnAndSave(page);
  // The tablet was further: this device shows both pages, and leaves it at that.
  await expect(question(page).getByRole("button", { name: "Gå dit" })).toBeVisible();
  await expect(question(page).getByText("This is page 6.")).toBeVisible();

  const openAgain = async () => {
    await tablet.goto(`/reader/${bookId}`);
    await readerShown(tablet).waitFor();
  };
  await openAgain();
  const go = question(tablet).getByRole("button", { name: "Gå dit" });
  await Promise.all([saved(tablet), go.click()]);
  await expect(shownFrame(tablet, "EPUB/c6.xhtml").getByText("This is page 6.")).toBeVisible();
  await openAgain();
  await expect(shownFrame(tablet, "EPUB/c6.xhtml").getByText("This is page 6.")).toBeVisible();
  await expect(question(tablet)).toHaveCount(0);
  await context.close();
});

test("after a jump, the place that was left can be returned to, by button and by key", async ({ page }) => {
  const many = Array.from({ length: 6 }, (_, index) => [`This is chapter ${index + 1}.`]);
  const bookId = await addBookToProduct(await narratedBook({ chapters: many, title: "Back and forth" }));
  const shown = (chapter: number) =>
    expect(shownFrame(page, `EPUB/c${chapter}.xhtml`).getByText(`This is chapter ${chapter}.`)).toBeVisible();
  const goTo = async (chapter: number) => {
    const contents = page.getByRole("complementary", { name: "Innehåll" });
    await clickInBars(page, page.getByRole("button", { name: "Innehåll" }), contents);
    await contents.getByRole("button", { name: `Chapter ${chapter}` }).click();
    await shown(chapter);
  };
  const back = page.getByRole("button", { name: "Tillbaka dit du var" });
  await signIn(page, "guardian.se");
  await openReader(page, bookId);
  await expect(back).toHaveCount(0);
  await goTo(4);
  await goTo(6);
  await page.keyboard.press("Backspace");
  await shown(4);
  await back.click();
  await shown(1);
  await expect(back).toHaveCount(0);
});

test("a named bookmark is saved, can be deleted and restored, and opens its page", async ({ page }) => {
  const bookId = await addBookToProduct(await narratedBook({ chapters, title: "The coiled rope" }));
  await signIn(page, "family.se");
  await openReader(page, bookId);
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  await page.keyboard.press("Control+Alt+m");
  const name = page.getByRole("textbox", { name: "Bokmärkets namn" });
  await expect(name).toBeFocused();
  await name.fill("The boat!");
  const [saved] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/bookmarks") && response.request().method() === "POST"),
    name.press("Enter"),
  ]);
  expect(saved.status()).toBe(200);
  await expect(name).toHaveCount(0);

  await page.goto(`/reader/${bookId}?from=start`);
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled.")).toBeVisible();
  await page.keyboard.press("Control+Alt+n");
  await page.getByRole("button", { name: "Ta bort The boat!" }).click();
  await page.getByRole("button", { name: "Återställ The boat!" }).click();
  await page.getByRole("button", { name: /^The boat!/ }).click();
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
});

test("given an image that loads late, then the linked paragraph stays in view", async ({ page }) => {
  const paragraph = (id: number) => `<p id="p${id}">Paragraph ${id}. ${"Words and words. ".repeat(12)}</p>`;
  const paragraphs = Array.from({ length: 12 }, (_, index) => paragraph(index)).join("");
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#888"/></svg>';
  const file = await writeEpub(
    epubFiles({
      "EPUB/one.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p><a href="#p6">On</a></p><img src="late.svg" alt="" style="width:100%"/>${paragraphs}</body></html>`,
      "EPUB/late.svg": picture,
      "EPUB/two.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p><a href="one.xhtml#p6">Back</a></p></body></html>`,
      "EPUB/package.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:late</dc:identifier><dc:title>Late</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="two" href="two.xhtml" media-type="application/xhtml+xml"/><item id="three" href="three.xhtml" media-type="application/xhtml+xml"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="late" href="late.svg" media-type="image/svg+xml"/></manifest><spine><itemref idref="two"/><itemref idref="three"/><itemref idref="one"/></spine></package>`,
      "EPUB/three.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>Between.</p></body></html>`,
    }),
  );
  let letCome = () => {};
  const isLetCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route("**/late.svg*", async (route) => {
    await isLetCome;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 700 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page);
  await openReader(page, await addBookToProduct(file));
  await shownFrame(page, "EPUB/two.xhtml").getByText("Back").click();
  const place = shownFrame(page, "EPUB/one.xhtml").locator("#p6");
  await expect(place).toBeInViewport();
  const came = page.waitForResponse((response) => response.url().includes("late.svg"));
  letCome();
  await came;
  await expect.poll(() => place.evaluate((element) => element.ownerDocument.images[0]?.complete)).toBe(true);
  await expect(place).toBeInViewport();
});
