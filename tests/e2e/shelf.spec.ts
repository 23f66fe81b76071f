import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { signIn } from "#tests/support/open-reader";

/** The bookshelf: search, filters and books in progress. docs/product/choices.md#books. */

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("given a search with typing errors, then the shelf shows close matches and names the search", async ({ page }) => {
  await page.goto("/bookshelf");
  await page.getByRole("searchbox").fill("clok mendr");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/q=clok\+mendr/);
  await expect(page.getByRole("status").filter({ hasText: "clok mendr" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^The Clock Mender/ })).toBeVisible();
});

test("given a chosen filter, then the address contains it, and its chip removes it", async ({ page }) => {
  await page.goto("/bookshelf");
  await page.getByText("Filtrera och sortera").click();
  await page.getByRole("combobox", { name: "Teckenspråk" }).selectOption("yes");
  await expect(page).toHaveURL(/signed=yes/);
  await expect(page.getByRole("link", { name: /^Vem lyser i skogen/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^The Clock Mender/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Ta bort filter: Teckenspråk: Med teckenspråk" }).click();
  await expect(page).not.toHaveURL(/signed/);
});

test("given chosen accessibility, then only books that claim it are found, and the box keeps the focus", async ({
  page,
}) => {
  await page.goto("/bookshelf");
  await page.getByText("Filtrera och sortera").click();
  const box = page
    .getByRole("group", { name: "Tillgänglighet" })
    .getByRole("checkbox", { name: "Texten kan göras större" });
  await box.focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/adjustable=yes/);
  await expect(page.getByRole("link", { name: /^The Clock Mender/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Vem lyser i skogen/ })).toHaveCount(0);
  await expect(box).toBeFocused();
  await page.getByRole("link", { name: "Ta bort filter: Texten kan göras större" }).click();
  await expect(page).not.toHaveURL(/adjustable/);
  await expect(box).not.toBeChecked();
});

test("given a book in progress, then it can be removed from Läs vidare and restored", async ({ page }) => {
  await page.goto("/bookshelf");
  const underWay = page.getByRole("region", { name: "Läs vidare" });
  const first = underWay.getByRole("listitem").first();
  const button = first.getByRole("button", { name: /^Ta bort .+ från Läs vidare$/ });
  const name = await button.getAttribute("aria-label");
  await button.click();
  await expect(page.getByRole("button", { name: name ?? "" })).toHaveCount(0);
  await page.getByRole("button", { name: "Lägg tillbaka" }).click();
  await expect(page.getByRole("button", { name: name ?? "" })).toBeVisible();
});

test("given a book's page, then it links to the reader and to its author's page", async ({ page }) => {
  await page.goto("/books/lyktan");
  await expect(page.getByRole("heading", { level: 1, name: "Vem lyser i skogen?" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Läs", exact: true })).toHaveAttribute("href", "/reader/lyktan");
  await page.getByRole("link", { name: "Tove Lindqvist-Alm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tove Lindqvist-Alm" })).toBeVisible();
});

test("given a book's page, then the book can be added to the user's shelf and removed", async ({ page }) => {
  await page.goto("/books/fjordpost");
  await page.getByRole("button", { name: "Lägg i min hylla" }).click();
  await expect(page.getByRole("button", { name: "Ta bort från min hylla" })).toBeVisible();
  await page.goto("/bookshelf?place=mine");
  await expect(page.getByRole("link", { name: /^Fjordpost/ })).toBeVisible();
  await page.getByRole("link", { name: "Om Fjordpost" }).click();
  await page.getByRole("button", { name: "Ta bort från min hylla" }).click();
  await expect(page.getByRole("button", { name: "Lägg i min hylla" })).toBeVisible();
});

test("given an unknown book, then its page shows a message and links to the bookshelf", async ({ page }) => {
  await page.goto("/books/nowhere");
  await expect(page.getByText("Boken finns inte här, eller så har den tagits bort.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Bokhyllan" }).click();
  await expect(page).toHaveURL(/\/bookshelf$/);
});
