import { expect } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { readerShown, shownFrame } from "#tests/support/open-reader";
import { registerFamily } from "#tests/support/sign-up-form";
import { readBadge } from "~/services/contracts/badge";

/** A parent joins a tablet to a child, and ends it. docs/security.md, line 35; decision 90. */

const title = "The tablet on the shelf";

test("a tablet joined by a link opens one child's books, refuses everything else and is ended by the parent", async ({
  page,
  browser,
}) => {
  const bookId = await addBookToProduct(await narratedBook({ chapters: [["The lamp was lit."]], title }));
  await registerFamily(page);
  await page.getByRole("button", { name: "Börja provperioden" }).click();
  await expect(page.locator("h1")).toBeFocused();
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
  await page.goto("/profile/children/new");
  await page.getByLabel("Namn").fill("Léon");
  await page.getByRole("button", { name: "Lägg till barnet" }).click();
  await expect(page.getByText("Léon har lagts till")).toBeVisible();
  await expect(page.locator("#children")).toBeFocused();

  await page.getByRole("link", { name: /Léon/ }).click();
  await page.getByRole("link", { name: "Anslut en surfplatta för Léon" }).click();
  await expect(page.getByLabel("Surfplattans namn")).toHaveValue("Surfplatta för Léon");
  await page.getByRole("button", { name: "Visa koden" }).click();
  await expect(page.getByRole("img", { name: "QR-kod som ansluter en surfplatta" })).toBeVisible();
  await expect(page.getByText("Rikta surfplattans kamera mot koden.")).toBeFocused();
  const shown = (await page.locator("p.font-mono").textContent()) ?? "";
  const code = readBadge(shown);

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const tablet = await context.newPage();
  await tablet.goto(`/login/device#${code}`);
  // The code leaves the address bar, and nothing is joined before a press.
  await expect(tablet.getByLabel("Kod")).toHaveValue(shown);
  expect(new URL(tablet.url()).hash).toBe("");
  await tablet.getByRole("button", { name: "Anslut surfplattan" }).click();
  await tablet.waitForURL("**/bookshelf");
  await expect(tablet.locator("h1")).toBeFocused();
  await expect(tablet.getByText("Läser som Léon").first()).toBeVisible();
  await tablet.goto(`/reader/${bookId}`);
  await readerShown(tablet).waitFor();
  await expect(shownFrame(tablet, "EPUB/c1.xhtml").getByText("The lamp was lit.")).toBeVisible();
  for (const path of ["/profile", "/who-is-reading", "/subscription", "/settings", "/profile/export"]) {
    expect((await tablet.goto(path))?.status(), path).toBe(403);
    await expect(tablet.getByText("Den här surfplattan öppnar bara ett barns böcker.")).toBeVisible();
  }

  await page.goto("/profile#devices");
  const line = page.locator("#devices li").filter({ hasText: "Surfplatta för Léon" });
  await expect(line).toContainText("för Léon");
  await line.getByRole("button", { name: "Logga ut" }).click();
  await expect(page.locator("#devices li")).toHaveCount(1);
  await tablet.goto("/bookshelf");
  await tablet.waitForURL("**/login/device");
  await expect(tablet.getByRole("heading", { name: "Den här surfplattan är inte längre ansluten" })).toBeVisible();
  await context.close();
});
