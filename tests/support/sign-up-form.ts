import { randomUUID } from "node:crypto";
import type { FrameLocator, Page } from "@playwright/test";

/** Steps of a Swedish parent's sign-up and payment, in a browser. */

/** The password used by `registerFamily`. */
export const familyPassword = "lantern-otter-7";

/** Fills in the first page of sign-up with the monthly plan and continues to the payment. @returns the e-mail address, which is the username */
export async function registerFamily(page: Page, address = "/signup"): Promise<string> {
  await page.goto(address);
  await page.getByLabel(/^Månadsvis/).check();
  const email = await fillAccount(page);
  await page.getByRole("button", { name: "Fortsätt till betalning" }).click();
  await page.waitForURL("**/signup/payment");
  return email;
}

/** Fills in all but the plan. @returns the e-mail address */
export async function fillAccount(page: Page): Promise<string> {
  const email = `${randomUUID()}@home.example`;
  await page.getByLabel("Förnamn").fill("Ida");
  await page.getByLabel("Efternamn").fill("Berg");
  await page.getByLabel("E-post").fill(email);
  await page.locator("input[name=password]").fill(familyPassword);
  await page.locator("input[name=privacy]").check();
  return email;
}

/** Types a card into the provider's form and presses the button below it. */
export async function enterCard(page: Page, number: string, button: RegExp): Promise<void> {
  const card = page.locator("iframe[title*=kort i]").first().contentFrame();
  await card.locator("[autocomplete=cc-number]").fill(number);
  await card.locator("[autocomplete=cc-exp]").fill("1230");
  await card.locator("[autocomplete=cc-csc]").fill("123");
  await page.getByRole("button", { name: button }).click();
}

/** Pays on the provider's hosted page, which also works without script. */
export async function fillCheckout(page: Page, number: string): Promise<void> {
  await page.locator("[name=number]").fill(number);
  await page.locator("[name=expiry]").fill("12/30");
  await page.locator("[name=cvc]").fill("123");
  await page.locator("[name=name]").fill("Ida Berg");
  await page.getByRole("button").click();
}

/** The bank's authentication dialog, which the provider shows over the page. */
export function bankOf(page: Page): FrameLocator {
  return page.getByRole("dialog").frameLocator("iframe");
}
