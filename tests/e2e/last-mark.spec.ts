import { expect, test } from "@playwright/test";
import { narratedBook } from "../support/narrated-book";
import { addBookToProduct, openReader, shownFrame, signIn } from "../support/reader-visit";

/** Who comes back reads on where they stopped. Spec 2, section 1. */

const chapters = [["The rope was coiled."], ["The boat was loose."], ["The lake was wide."]];

test("the shelf leads back to the page that a reader stopped at, and a finished book begins anew", async ({ page }) => {
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

  const [last] = await Promise.all([saved(), page.keyboard.press("ArrowRight")]);
  expect(last.status()).toBe(204);
  await page.goto("/bookshelf");
  await expect(underWay.getByRole("link", { name: title })).toHaveCount(0);
  await page.getByRole("link", { name: title }).click();
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled.")).toBeVisible();
});

test("a named page is found again, and one that was taken out can be put back", async ({ page }) => {
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
  await page.getByRole("button", { name: "Lägg tillbaka The boat!" }).click();
  await page.getByRole("button", { name: /^The boat!/ }).click();
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
});
