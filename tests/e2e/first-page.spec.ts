import { expect, test } from "@playwright/test";

/** The first page in a real browser: its policy lets all of its own scripts and styles through, and nothing complains. */

/** Pages that only tell something come without the framework's script. */
const pages = [
  { path: "/", isPlain: true },
  { path: "/privacy", isPlain: true },
  { path: "/login", isPlain: false },
];

for (const { path, isPlain } of pages) {
  test(`${path} is shown without a word on the console`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The framework has taken over once its router is there.
    if (!isPlain) await page.waitForFunction(() => "__remixRouter" in window);
    expect(complaints).toEqual([]);
  });
}

test("a realm is asked for by host name, and plain localhost is Sweden", async ({ page, baseURL }) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "sv");
  const finland = new URL(String(baseURL));
  finland.hostname = "fi.localhost";
  await page.goto(finland.href);
  await expect(page.locator("html")).toHaveAttribute("lang", "fi");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the first page reads just the same", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
