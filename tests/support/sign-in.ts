import type { Browser, BrowserContextOptions } from "@playwright/test";

/** Who looks: a demo account by its role, or nobody. */
export type Viewer = "super" | "admin" | "teacher" | "student" | "guardian" | "family" | "visitor";

export const demoPassword = "demo-Passw0rd";

type SignedInState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** The address of a realm on a running product: `{realm}.localhost` resolves in a browser by itself. */
export function realmUrl(productUrl: string, realm: string): string {
  const url = new URL(productUrl);
  url.hostname = `${realm}.localhost`;
  return url.origin;
}

/** Logs a demo account in as a person does and returns what a browser context needs to stay so; nothing for a visitor. */
export async function signedIn(
  browser: Browser,
  origin: string,
  viewer: Viewer,
  realm = "se",
): Promise<SignedInState | undefined> {
  if (viewer === "visitor") return undefined;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("[name=username]").fill(`${viewer}.${realm}`);
  await page.locator("[name=password]").fill(demoPassword);
  await page.locator("[name=password]").press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  const state = await context.storageState();
  await context.close();
  return state;
}
