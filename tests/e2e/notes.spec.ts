import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { openReader, readerShown, shownFrame, signIn } from "#tests/support/open-reader";

/** Selecting text, highlights and notes. docs/product/reader.md#highlights-and-notes. */

const chapters = [["The rope was coiled on the deck."], ["The boat was loose."]];
let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await narratedBook({ chapters, title: "The rope with notes" }));
});

/** The texts that a decoration draws in the shown documents. */
const drawn = (page: Page, name: string) =>
  page.evaluate((name) => {
    const frames = [...document.querySelectorAll<HTMLIFrameElement>(".book-spread[data-shown] iframe")];
    return frames.flatMap((frame) => {
      const view = frame.contentWindow as (Window & typeof globalThis) | null;
      return Array.from(view?.CSS.highlights.get(name) ?? [], String);
    });
  }, name);

test("given text selected by keyboard, then it can be marked and noted, is listed, drawn again, and removed with undo", async ({
  page,
}) => {
  await signIn(page, "student.se");
  await openReader(page, bookId);
  await page.keyboard.press("s");
  const bar = page.getByRole("complementary", { name: "Markerad text" });
  await bar.waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await expect(bar.getByRole("button", { name: "Gul" })).toBeFocused();
  await bar.getByRole("button", { name: "Blå" }).press("Enter");
  await expect.poll(() => drawn(page, "fabel-note-blue")).toEqual(["rope was"]);
  await expect(bar).toHaveCount(0);

  await page.keyboard.press("Control+Alt+n");
  await page.getByRole("tab", { name: "Anteckningar" }).click();
  const list = page.getByRole("tabpanel");
  await list.getByRole("button", { name: "Ändra anteckningen: rope was" }).click();
  await page.getByLabel("Din anteckning").fill("Why a rope?");
  await page.keyboard.press("Control+Enter");
  await expect(list.getByText("Why a rope?")).toBeVisible();

  await page.reload();
  await readerShown(page).waitFor();
  await expect.poll(() => drawn(page, "fabel-note-blue")).toEqual(["rope was"]);
  await page.keyboard.press("Control+Alt+n");
  await page.getByRole("tab", { name: "Anteckningar" }).click();
  await list.getByLabel("Visa i texten").click();
  await expect.poll(() => drawn(page, "fabel-note-blue")).toEqual([]);
  await list.getByLabel("Visa i texten").click();
  await expect.poll(() => drawn(page, "fabel-note-blue")).toEqual(["rope was"]);
  await list.getByRole("button", { name: "Ta bort Why a rope?" }).click();
  await expect.poll(() => drawn(page, "fabel-note-blue")).toEqual([]);
  await list.getByRole("button", { name: "Återställ Why a rope?" }).click();
  await expect.poll(() => drawn(page, "fabel-note-blue")).toEqual(["rope was"]);
});

test("given text selected by mouse, then a tap elsewhere ends the selection and does not play", async ({ page }) => {
  await signIn(page, "guardian.se");
  const reader = await openReader(page, bookId);
  const sentence = shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled");
  const bar = page.getByRole("complementary", { name: "Markerad text" });
  await expect(async () => {
    const box = await sentence.boundingBox();
    if (!box) throw new Error("The sentence is not shown");
    await page.mouse.move(box.x + 4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect(bar).toBeVisible({ timeout: 1000 });
  }).toPass();
  await sentence.click({ position: { x: 200, y: 8 } });
  await expect(bar).toHaveCount(0);
  await expect(reader).toHaveAttribute("data-playing", "false");
});
