import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { logIn } from "#tests/support/open-page";

/** Bulk actions on people selected in a list. The texts are those of the realm, Swedish. */

test("an administrator creates new passwords for two selected students and downloads them as a PDF", async ({
  page,
}) => {
  await logIn(page, "admin.se", "/controlpanel/students?sortBy=name&sortDesc=false&page=2");
  const boxes = page.locator("tbody").getByRole("checkbox");
  const button = page.locator("button[name=act][value=passwords]");
  await expect(button).toBeHidden();
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expect(page.getByRole("status").filter({ hasText: "2 valda" })).toBeAttached();
  await button.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nya lösenord för 2 personer");
  await page.getByRole("button", { name: "Skapa 2 lösenord" }).click();
  await expect(page.getByText("2 personer har nya lösenord.")).toBeVisible();
  const fetched = page.waitForEvent("download");
  await page.getByRole("link", { name: "Ladda ner" }).click();
  const file = await fetched;
  expect(file.suggestedFilename()).toMatch(/^Lösenord .*\d{4}-\d\d-\d\d\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an administrator exports all people who match the list's search as CSV", async ({ page }) => {
    await logIn(page, "admin.se", "/controlpanel/students?searchString=andersson");
    const rowCount = await page.locator("tbody tr").count();
    expect(rowCount).toBeGreaterThan(0);
    await page.getByRole("button", { name: "CSV" }).click();
    // The page reloads itself until the job is done.
    const link = page.getByRole("link", { name: "Ladda ner" });
    await expect(link).toBeVisible();
    const fetched = page.waitForEvent("download");
    await link.click();
    const text = await readFile(await (await fetched).path(), "utf8");
    expect(text).toMatch(/^\uFEFFNamn;Användarnamn;/);
    const rows = text.trimEnd().split("\r\n").slice(1);
    expect(rows.length).toBeGreaterThanOrEqual(rowCount);
    for (const row of rows) expect(row.toLowerCase()).toContain("andersson");
  });

  /** Submits the list's form without a selection, which shows a notice on the list. */
  async function noticeOnList(page: Page) {
    await page.setViewportSize({ width: 390, height: 844 });
    await logIn(page, "admin.se", "/controlpanel/students");
    await page.locator("button[name=act][value=passwords]").click();
    const notice = page.getByText("Välj först någon i listan");
    await expect(notice).toBeVisible();
    return notice;
  }

  test("a notice disappears by itself and no longer covers the list (docs/product/shell.md#notices)", async ({
    page,
  }) => {
    const notice = await noticeOnList(page);
    await page.mouse.move(0, 0);
    await expect(notice).toBeHidden({ timeout: 30_000 });
    await page.getByRole("checkbox", { name: /Välj alla \d/ }).check();
  });

  test("a hovered notice stays until its button closes it on the same page", async ({ page }) => {
    const notice = await noticeOnList(page);
    await notice.hover();
    const address = page.url();
    await page.getByRole("button", { name: "Stäng" }).click();
    await expect(notice).toBeHidden();
    expect(page.url()).toBe(address);
  });

  test("given a move without a target, then the form shows an error and keeps the selection", async ({ page }) => {
    await logIn(page, "admin.se", "/controlpanel/students?sortBy=name&sortDesc=true");
    await page.locator("tbody input[name=ids]").first().check();
    await page.locator("button[name=act][value=move]").click();
    await page.getByRole("button", { name: "Flytta 1 person" }).click();
    const group = page.getByLabel("Klass eller grupp");
    await expect(group).toHaveAccessibleDescription(/Välj vart de ska/);
    await page.getByRole("alert").getByRole("link", { name: "Välj vart de ska" }).click();
    await expect(group).toBeFocused();
    await group.selectOption({ index: 1 });
    await page.getByRole("button", { name: "Flytta 1 person" }).click();
    await expect(page.getByText("1 person flyttades.")).toBeVisible();
  });
});
