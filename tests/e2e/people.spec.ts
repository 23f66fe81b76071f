import { expect, type Page, type Route } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { at, logIn, openPage, waitForHydration } from "#tests/support/open-page";

/** A school's people in the control panel, with the demonstration's accounts. The texts are those of each realm. */

const search = (page: Page) => page.locator("input[name=searchString]");
const saveButton = (page: Page) => page.locator("button[name=intent][value=save]");

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an administrator finds a student, sees the error of an empty name and changes the name", async ({ page }) => {
    await logIn(page, "admin.se", "/controlpanel/students");
    await search(page).fill("student.se");
    await search(page).press("Enter");
    await page.locator("tbody a").first().click();
    const name = page.locator("input[name=name]");
    await expect(page.locator("input[name=username]")).toHaveValue("student.se");

    await name.fill("");
    await saveButton(page).click();
    const summary = page.getByRole("alert").filter({ hasText: "Fyll i det här värdet" });
    const link = summary.getByRole("link").first();
    await expect(link).toHaveAttribute("href", `#${await name.getAttribute("id")}`);
    await expect(name).toHaveAttribute("aria-invalid", "true");

    await name.fill("Åsa Österlund");
    await saveButton(page).click();
    await expect(page.getByText("Åsa Österlund har sparats.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Åsa Österlund");
    await page.goto(at("se", "/controlpanel/students?searchString=österlund"));
    await expect(page.locator("tbody tr")).toHaveCount(1);
  });
});

test("given concurrent changes, then the form keeps the typed value and shows the other user's", async ({
  page,
  browser,
}) => {
  await logIn(page, "admin.de", "/controlpanel/students");
  await page.goto(at("de", "/controlpanel/students?searchString=student.de"));
  await page.locator("tbody a").first().click();
  await page.locator("input[name=name]").fill("Zweite Fassung");
  const other = await browser.newPage();
  await logIn(other, "teacher.de", new URL(page.url()).pathname);
  await other.locator("input[name=name]").fill("Erste Fassung");
  await other.locator("input[name=email]").fill("erste@zuhause.example");
  await saveButton(other).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Erste Fassung");
  await other.close();

  await saveButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Erste Fassung");
  await expect(page.locator("input[name=name]")).toHaveValue("Zweite Fassung");
  await expect(page.locator("input[name=email]")).toHaveValue("erste@zuhause.example");
  await saveButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zweite Fassung");
});

test("given a refused save and another user's save meanwhile, then the next one shows and takes over their change", async ({
  page,
  browser,
}) => {
  await logIn(page, "admin.de", "/controlpanel/groups");
  await page.locator("tbody a").first().click();
  await page.getByRole("link", { name: "Einstellungen" }).click();
  await expect(page.locator("input[name=name]")).toBeVisible();
  const other = await browser.newPage();
  await logIn(other, "super.de", new URL(page.url()).pathname + new URL(page.url()).search);
  await other.locator("input[name=name]").fill("Erste Fassung");
  await saveButton(other).click();
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Erste Fassung");
  await other.close();

  const year = page.locator("input[name=typicalSchoolEntryYear]");
  await year.fill("bald");
  await saveButton(page).click();
  await expect(year).toHaveAttribute("aria-invalid", "true");
  await year.fill("2020");
  await saveButton(page).click();
  await expect(page.getByRole("link", { name: "Die andere Fassung behalten" })).toBeVisible();
  await expect(page.locator("input[name=name]")).toHaveValue("Erste Fassung");
  await expect(year).toHaveValue("2020");
});

test("given a text that is too long to send, then an error is shown and the text stays in the field", async ({
  page,
}) => {
  await logIn(page, "super.nl", "/controlpanel/organizations");
  await page.locator("tbody a").first().click();
  const comment = page.locator("textarea[name=comment]");
  await comment.evaluate((field: HTMLTextAreaElement) => {
    field.value = "ä".repeat(1_000_000);
  });
  await page.locator("form:has(textarea[name=comment]) button").last().click();
  await expect(page.getByText("Dit is te veel tekst om te versturen.")).toBeVisible();
  await expect.poll(() => comment.evaluate((field: HTMLTextAreaElement) => field.value.length)).toBe(1_000_000);
});

