import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { readerShown, withBars } from "#tests/support/open-reader";

/** A visitor opens a whole book from the front page. docs/product/choices.md#books. */

test("a visitor opens and hears a sample book, nothing is recorded, and closing leads back to the front page", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && request.method() !== "HEAD") calls.push(`${request.method()} ${request.url()}`);
  });
  await page.goto("/");
  await page.getByRole("link", { name: /Vem lyser i skogen/ }).click();
  await readerShown(page).waitFor();
  await expect(page).toHaveURL(/\/try\/lyktan$/);
  const reader = page.locator("[data-reader]");
  await expect(reader).toHaveAttribute("data-hydrated");
  await page.keyboard.press("Space");
  await expect(reader).toHaveAttribute("data-playing", "true");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: /bokmärke/i })).toHaveCount(0);
  await withBars(page, () => page.getByRole("button", { name: "Stäng", exact: true }).first().click());
  await expect(page).toHaveURL(/\/$/);
  expect(calls).toEqual([]);
});

test("given a book that is no sample, then there is no such page", async ({ page }) => {
  const response = await page.goto("/try/qamar");
  expect(response?.status()).toBe(404);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the front page shows what families can buy, and a sample says that it needs script and leads back", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Prova gratis i 14 dagar" })).toHaveAttribute(
      "href",
      "/signup?plan=trial",
    );
    await expect(page.getByRole("heading", { name: "För familjer" })).toBeVisible();
    await page.getByRole("link", { name: /Vem lyser i skogen/ }).click();
    await expect(page.locator(".reader-without-script a")).toHaveAttribute("href", "/");
  });
});
