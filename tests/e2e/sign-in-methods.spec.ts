import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { waitForHydration } from "#tests/support/open-page";

/** Sign-in methods other than the password, which is in sign-in.spec.ts. */

test("a scanned badge is submitted automatically, and its code is removed from the address", async ({ page }) => {
  await page.goto(`/login/qr#${"0".repeat(25)}`);
  await expect(page.getByRole("alert")).toContainText("saknas något i koden");
  await expect(page).toHaveURL(/\/login\/qr$/);
  await page.goto(`/login/qr#${"0".repeat(26)}`);
  await expect(page.getByRole("alert")).toContainText("fungerar inte längre");
  await expect(page).toHaveURL(/\/login\/qr$/);
});

test("sending a code, the first or second time, focuses its field, whose description confirms it", async ({ page }) => {
  await page.goto("/login?redirect=/login/escalate?redirect=/bookshelf");
  await page.getByRole("textbox", { name: "Användarnamn" }).fill("teacher.se");
  await page.getByRole("textbox", { name: "Lösenord" }).fill("demo-Passw0rd");
  await page.getByRole("textbox", { name: "Lösenord" }).press("Enter");
  for (const button of [/Skicka en kod/, /Skicka en ny kod/]) {
    await page.getByRole("button", { name: button }).click();
    const code = page.getByRole("textbox", { name: "Kod" });
    await expect(code).toBeFocused();
    await expect(code).toHaveAccessibleDescription(/Vi har skickat sex siffror/);
  }
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a library card signs in; after a wrong PIN the form keeps the number and clears the PIN", async ({ page }) => {
    await page.goto("/login/ak-bibliotheken?redirect=/profile");
    const [number = "", pin = ""] =
      /(\d{4} \d{4} \d{4}).*?(\d{4})\./.exec((await page.locator("main").textContent()) ?? "")?.slice(1) ?? [];
    await page.locator("[name=card]").fill(number);
    await page.locator("[name=pin]").fill("0000");
    await page.locator("[name=pin]").press("Enter");
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.locator("[name=card]")).toHaveValue(number);
    await expect(page.locator("[name=pin]")).toHaveValue("");
    await page.locator("[name=pin]").fill(pin);
    await page.locator("[name=pin]").press("Enter");
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText("student.se", { exact: true })).toBeVisible();
  });
});

test("given a device without a camera, then the badge page has no camera button and describes what to type", async ({
  page,
}) => {
  await page.goto("/login/qr");
  const code = page.getByLabel("Koden på kortet");
  await expect(code).toHaveAccessibleDescription("Skriv bokstäverna och siffrorna under fyrkanten.");
  await waitForHydration(page);
  await expect(page.getByRole("button", { name: "Läs kortet med kameran" })).toHaveCount(0);
});

test("given a wrong code of pictures on a phone, then the reason is scrolled into view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto("/login/pictures");
  await waitForHydration(page);
  await page.getByLabel("Användarnamn").fill("student.se");
  for (const place of [0, 1, 2, 3, 4]) await page.locator("[name=pick]").nth(place).click();
  await page.getByRole("button", { name: "Logga in", exact: true }).click();
  await expect(page.getByRole("alert")).toBeInViewport();
});