test("given the focus in an invalid field, then one press on Save focuses the error summary", async ({ page }) => {
  await logIn(page, "super.se", "/controlpanel/employees/new");
  await page.getByRole("textbox", { name: "Namn", exact: true }).fill("Nora Ny");
  await page.locator("details:has(input[name=sms]) > summary").click();
  await page.locator("input[name=sms]").fill("12");
  await saveButton(page).click();
  const summary = page.getByRole("alert").filter({ hasText: "Ogiltigt mobilnummer" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: /Ogiltigt mobilnummer/ }).click();
  await expect(page.locator("input[name=sms]")).toBeFocused();
});

test("a form refused a second time with the same errors focuses the error summary again", async ({ page }) => {
  await logIn(page, "admin.se", "/controlpanel/groups/new");
  const save = page.locator("form#group button").last();
  await save.click();
  const summary = page.getByRole("alert").filter({ hasText: "Fyll i det här värdet" });
  await expect(summary).toBeFocused();
  await save.focus();
  await save.click();
  await expect(summary).toBeFocused();
});

for (const [who, path] of [
  ["admin.se", "/controlpanel/students/new"],
  // Has a list of countries, some of which browser and server name differently.
  ["super.se", "/controlpanel/organizations/new"],
] as const) {
  test(`the form at ${path} is hydrated without errors and validated in the browser`, async ({ page }) => {
    const failures: string[] = [];
    page.on("pageerror", ({ message }) => failures.push(message));
    await logIn(page, who, path);
    await page.getByRole("textbox", { name: "Namn", exact: true }).fill("");
    await page.getByRole("textbox", { name: "Namn", exact: true }).press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Fyll i det här värdet" })).toBeFocused();
    expect(failures, "what the server wrote and the browser does not know").toEqual([]);
  });
}

