import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";

/** The first pages in a real browser: the content policy allows all of their scripts and styles. */

/** Plain pages have no interaction and load no framework script. */
const pages = [
  { path: "/", isPlain: true },
  { path: "/privacy", isPlain: true },
  { path: "/legal/cookies", isPlain: true },
  { path: "/login", isPlain: false },
];

for (const { path, isPlain } of pages) {
  test(`${path} is shown without errors or warnings on the console`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (isPlain) await expect(page.locator("script[src]")).toHaveCount(0);
    else await expect(page.locator("html")).toHaveAttribute("data-hydrated");
    expect(complaints).toEqual([]);
  });
}

test("the host name selects the realm, and plain localhost is Sweden", async ({ page, baseURL }) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "sv");
  const finland = new URL(String(baseURL));
  finland.hostname = "fi.localhost";
  await page.goto(finland.href);
  await expect(page.locator("html")).toHaveAttribute("lang", "fi");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the landing page shows its heading", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
