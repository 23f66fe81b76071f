import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook } from "#tests/support/narrated-book";
import { highlightedTexts, recordHighlights, shownFrame, signIn } from "#tests/support/open-reader";

/** Books from the user's device: opened in the reader without an upload, or added to the catalogue by a super user. */

const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a local book is shown and narrated without any upload", async ({ page }) => {
  await signIn(page);
  await recordHighlights(page);
  const book = await narratedBook({ chapters: [["One tone.", "Two tones."], ["The end."]], title: "From my device" });
  await page.goto("/reader/test-player");
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await page.getByLabel("Välj en bok.").setInputFiles(book);
  const reader = page.locator("[data-reader][data-state=shown]");
  await reader.waitFor();
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("One tone.")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect.poll(() => highlightedTexts(page)).toEqual(["One tone.", "Two tones.", "The end."]);
  expect(sent).toEqual([]);
  // The shown page follows the device's dark mode.
  const root = shownFrame(page, "EPUB/c2.xhtml").locator(":root");
  await expect(root).not.toHaveCSS("color-scheme", "dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root).toHaveCSS("color-scheme", "dark");
});

test("a local book shows its styles and images and runs no script", async ({ page }) => {
  await signIn(page);
  const files = epubFiles({
    "EPUB/one.xhtml":
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title><link rel="stylesheet" href="style.css"/><script>top.struck = true</script></head><body onload="top.struck = true"><p id="s1">Once upon a time.</p><img id="dot" src="dot.png" alt=""/></body></html>',
    "EPUB/style.css": "p { color: rgb(1, 2, 3) } img { width: 50px; height: 50px }",
    "EPUB/dot.png": Buffer.from(picture, "base64"),
  });
  await page.goto("/reader/test-player");
  await page.getByLabel("Välj en bok.").setInputFiles(await writeEpub(files, "local.epub"));
  await page.locator("[data-reader][data-state=shown]").waitFor();
  const content = shownFrame(page, "EPUB/one.xhtml");
  await expect(content.locator("#s1")).toHaveCSS("color", "rgb(1, 2, 3)");
  await expect(content.locator("#dot")).toHaveJSProperty("naturalWidth", 1);
  expect(await page.evaluate(() => "struck" in window)).toBe(false);
});

test("given an invalid file chosen before hydration, then an error is shown and another file can be opened", async ({
  page,
}, info) => {
  await signIn(page);
  const broken = info.outputPath("broken.epub");
  await writeFile(broken, "no book at all");
  let letScriptsCome = () => {};
  const isChosen = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await isChosen;
    await route.continue();
  });
  await page.goto("/reader/test-player", { waitUntil: "commit" });
  await page.getByLabel("Välj en bok.").setInputFiles(broken);
  letScriptsCome();
  await expect(page.getByRole("alert")).toContainText("Filen är skadad");
  await page.getByLabel("Välj en bok.").setInputFiles(await writeEpub(epubFiles(), "whole.epub"));
  await page.locator("[data-reader][data-state=shown]").waitFor();
});

test("given no script, then a super user adds a book to the catalogue, and an invalid file shows its error", async ({
  browser,
}, info) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, "super.se");
  await page.goto("/controlpanel");
  await page.getByRole("link", { name: "Böcker" }).first().click();
  await page.getByRole("link", { name: "Lägg till böcker" }).click();
  const broken = info.outputPath("broken.epub");
  await writeFile(broken, "no book at all");
  const file = await writeEpub(epubFiles(), "brought-in.epub");
  await page.getByLabel("EPUB-filer").setInputFiles([broken, file]);
  await page.getByRole("button", { name: "Lägg till böckerna" }).click();
  // The page reloads itself until both files are processed.
  const line = (name: string) => page.locator("#uploads li").filter({ hasText: name }).first();
  await expect(line("broken.epub")).toContainText("Filen är skadad");
  await expect(line("brought-in.epub").getByRole("link", { name: "A test book" })).toBeVisible();
  await context.close();
});

test("the upload page is forbidden (403) for an administrator", async ({ page }) => {
  await signIn(page, "admin.se");
  const response = await page.goto("/controlpanel/books/new");
  expect(response?.status()).toBe(403);
});