/** Holds a page's scripts back; the returned function lets them through. */
async function delayScripts(page: Page): Promise<() => void> {
  let letThrough = (): void => undefined;
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/assets/**.js", async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return letThrough;
}

test("given a change before hydration, then the button that saves it stays in its place", async ({ page }) => {
  await logIn(page, "admin.nl", "/controlpanel/students");
  const path = await page.locator("tbody a").first().getAttribute("href");
  const letThrough = await delayScripts(page);
  await page.goto(at("nl", String(path)), { waitUntil: "commit" });
  await page.locator("input[name=name]").fill("Eerste versie");
  await saveButton(page).evaluate((button) => {
    // A press that begins before a moment without the button and ends after it would do nothing.
    new MutationObserver(() => {
      if (!button.isConnected) document.documentElement.dataset.saveButton = "removed";
    }).observe(document, { childList: true, subtree: true });
  });
  letThrough();
  await waitForHydration(page);
  await expect(page.locator("html")).not.toHaveAttribute("data-save-button");
  await saveButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Eerste versie");
});

test("a person selected before hydration stays selected", async ({ page }) => {
  await logIn(page, "admin.se", "/controlpanel");
  const letThrough = await delayScripts(page);
  await page.goto(at("se", "/controlpanel/students"), { waitUntil: "commit" });
  const boxes = page.locator("input[name=ids]");
  await boxes.nth(1).check();
  letThrough();
  await expect(page.getByRole("status").filter({ hasText: "1 vald" })).toHaveCount(1);
  await expect(boxes.nth(1)).toBeChecked();
});

test("given an unreachable service, then a form shows an error and keeps the input", async ({ page }) => {
  await logIn(page, "super.no", "/controlpanel/students");
  await page.locator("tbody a").first().click();
  const name = page.locator("input[name=name]");
  const written = `${await name.inputValue()} II`;
  await name.fill(written);
  const message = page.getByText("Tjenesten kan ikke nås. Det du har skrevet, står her fortsatt: Prøv igjen om litt.");
  const failures = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, body: "unavailable" }),
  ];
  for (const fail of failures) {
    await page.route("**/*", (route) => (route.request().method() === "POST" ? fail(route) : route.continue()));
    await saveButton(page).click();
    await expect(message).toBeVisible();
    await expect(name).toHaveValue(written);
    await page.getByRole("button", { name: "Lukk" }).click();
    await expect(message).toBeHidden();
    await page.unroute("**/*");
  }
  await saveButton(page).click();
  await expect(page.getByRole("heading", { level: 1, name: written })).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`script ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("given a cancelled second factor, then the form has its unsaved input", async ({ page }) => {
      await logIn(page, "admin.se", "/controlpanel/students?searchString=student.se");
      await page.locator("tbody a").first().click();
      await expect(page.locator("input[name=username]")).toHaveValue("student.se");
      if (javaScriptEnabled) await expect(saveButton(page), "nothing is changed yet").toHaveCount(0);
      await page.locator("input[name=name]").fill("Half a na");
      await page.locator("input[name=email]").fill("not-an-address");
      await page.getByRole("button", { name: "Logga in säkert" }).click();
      await expect(page.getByRole("heading", { name: "Säkrare inloggning" })).toBeVisible();
      // Without script, the browser's Back shows the page without the input.
      if (javaScriptEnabled) await page.goBack();
      else await page.getByRole("link", { name: "Tillbaka till formuläret" }).click();
      await expect(page.locator("input[name=name]")).toHaveValue("Half a na");
      await expect(page.locator("input[name=email]")).toHaveValue("not-an-address");
    });
  });
}

test("given a phone, then a list's header stays in view, and all columns fit into the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await logIn(page, "super.fi", "/controlpanel/users?itemsPerPage=50");
  const head = page.locator("thead th").first();
  await page.locator("tbody tr").last().scrollIntoViewIfNeeded();
  await expect(head).toBeInViewport();

  await page.goto(at("fi", "/controlpanel/users?itemsPerPage=50&menu=arrange"));
  const choices = page.locator("input[name=columns][type=checkbox]");
  await expect(choices).not.toHaveCount(0);
  for (const choice of await choices.all()) await choice.check();
  // Besides the chosen ones: the checkbox, the name and the menu of each row.
  await expect(page.locator("thead th")).toHaveCount((await choices.count()) + 3);
  const cells = page.locator("tbody tr").first().locator("td:visible");
  for (const cell of await cells.all()) await expect(cell).toBeInViewport({ ratio: 0.9 });
});

test("an administrator adds a student, resets the password and deletes the student", async ({ page }) => {
  await logIn(page, "admin.no", "/controlpanel/students");
  await page.locator('a[href^="/controlpanel/students/new"]').first().click();
  await page.locator("input[name=name]").fill("Nora Nyberg");
  await page.locator("input[name=username]").fill("nora.nyberg.ny");
  await saveButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nora Nyberg er lagt til.");
  const password = page.getByText(/^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/);
  await expect(password).toBeInViewport();

  await page.getByRole("link", { name: "Åpne siden til Nora Nyberg" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nora Nyberg");
  await page.getByRole("link", { name: "Nytt passord" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nytt passord for Nora Nyberg?");
  await page.locator("button[value=resetPassword]").click();
  await expect(password).toBeInViewport();
  await expect(saveButton(page), "nothing was changed in the person's own form").toHaveCount(0);
  await page.locator('a[href*="tab=sign-in"]').first().click();
  await expect(page.getByRole("link", { name: "Nytt passord" })).toHaveCount(2);

  await page.goto(`${page.url().split("?")[0]}/delete`);
  await page.locator("input[name=sure]").check();
  await page.locator("main form[method=post] button").click();
  await page.waitForURL((url) => url.pathname === "/controlpanel/students");
  await page.goto(at("no", "/controlpanel/students?searchString=nora.nyberg.ny"));
  await expect(page.locator("tbody tr")).toHaveCount(0);
});

test("a teacher sees students but no employees (403); a student may not open the control panel (403)", async ({
  page,
  browser,
}) => {
  await logIn(page, "teacher.se", "/controlpanel");
  await expect(page.locator('nav a[href^="/controlpanel/students"]')).toBeVisible();
  await expect(page.locator('a[href^="/controlpanel/employees"]')).toHaveCount(0);
  expect((await page.goto(at("se", "/controlpanel/employees")))?.status()).toBe(403);
  expect((await page.goto(at("se", "/controlpanel/students/6f1f0f4e-0c4c-4c57-9d6e-2f8b6f6f0f4e")))?.status()).toBe(
    404,
  );
  expect((await page.goto(at("se", "/controlpanel/nothing")))?.status()).toBe(404);
  const pupil = await browser.newPage();
  await logIn(pupil, "student.se", "/bookshelf");
  expect((await pupil.goto(at("se", "/controlpanel")))?.status()).toBe(403);
  await pupil.close();
});

test("the lists keep sorting and page in the address and fit a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, "admin.de", "/controlpanel/students");
  await page.locator("thead a").first().click();
  await page.waitForURL(/sortBy=name&sortDesc=false/);
  // The address changes before the rows do.
  await expect(page.locator("th[aria-sort=ascending]")).toBeVisible();
  const first = await page.locator("tbody th").first().textContent();
  await page.getByRole("link", { name: "Weiter" }).click();
  await page.waitForURL(/page=2/);
  await expect(page.locator("tbody th").first()).not.toHaveText(first ?? "");
  await page.goBack();
  await expect(page.locator("tbody th").first()).toHaveText(first ?? "");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test.describe("classes, without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an administrator creates a class, adds a student and deletes the class", async ({ page }) => {
    await logIn(page, "admin.nl", "/controlpanel/groups/new");
    await page.locator("main form[method=post] button").first().click();
    await expect(page.getByRole("alert")).toContainText("Deze waarde is verplicht");
    await page.locator("input[name=name]").fill("Leesclub");
    await page.locator("main form[method=post] button").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Leesclub");
    await page.locator('a[href$="?tab=settings"]').click();
    await page.locator("button[value=newCode]").click();
    await expect(page.locator("code")).toHaveText(/^[A-Z2-9]{8}$/);

    const group = page.url();
    await page.goto(at("nl", "/controlpanel/students?searchString=student.nl"));
    await page.locator("tbody a").first().click();
    await page.locator("details summary", { hasText: "Klassen en groepen wijzigen" }).click();
    await page.getByRole("checkbox", { name: "Leesclub" }).check();
    await page.locator("button[value=groups]").click();
    await expect(page.getByRole("link", { name: "Leesclub" })).toBeVisible();

    await page.goto(group);
    await page.goto(group.split("?")[0] ?? "");
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await page.goto(group);
    await page.locator("input[name=sure]").check();
    await page.locator("button[value=delete]").click();
    await page.waitForURL((url) => url.pathname === "/controlpanel/groups");
    expect((await page.goto(group))?.status()).toBe(404);
  });
});

test("given a forbidden or missing page, then its title and heading show that, also after navigating back", async ({
  page,
}) => {
  const nobody = "/controlpanel/students/00000000-0000-4000-8000-000000000000";
  const message = page.locator("main").getByText("Inte tillåtet");
  await logIn(page, "teacher.se", "/controlpanel");
  await openPage(page, at("se", "/controlpanel/employees"));
  await expect(message).toBeVisible();
  await expect(page).toHaveTitle(/^Inte tillåtet – /);

  await openPage(page, at("se", nobody));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Sidan finns inte");
  await expect(page).toHaveTitle(/^404 Sidan finns inte – /);

  await page.getByRole("link", { name: "Tillbaka till listan" }).click();
  await expect(page).toHaveTitle(/^Elever – /);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Sidan finns inte");
  await expect(page).toHaveTitle(/^404 Sidan finns inte – /);
});
