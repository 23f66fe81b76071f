import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { openReader, signIn, withBars } from "#tests/support/open-reader";

/** Assignments beside the book on a phone, and the place in a book whose width changes. docs/product/reader.md#screens (Submissions panel). */

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test("the form is as wide as the window, folds to book and list side by side, and keeps what was typed", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(page);
    const reader = await openReader(page, "lyktan");
    await withBars(page, () => page.getByRole("button", { name: "Uppgifter" }).click());
    const panel = page.getByRole("complementary", { name: "Uppgifter" });
    await panel.getByRole("button", { name: /^Första kapitlet/ }).click();
    const field = panel.getByRole("textbox", { name: /^1\./ });
    await field.fill("En lykta");
    const sheet = page.locator(".submission-sheet");
    expect((await sheet.boundingBox())?.width).toBe(360);
    for (const name of ["Spara", "Lämna in"]) {
      const button = panel.getByRole("button", { name, exact: true });
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    }

    const handle = panel.getByRole("button", { name: "Första kapitlet", exact: true, expanded: true });
    await handle.tap();
    await expect(reader).toHaveAttribute("data-beside");
    await expect(field).toBeHidden();
    // Not its box, which is smaller while it is between the bars.
    expect(await page.locator(".reader-stage").evaluate((stage) => stage.clientWidth)).toBe(180);
    expect((await panel.boundingBox())?.width).toBe(180);

    await panel.getByRole("button", { name: "Första kapitlet", exact: true, expanded: false }).tap();
    await expect(field).toHaveValue("En lykta");
    await handle.tap();
    await withBars(page, async () => {
      const tops = await page
        .locator(".reader-bar-bottom > div:last-of-type button, .reader-bar-top button")
        .evaluateAll((buttons) =>
          buttons.filter((one) => one.checkVisibility()).map((one) => (one as HTMLElement).getBoundingClientRect()),
        );
      const rows = new Set(tops.map(({ top, height }) => Math.round(top + height / 2)));
      expect(rows.size).toBe(2);
      expect(tops.every(({ left, right }) => left >= 0 && right <= 360)).toBe(true);
    });
  });
});

test("given long paragraphs and a window that is narrowed and widened several times, then the same text is shown again", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 700 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page);
  const paragraph = Array.from({ length: 900 }, (_, index) => `word${index}`).join(" ");
  const chapter = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body>${Array.from({ length: 6 }, (_, index) => `<p>P${index} ${paragraph}</p>`).join("")}</body></html>`;
  await openReader(page, await addBookToProduct(await writeEpub(epubFiles({ "EPUB/one.xhtml": chapter }))));
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press("PageDown");
  const before = await firstWord(page);
  for (const [width, column] of [
    [590, 590],
    [380, 380],
    [720, 360],
    [340, 340],
    [1200, 600],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    // The layout follows the size after a while, and the font of a document that is loaded again after that.
    await expect.poll(() => columnWidth(page)).toBe(`${column}px`);
    await expect.poll(() => isOnPage(page, before)).toBe(true);
  }
  await expect.poll(() => firstWord(page)).toBe(before);
});

function columnWidth(page: Page): Promise<string | undefined> {
  return page.locator(".book-spread[data-shown] iframe").evaluate((element) => {
    const root = (element as HTMLIFrameElement).contentDocument?.documentElement;
    return root && getComputedStyle(root).columnWidth;
  });
}

/** The first whole word of the shown page, with its paragraph's number. */
function firstWord(page: Page): Promise<string> {
  return page.locator(".book-spread[data-shown] iframe").evaluate((element) => {
    const frame = element as HTMLIFrameElement;
    const content = frame.contentDocument;
    for (const paragraph of Array.from(content?.querySelectorAll("p") ?? [])) {
      const node = paragraph.firstChild as Text;
      for (const match of node.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + 1);
        const { left } = range.getBoundingClientRect();
        if (left >= 0 && left < frame.clientWidth) return `${node.data.split(" ")[0]} ${match[0]}`;
      }
    }
    return "";
  });
}

/** Whether a word, as returned by `firstWord`, is on the shown page. */
function isOnPage(page: Page, word: string): Promise<boolean> {
  return page.locator(".book-spread[data-shown] iframe").evaluate((element, wanted) => {
    const frame = element as HTMLIFrameElement;
    const [number = "", text = ""] = wanted.split(" ");
    const paragraphs = Array.from(frame.contentDocument?.querySelectorAll("p") ?? []);
    const node = paragraphs.find((one) => one.textContent?.startsWith(`${number} `))?.firstChild as Text | undefined;
    // A document that is loaded again for another size.
    if (!node) return false;
    const range = document.createRange();
    range.setStart(node, node.data.indexOf(text));
    range.setEnd(node, node.data.indexOf(text) + 1);
    const { left } = range.getBoundingClientRect();
    return left >= 0 && left < frame.clientWidth;
  }, word);
}
