import type { Browser, BrowserContext } from "@playwright/test";

/** Storage state of a signed-in browser: contexts created with it are signed in too. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in on the login page with one of the demo accounts. README.md lists them. */
export async function signIn(browser: Browser, origin: string, username = "student.se"): Promise<Session> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.locator('input[name="username"]').fill(username);
    const password = page.locator('input[name="password"]');
    await password.fill("demo-Passw0rd");
    await password.press("Enter");
    await page.waitForURL((url) => !url.pathname.startsWith("/login"));
    return await context.storageState();
  } finally {
    await context.close();
  }
}
