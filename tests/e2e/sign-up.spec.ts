import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { bankOf, enterCard, fillAccount, fillCheckout, registerFamily } from "#tests/support/sign-up-form";

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
  await expect(page.getByRole("button", { name: "Säg upp abonnemanget" })).toBeVisible();
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

test("given a declined card, then Try again shows an empty form, a later visit no decline, and another card pays once", async ({
  page,
}) => {
  await registerFamily(page);
  await page.getByText("Har du en rabattkod?").click();
  await page.getByLabel("Rabattkod").fill("welcome20");
  await page.getByRole("button", { name: "Använd", exact: true }).click();
  await expect(page.getByText("63,20 kr").first()).toBeVisible();
  const box = page.getByLabel(/^Jag begär att abonnemanget börjar direkt/);
  await expect(box).not.toBeChecked();
  await box.check();
  await enterCard(page, "4000000000009995", /^Betala/);
  const reason = page.getByText("Det finns inte tillräckligt med pengar på kortet.");
  await expect(reason).toBeVisible();
  await page.getByRole("button", { name: "Försök igen" }).click();
  await expect(page.getByRole("button", { name: /^Betala 63,20/ })).toBeVisible();
  await expect(reason).toBeHidden();
  await page.goto("/signup/payment");
  await expect(page.getByRole("button", { name: /^Betala 63,20/ })).toBeVisible();
  await expect(reason).toBeHidden();
  await enterCard(page, "4242424242424242", /^Betala/);
  await expect(page.getByText("Betalt i dag")).toBeVisible();
  await expect(page.getByText(/^Kvittot är på väg till /)).toBeVisible();
  await page.getByRole("button", { name: "Lägg till ett barn" }).click();
  await page.waitForURL("**/profile/children/new");
});

test("given the trial, then it starts without a card and opens the shelf", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Skapa konto" }).click();
  await page.waitForURL("**/signup");
  await expect(page.getByLabel(/^Gratis provperiod/)).toBeChecked();
  await fillAccount(page);
  await page.getByRole("button", { name: "Börja provperioden" }).click();
  await page.waitForURL("**/signup/success");
  await expect(page.getByText(/^Du kan läsa gratis till och med/)).toBeVisible();
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("given a card that the provider's page declines, then the payment step says so once, and Try again leads to a payment", async ({
    page,
  }) => {
    await registerFamily(page);
    await page.getByLabel(/^Jag begär att abonnemanget börjar direkt/).check();
    await page.getByRole("button", { name: /^Betala/ }).click();
    await fillCheckout(page, "4000000000009995");
    await expect(page.getByRole("alert")).toBeVisible();
    const reason = page.getByText("Det finns inte tillräckligt med pengar på kortet.");
    await revisitUntil(page, reason);
    await page.goto("/signup/payment");
    await expect(reason).toBeHidden();
    await page.getByRole("button", { name: "Fortsätt betala" }).click();
    await page.getByRole("button", { name: /^Betala/ }).click();
    await fillCheckout(page, "4000000000000002");
    await expect(page.getByRole("alert")).toBeVisible();
    await revisitUntil(page, page.getByText("Banken nekade kortet."));
    await page.getByRole("button", { name: "Försök igen" }).click();
    await expect(page.getByText("Banken nekade kortet.")).toBeHidden();
    await page.getByRole("button", { name: /^Betala/ }).click();
    await fillCheckout(page, "4242424242424242");
    await page.waitForURL("**/signup/success**");
    await expect(page.getByText("Betalt i dag")).toBeVisible();
    await page.getByRole("button", { name: "Börja läsa" }).click();
    await page.waitForURL("**/bookshelf");
  });

  test("a family pays on the provider's page and opens the shelf", async ({ page }) => {
    await registerFamily(page);
    await page.getByRole("button", { name: /^Betala/ }).click();
    await fillCheckout(page, "4242424242424242");
    await page.waitForURL("**/signup/success**");
    await page.getByRole("button", { name: "Börja läsa" }).click();
    await page.waitForURL("**/bookshelf");
  });
});

/** Opens the payment step until the provider's event about the declined card has arrived: visits before that show no decline. */
async function revisitUntil(page: Page, reason: Locator): Promise<void> {
  await expect(async () => {
    await page.goto("/signup/payment");
    expect(await reason.count()).toBe(1);
  }).toPass();
}
