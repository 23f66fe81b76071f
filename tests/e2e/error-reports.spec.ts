import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { openPage } from "#tests/support/open-page";

/** docs/product/shell.md#errors: errors are sent to an error-reporting service. */

test("an uncaught error in the browser is reported without email address or query", async ({ page }) => {
  const reports = process.env.FABEL_REPORTS ?? "";
  await openPage(page, "/login?redirect=/profile");
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError("thrown on purpose for elsa@skola.example");
    });
  });
  const reported = async () => (await fetch(reports)).text();
  await expect.poll(reported).toContain("thrown on purpose for [address] (/login)");
  const report = await reported();
  expect(report).toContain('"where":"browser"');
  expect(report).not.toContain("elsa@skola.example");
});
