import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";

/** A family signs up and pays in the provider's card form. docs/product/shell.md#sign-up-payment. */

async function register(page: Page): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("Förnamn").fill("Ida");
  await page.getByLabel("Efternamn").fill("Berg");
  await page.getByLabel("E-post").fill(`${randomUUID()}@home.example`);
  await page.locator("input[name=password]").fill("lantern-otter-7");
  await page.locator("input[name=privacy]").check();
  await page.getByRole("button", { name: "Fortsätt till betalning" }).click();
  await page.waitForURL("**/signup/payment");
}

async function pay(page: Page, number: string): Promise<void> {
  const card = page.locator("iframe[title*=kort i]").first().contentFrame();
  await card.locator("[autocomplete=cc-number]").fill(number);
  await card.locator("[autocomplete=cc-exp]").fill("1230");
  await card.locator("[autocomplete=cc-csc]").fill("123");
  await page.getByRole("button", { name: /^Betala/ }).click();
}

test("given a declined card and then a good one, a family reads", async ({ page }) => {
  await register(page);
  await pay(page, "4000000000000002");
  await expect(page.getByText("Banken nekade kortet.")).toBeVisible();
  await pay(page, "4242424242424242");
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
  await page.goto("/subscription");
  await expect(page.getByRole("button", { name: "Avsluta abonnemanget" })).toBeVisible();
  await expect(page.getByText("Betald")).toBeVisible();
});
