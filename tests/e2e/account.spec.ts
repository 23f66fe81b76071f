import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { sessionOf } from "#tests/support/http-sign-in";
import { realmUrl } from "#tests/support/sign-in";

/** The user's own account, in a realm of each region, with and without script. */

const product = process.env.FABEL_URL ?? "";

for (const { realm, javaScriptEnabled } of [
  { realm: "us", javaScriptEnabled: true },
  { realm: "uk", javaScriptEnabled: false },
]) {
  test(`changing the email address by a mailed link, and saving settings: ${realm}, script ${javaScriptEnabled ? "on" : "off"}`, async ({
    browser,
  }) => {
    const origin = realmUrl(product, realm);
    const context = await browser.newContext({ javaScriptEnabled, baseURL: origin });
    await context.addCookies(await sessionOf(origin, "guardian", realm));
    const page = await context.newPage();

    await page.goto("/profile");
    await page.getByText("Change email address").click();
    const form = page.locator("form", { has: page.getByLabel("New email address") });
    await form.getByLabel("New email address").fill("new");
    await form.getByLabel("Your password").fill("not this one");
    await form.getByRole("button", { name: "Send link" }).click();
    if (javaScriptEnabled) await expect(form.getByLabel("New email address")).toBeFocused();
    await form.getByLabel("New email address").fill("new@home.example");
    await form.getByLabel("Your password").fill("not this one");
    await form.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("Your current password is incorrect")).toBeVisible();
    if (javaScriptEnabled) await expect(form.getByLabel("Your password")).toBeFocused();
    await expect(form.getByLabel("New email address")).toHaveValue("new@home.example");
    await form.getByLabel("Your password").fill("demo-Passw0rd");
    await form.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText(/sent a link to new@home.example/)).toBeVisible();

    await page.goto("/outbox");
    await page.locator("article", { hasText: "new@home.example" }).getByRole("link").first().click();
    await expect(page).toHaveURL(`${origin}/confirm-email`);
    await page.getByRole("button", { name: "Yes, confirm" }).click();
    await expect(page.getByRole("heading", { name: /email is confirmed/ })).toBeVisible();
    await page.goto("/profile");
    await expect(page.getByText("new@home.example", { exact: true })).toBeVisible();

    await page.goto("/outbox");
    await page.locator("article", { hasText: "new@home.example" }).getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "Your email is already confirmed" })).toBeVisible();

    await page.goto("/settings");
    await page.getByLabel("Speed").selectOption("80");
    await page.getByRole("button", { name: "Save reading" }).click();
    await expect(page.getByText(/settings have been saved/)).toBeVisible();
    await expect(page.getByLabel("Speed")).toHaveValue("80");
    await page.goto("/profile");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download my data" }).click();
    const file = await (await download).path();
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
      me: { email: "new@home.example", emailVerified: true },
    });
    await context.close();
  });
}

test("given a tab that acts as a person, then another tab's form is not saved, and its input returns later", async ({
  browser,
}) => {
  const origin = realmUrl(product, "us");
  const context = await browser.newContext({ baseURL: origin });
  await context.addCookies(await sessionOf(origin, "admin", "us"));
  const page = await context.newPage();
  await page.goto("/settings");
  await page.getByLabel("Speed").selectOption("70");

  const other = await context.newPage();
  await other.goto("/controlpanel/students");
  await other.getByRole("table").getByRole("row").nth(1).getByRole("link").first().click();
  await other.getByRole("link", { name: "Log in as this person" }).first().click();
  await other.getByLabel("Reason").fill("Helping on the phone");
  await other.getByRole("button", { name: /^Log in as/ }).click();
  await expect(other.getByText(/logged in as/)).toBeVisible();

  await page.getByRole("button", { name: "Save reading" }).click();
  await expect(page.getByText(/in another tab, so what you sent wasn’t saved/)).toBeVisible();
  await expect(page.getByLabel("Speed")).toHaveValue("100");
  await page.getByRole("status").getByRole("link", { name: "Back to my account" }).click();
  await expect(page.getByLabel("Speed")).toHaveValue("70");
  await context.close();
});

test("given a tab that acts as a student, then another tab's panel is forbidden, and its input returns later", async ({
  browser,
}) => {
  const origin = realmUrl(product, "us");
  const context = await browser.newContext({ baseURL: origin });
  await context.addCookies(await sessionOf(origin, "admin", "us"));
  const page = await context.newPage();
  await page.goto("/controlpanel/students");
  await page.getByRole("table").getByRole("row").nth(1).getByRole("link").first().click();
  const name = page.getByLabel("Name", { exact: true });
  const own = await name.inputValue();
  await name.fill("Written before");

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("link", { name: "Log in as this person" }).first().click();
  await other.getByLabel("Reason").fill("Helping on the phone");
  await other.getByRole("button", { name: /^Log in as/ }).click();
  await expect(other.getByText(/logged in as/)).toBeVisible();

  await name.press("Enter");
  await expect(page.getByText(/in another tab, so what you sent wasn’t saved/)).toBeVisible();
  await expect(page.getByText("Not allowed", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Schools" })).toHaveCount(0);
  await page.getByRole("status").getByRole("link", { name: "Back to my account" }).click();
  await expect(name).toHaveValue("Written before");
  await page.goto(page.url().replace(/\?.*/, ""));
  await expect(name).toHaveValue(own);
  await context.close();
});
