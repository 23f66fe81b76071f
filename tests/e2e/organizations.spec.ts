import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { at, logIn } from "#tests/support/open-page";
import { sentCode } from "#tests/support/sms-code";

/** Schools, classes and the log in the control panel. Tests use different realms so that they do not affect each other. */

test.use({ javaScriptEnabled: false });

test("a super user creates a school, sees input errors, deletes the school and restores it", async ({ page }) => {
  await logIn(page, "super.fr", "/controlpanel/organizations/new");
  await page.getByRole("button", { name: "Ajouter un établissement" }).click();
  await expect(page.getByRole("alert")).toContainText("Nom :");
  await page.getByLabel("Nom", { exact: true }).fill("École du Moulin");
  await page.getByLabel("Type").selectOption("school");
  await page.getByLabel("Ville").fill("Dijon");
  await page.getByRole("button", { name: "Ajouter un établissement" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("École du Moulin");
  await expect(page.getByLabel("Ville")).toHaveValue("Dijon");
  const school = page.url();

  await page.getByLabel("Nombre d’élèves").fill("beaucoup");
  await page.getByRole("button", { name: "Enregistrer l’établissement" }).click();
  await expect(page.getByLabel("Nombre d’élèves")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Nombre d’élèves")).toHaveValue("beaucoup");
  await expect(page.getByRole("alert")).toContainText("Nombre d’élèves : Doit être un nombre");
  await page.getByLabel("Nombre d’élèves").fill("120");
  await page.getByRole("button", { name: "Enregistrer l’établissement" }).click();
  await expect(page.getByLabel("Nombre d’élèves")).toHaveValue("120");

  await page.goto(`${school}/log`);
  await expect(page.locator("tbody tr")).toHaveCount(2);

  await page.goto(`${school}/delete`);
  await page.locator("input[name=sure]").check();
  await page.getByRole("button", { name: "Supprimer l’établissement" }).click();
  await page.waitForURL((url) => url.pathname === "/controlpanel/organizations");
  expect((await page.goto(school))?.status()).toBe(404);
  await page.goto(at("fr", '/controlpanel/beta/manage?tab=organizations&filters={"status":"deleted"}'));
  await page.getByRole("link", { name: "École du Moulin" }).click();
  await page.getByRole("button", { name: "Restaurer" }).click();
  await page.waitForURL(school);
});

test("a super user adds a person of another school from the school's page", async ({ page }) => {
  await logIn(page, "super.no", "/controlpanel/organizations?searchString=barnehage");
  await page.locator("tbody a").first().click();
  const box = page.locator("#pick-person");
  await box.getByRole("searchbox").fill("an");
  await box.getByRole("searchbox").press("Enter");
  const found = box.getByRole("listitem");
  await expect(found).not.toHaveCount(0);
  const add = found.first().getByRole("button");
  const name = ((await add.getAttribute("aria-label")) ?? "").replace("Legg til: ", "");
  const school = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await add.click();
  await expect(page.getByText(`${name} hører nå til ${school}.`)).toBeVisible();
  await expect(box.getByRole("button", { name: `Legg til: ${name}`, exact: true })).toHaveCount(0);
  await page.goto(at("no", `/controlpanel/users?searchString=${encodeURIComponent(name)}`));
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByRole("main")).toContainText(school);
});

test("an administrator adds a student to a class, removes them and undoes the removal", async ({ page }) => {
  await logIn(page, "admin.us", "/controlpanel/groups?searchString=2nd%20grade");
  await page.locator("tbody a").first().click();
  const rows = page.locator("tbody tr");
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  await page.getByRole("link", { name: "Add students" }).first().click();
  // The last one, because every page has the panel's search above it.
  await page.waitForURL((url) => !/groups\/[0-9a-f-]{36}$/.test(url.pathname + url.search));
  const search = page.getByRole("searchbox").last();
  await search.fill("an");
  await search.press("Enter");
  await page.waitForURL(/q=an/);
  const tick = page.locator("input[name=ids]").first();
  const id = await tick.inputValue();
  await tick.check();
  await page.getByRole("radio", { name: "They stay there and join this one too" }).check();
  await page.getByRole("button", { name: "Add selected" }).click();
  await expect(rows).toHaveCount(before + 1);
  await page.locator(`tbody input[value="${id}"]`).check();
  await page.locator("button[name=act][value=leave]").click();
  await page.locator("button[name=confirmed]").click();
  await expect(rows).toHaveCount(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(before + 1);
});

test("given a second factor requested within a form, then the teacher returns to the form with its input", async ({
  page,
}) => {
  await logIn(page, "teacher.se", "/controlpanel/students");
  await page.goto(at("se", "/controlpanel/students?sortBy=name"));
  await page.locator("tbody tr").last().getByRole("link").first().click();
  const pupil = page.url();
  await expect(page.locator("input[name=speakingBookRights]")).toHaveCount(0);
  await page.locator("input[name=email]").fill("half.written@home.example");
  await page.locator("button[value=stepUp]").click();
  await page.locator("button[name=intent][value=send]").click();
  await page.locator("input[name=code]").fill(await sentCode(page));
  await page.locator("input[name=code]").press("Enter");
  await page.waitForURL((url) => url.searchParams.has("draft"));
  await expect(page.locator("input[name=email]")).toHaveValue("half.written@home.example");
  await page.locator("input[name=speakingBookRights]").check();
  await page.locator("button[name=intent][value=save]").click();
  await page.waitForURL((url) => url.pathname === new URL(pupil).pathname && !url.searchParams.has("draft"));
  await expect(page.locator("input[name=speakingBookRights]")).toBeChecked();
  await expect(page.locator("input[name=email]")).toHaveValue("half.written@home.example");
});

test.describe("with script", () => {
  test.use({ javaScriptEnabled: true });

  test("given a form that is too large (413), then the user sees an error within the control panel", async ({
    page,
  }) => {
    await logIn(page, "super.de", "/controlpanel/organizations");
    await page.locator("tbody a").first().click();
    await page.locator("textarea[name=comment]").waitFor();
    // The page itself refuses such a form, so the request is enlarged on its way to the server.
    const tooMuch = `comment=${"lang+".repeat(600_000)}`;
    await page.route(
      (url) => url.pathname.endsWith(".data"),
      (route) => (route.request().method() === "POST" ? route.continue({ postData: tooMuch }) : route.continue()),
    );
    await page.locator("button[name=intent][value=save]").click();
    await expect(page.getByText("ist zu groß")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Verwaltung" })).toBeVisible();
  });
});
