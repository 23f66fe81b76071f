import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { openPage } from "#tests/support/open-page";
import { familyPassword, registerFamily } from "#tests/support/sign-up-form";

/** A parent's PIN and books that are not for a child, without script and by keyboard. Decision 90. */

const pin = "4711";

/** A family on trial with one child. @returns its address */
async function beginFamily(page: Page): Promise<string> {
  const email = await registerFamily(page);
  await page.getByRole("button", { name: "Börja provperioden" }).click();
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
  await page.goto("/profile/children/new");
  await page.getByLabel("Namn").fill("Léon");
  await page.getByRole("button", { name: "Lägg till barnet" }).click();
  await expect(page.getByText("Léon har lagts till")).toBeVisible();
  return email;
}

async function typePin(page: Page): Promise<void> {
  const card = page.locator("#parent-pin");
  await card.locator("[name=pin]").fill(pin);
  await card.locator("form:has([name=pin]) [name=currentPassword]").fill(familyPassword);
  await card.locator("form:has([name=pin]) [name=currentPassword]").press("Enter");
}

test("without script, a parent sets a PIN and withholds a book; the child is told so, and only the PIN leads back", async ({
  page: scripted,
  browser,
}) => {
  await beginFamily(scripted);
  const baseURL = new URL(scripted.url()).origin;
  const storageState = await scripted.context().storageState();
  const page = await (await browser.newContext({ javaScriptEnabled: false, storageState, baseURL })).newPage();

  await page.goto("/profile");
  await typePin(page);
  await expect(page.getByText("Din PIN-kod har sparats.")).toBeVisible();
  await page.goto("/books/lyktan");
  await page.getByRole("button", { name: "Inte för Léon" }).click();
  await expect(page.getByRole("button", { name: "Tillåt igen för Léon" })).toBeVisible();

  await page.goto("/who-is-reading");
  await page.getByRole("button", { name: "Léon" }).click();
  await page.waitForURL("**/bookshelf");
  for (const path of ["/books/lyktan", "/reader/lyktan"]) {
    expect((await page.goto(path))?.status(), path).toBe(403);
    await expect(page.getByRole("heading", { name: "Den här boken finns inte i din hylla." })).toBeVisible();
    await expect(page.locator("main a[href*='/login']")).toHaveCount(0);
    await page.getByRole("link", { name: "Tillbaka till böckerna" }).click();
    await expect(page).toHaveURL(/\/(bookshelf|shelves)/);
  }

  await page.goto("/profile");
  await page.waitForURL("**/who-is-reading/parent?*");
  await page.locator("[name=pin]").fill("0000");
  await page.locator("[name=pin]").press("Enter");
  await expect(page.locator("[name=pin]")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("[name=pin]")).toBeFocused();
  await page.locator("[name=pin]").fill(pin);
  await page.locator("[name=pin]").press("Enter");
  await page.waitForURL("**/profile");

  await page.locator("#children li a").first().click();
  await page.locator("#withheld button").click();
  await expect(page.getByText("Léon ser boken igen och kan öppna den.")).toBeVisible();
  await expect(page.locator("#withheld")).toHaveCount(0);
  await page.context().close();
});

test("by keyboard, the focus stays where a PIN was set, a device ended and a mark taken back", async ({
  page,
  browser,
}) => {
  const email = await beginFamily(page);
  await openPage(page, new URL("/profile", page.url()).href);
  await typePin(page);
  await expect(page.locator("[aria-live]").filter({ hasText: "Din PIN-kod har sparats." })).toBeVisible();
  await expect(page.locator("#parent-pin")).toBeFocused();

  // Another device of the family.
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await openPage(other, new URL("/login", page.url()).href);
  await other.locator("[name=username]").fill(email);
  await other.locator("[name=password]").fill(familyPassword);
  await other.locator("[name=password]").press("Enter");
  await other.waitForURL(/who-is-reading|bookshelf/);
  await other.context().close();
  await openPage(page, new URL("/profile", page.url()).href);
  await page.locator("#devices form:has([name=id]) button").press("Enter");
  await expect(page.locator("#devices form:has([name=id])")).toHaveCount(0);
  await expect(page.locator("#devices")).toBeFocused();

  await openPage(page, new URL("/books/lyktan", page.url()).href);
  await page.getByRole("button", { name: "Inte för Léon" }).press("Enter");
  await expect(page.getByRole("button", { name: "Tillåt igen för Léon" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Inte för Léon" })).toBeVisible();
  await openPage(page, new URL("/profile", page.url()).href);
  await page.locator("#children li a").first().click();
  await page.locator("#withheld button").press("Enter");
  await expect(page.locator("#withheld")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
