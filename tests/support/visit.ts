import type { Page } from "@playwright/test";
import { demoPassword, realmUrl } from "./sign-in";

/** The address of a path in a realm of the product under test; realms are told apart by host. */
export function at(realm: string, path: string): string {
  return new URL(path, realmUrl(String(process.env.FABEL_URL), realm)).href;
}

/** Logs a demo account (`admin.se`) in, in its own realm, on the way to a path. */
export async function logIn(page: Page, username: string, path: string): Promise<void> {
  await page.goto(at(username.split(".")[1] ?? "se", `/login?redirect=${encodeURIComponent(path)}`));
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(demoPassword);
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL((url) => url.pathname === path.split("?")[0]);
}
