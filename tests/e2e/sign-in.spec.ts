import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser-test";

const password = "demo-Passw0rd";

async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(secret);
  await page.locator("input[name=password]").press("Enter");
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`signing in, script ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("keeps the username after a wrong password, returns to the requested page, and ends on log-out", async ({
      page,
      context,
    }) => {
      await page.goto("/profile");
      await expect(page).toHaveURL(/\/login\?reauthenticate=true&redirect=%2Fprofile$/);
      await logIn(page, "guardian.se", "not the password");
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(page.locator("input[name=username]")).toHaveValue("guardian.se");
      // The page's HTML must never contain a typed password.
      expect(await page.content()).not.toContain("not the password");
      await logIn(page, "guardian.se");
      await expect(page).toHaveURL(/\/profile$/);
      await expect(page.getByText("guardian.se", { exact: true })).toBeVisible();

      const cookies = await context.cookies();
      expect(cookies.find((cookie) => cookie.name === "fabel_session")).toMatchObject({
        httpOnly: true,
        sameSite: "Lax",
      });
      // Tokens must be neither in the page nor in a cookie.
      expect(await page.content()).not.toMatch(/eyJ[\w-]{10,}\./);
      expect(JSON.stringify(cookies)).not.toMatch(/eyJ[\w-]{10,}\./);

      await page.goto("/logout");
      await page.goto("/profile");
      await expect(page).toHaveURL(/\/login/);
    });
  });
}
