import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { openReader, signIn } from "#tests/support/open-reader";

/** Books in vertical writing: their last screen has text. docs/product/reader.md#layout. */

const paragraph =
  "<p>吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所で泣いていた。</p>";

/** Number of texts that are drawn on the shown screen. */
function textsOnScreen(page: Page): Promise<number> {
  return page.locator(".book-spread[data-shown] iframe").evaluate((element) => {
    const frame = element as HTMLIFrameElement;
    const content = frame.contentDocument as Document;
    const range = content.createRange();
    return Array.from(content.querySelectorAll("p")).filter((one) => {
      range.selectNodeContents(one);
      return Array.from(range.getClientRects()).some(({ top, bottom }) => bottom > 1 && top < frame.clientHeight - 1);
    }).length;
  });
}

for (const [name, body] of [
  ["text alone", paragraph.repeat(14)],
  [
    "a box at its end that is taller than the screen",
    `${paragraph.repeat(14)}<div style="height:1500px"><p>終</p></div>`,
  ],
] as const) {
  test(`given ${name}, then each screen to the last has text`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(page);
    const chapter = `<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="ja"><head><title>一</title><style>html{writing-mode:vertical-rl}</style></head><body>${body}</body></html>`;
    await openReader(page, await addBookToProduct(await writeEpub(epubFiles({ "EPUB/one.xhtml": chapter }))));
    const top = () =>
      page
        .locator(".book-spread[data-shown] iframe")
        .evaluate((frame) => (frame as HTMLIFrameElement).contentDocument?.documentElement.scrollTop ?? -1);
    let screens = 1;
    expect(await textsOnScreen(page)).toBeGreaterThan(0);
    // The card at the end of the book follows the last screen.
    for (; !(await page.getByText("Slut", { exact: true }).isVisible()) && screens < 12; screens += 1) {
      const before = await top();
      await page.keyboard.press("PageDown");
      await expect
        .poll(async () => (await top()) > before || (await page.getByText("Slut", { exact: true }).isVisible()))
        .toBe(true);
      expect(await textsOnScreen(page)).toBeGreaterThan(0);
    }
    expect(screens).toBeGreaterThan(2);
  });
}
