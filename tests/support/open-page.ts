import type { Page } from "@playwright/test";
import { signedInCookies } from "./http-sign-in";
import { realmUrl } from "./sign-in";

/** URL of a path in a realm of the product under test; realms are distinguished by host. */
export function at(realm: string, path: string): string {
  return new URL(path, realmUrl(String(process.env.FABEL_URL), realm)).href;
}

/** Signs in a demo account (`admin.se`) in its own realm and opens a page; with script, waits until the page is hydrated. */
export async function logIn(page: Page, username: string, path: string): Promise<void> {
  const realm = username.split(".")[1] ?? "se";
  await page.context().addCookies(await signedInCookies(at(realm, "/"), username));
  await openPage(page, at(realm, path));
}

/** Opens a page; with script, waits until it is hydrated. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/**
 * Waits until React handles the page. A page that sends no script, or a context without script, has nothing to wait for.
 * After a navigation by script, the page has been hydrated long before.
 */
export async function waitForHydration(page: Page): Promise<void> {
  if (await page.evaluate(() => matchMedia("(scripting: none)").matches)) return;
  await page.locator("html[data-hydrated], html:not(:has(script[type=module]))").waitFor({ state: "attached" });
}
