import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { clickInBars, openReader, readerShown, shownFrame } from "#tests/support/open-reader";
import { familyPassword, registerFamily } from "#tests/support/sign-up-form";

/** Two children of one family on one device. docs/product/choices.md#who-and-where. */

const title = "The boat of two children";
const chapters = [["The rope was coiled."], ["The boat was loose."], ["The lake was wide."]];

async function addChild(page: Page, name: string): Promise<void> {
  await page.goto("/profile/children/new");
  await page.getByLabel("Namn").fill(name);
  await page.getByRole("button", { name: "Lägg till barnet" }).click();
  await page.waitForURL("**/profile*");
  await expect(page.getByText(`${name} har lagts till`)).toBeVisible();
}

async function choose(page: Page, name: string): Promise<void> {
  await page.goto("/who-is-reading");
  await expect(page.getByRole("heading", { name: "Vem läser?" })).toBeVisible();
  await page.getByRole("button", { name }).click();
  await page.waitForURL("**/bookshelf");
  await expect(page.getByRole("link", { name: `Läser som ${name}` })).toBeVisible();
}

/** Opens the book and expects the current profile's position and playback rate. */
async function readOn(page: Page, bookId: string, { chapter, rate }: { chapter: number; rate: string }): Promise<void> {
  await page.goto(`/reader/${bookId}`);
  await readerShown(page).waitFor();
  await expect(shownFrame(page, `EPUB/c${chapter}.xhtml`).getByText(chapters[chapter - 1]?.[0] ?? "")).toBeVisible();
  const tempo = page.getByRole("slider", { name: "Tempo" });
  await clickInBars(page, page.getByRole("button", { name: "Tempo" }), tempo);
  await expect(tempo).toHaveValue(rate);
}

test("each child has their own shelf, position and settings, and the parents' pages require the password", async ({
  page,
}) => {
  const bookId = await addBookToProduct(await narratedBook({ chapters, title }));
  const email = await registerFamily(page);
  await page.getByRole("button", { name: "Börja provperioden" }).click();
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
  await addChild(page, "Alma");
  await addChild(page, "Bo");

  await choose(page, "Alma");
  await page.goto(`/books/${bookId}`);
  await page.getByRole("button", { name: "Lägg i min hylla" }).click();
  await expect(page.getByRole("button", { name: "Ta bort från min hylla" })).toBeVisible();
  await openReader(page, bookId);
  const saved = (end: string) => page.waitForResponse((response) => response.url().endsWith(end));
  const [mark] = await Promise.all([saved(`/reader/${bookId}/lastmark`), page.keyboard.press("ArrowRight")]);
  const [settings] = await Promise.all([saved("/reader/settings"), page.keyboard.press("Alt+ArrowUp")]);
  expect([mark.status(), settings.status()]).toEqual([204, 204]);

  await choose(page, "Bo");
  await expect(page.getByRole("region", { name: "Läs vidare" })).toHaveCount(0);
  await page.goto("/bookshelf?place=mine");
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);
  await readOn(page, bookId, { chapter: 1, rate: "100" });

  await choose(page, "Alma");
  await expect(page.getByRole("region", { name: "Läs vidare" }).getByRole("link", { name: title })).toBeVisible();
  await page.goto("/bookshelf?place=mine");
  await expect(page.getByRole("link", { name: title }).first()).toBeVisible();
  await readOn(page, bookId, { chapter: 2, rate: "110" });

  for (const path of ["/profile", "/settings", "/subscription", "/signup/payment"]) {
    await page.goto(path);
    await page.waitForURL("**/login?**");
    await expect(page.getByText("Ett barn läser på den här enheten.")).toBeVisible();
  }
  await page.goto("/who-is-reading");
  await page.getByRole("button", { name: "För mig själv" }).click();
  await page.waitForURL("**/login?**");
  await page.locator("input[name=username]").fill(email);
  await page.locator("input[name=password]").fill(familyPassword);
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL("**/bookshelf");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Barn" })).toBeVisible();
});
