import { expect, type Page, test } from "@playwright/test";
import { narratedBook } from "../support/narrated-book";
import { addBookToProduct, litTexts, openReader, recordLight, shownFrame, signIn } from "../support/reader-visit";

/** A book that is broken in one place reads in all others; what is missing is said once, quietly. docs/product/reader.md#errors. */

const chapters = [["The rope was coiled.", "It was wet."], ["The boat was loose."]];

async function openBroken(page: Page, missing: string): Promise<void> {
  const title = `Without ${missing}`;
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const said: string[] = [];
    Object.assign(window, { said });
    let before = "";
    const look = () => {
      requestAnimationFrame(look);
      const text = document.querySelector("main [aria-live=polite] p")?.textContent ?? "";
      if (text !== before && text !== "") said.push(text);
      before = text;
    };
    requestAnimationFrame(look);
  });
  await openReader(page, await addBookToProduct(await narratedBook({ chapters, title, missing: [missing] })));
}

const said = (page: Page) => page.evaluate(() => (window as { said?: string[] }).said);

test.beforeEach(async ({ page }) => {
  await recordLight(page);
  await signIn(page);
});

test("a missing document is passed over", async ({ page }) => {
  await openBroken(page, "EPUB/c1.xhtml");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  await expect.poll(() => said(page)).toEqual(["En del av boken kan inte visas här."]);
});

for (const missing of ["EPUB/c1.wav", "EPUB/c1.smil"]) {
  test(`without ${missing} the pages are shown, and the next chapter is heard`, async ({ page }) => {
    await openBroken(page, missing);
    await page.keyboard.press("Space");
    await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => litTexts(page)).toContain("The boat was loose.");
    expect(await said(page)).toEqual(["En del av rösten kunde inte laddas."]);
  });
}
