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
  await page.goto(at(realm, path), { waitUntil: "networkidle" });
}
