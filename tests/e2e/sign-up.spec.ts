import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { bankOf, enterCard, registerFamily } from "#tests/support/sign-up-form";

/** A family signs up and pays with the provider's card form. docs/product/shell.md#sign-up-payment. */

test("given a blocked script, a blocked card form and a declined card, then retries let a family pay and read", async ({
  page,
}) => {
  await page.route("**/test-payments/stripe.js", (route) => route.abort());
  await registerFamily(page);
  await expect(page.getByText("Betalningsleverantören kan inte nås.")).toBeVisible();
  await page.unroute("**/test-payments/stripe.js");
  await page.route("**/test-payments/element?*", (route) => route.abort());
  await page.getByRole("button", { name: "Försök igen" }).click();
  await expect(page.getByText("Kortformuläret kunde inte laddas.")).toBeVisible();
  await page.unroute("**/test-payments/element?*");
  await page.getByRole("button", { name: "Försök igen" }).click();
  await enterCard(page, "4000000000000002", /^Betala/);
  await expect(page.getByText("Banken nekade kortet.")).toBeVisible();
  await enterCard(page, "4242424242424242", /^Betala/);
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
  await page.goto("/subscription");
  await expect(page.getByRole("button", { name: "Avsluta abonnemanget" })).toBeVisible();
  await expect(page.getByText("Betald")).toBeVisible();
});

test("given a card that requires authentication, then only a confirmation opens the shelf", async ({ page }) => {
  await registerFamily(page);
  await enterCard(page, "4000000000003220", /^Betala/);
  await bankOf(page).getByRole("button").last().click();
  await expect(page.getByText("Banken bekräftade inte att det är du.")).toBeVisible();
  await page.goto("/bookshelf");
  await page.waitForURL("**/signup/payment");
  await enterCard(page, "4000000000003220", /^Betala/);
  await bankOf(page).getByRole("button").first().click();
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a family pays on the provider's page and opens the shelf", async ({ page }) => {
    await registerFamily(page);
    await page.getByRole("button", { name: /^Betala/ }).click();
    await page.locator("[name=number]").fill("4242424242424242");
    await page.locator("[name=expiry]").fill("12/30");
    await page.locator("[name=cvc]").fill("123");
    await page.locator("[name=name]").fill("Ida Berg");
    await page.getByRole("button").click();
    await page.waitForURL("**/signup/success**");
    await page.getByRole("button", { name: "Börja läsa" }).click();
    await page.waitForURL("**/bookshelf");
  });
});
