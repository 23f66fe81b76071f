import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { at, logIn } from "#tests/support/open-page";

/** An assignment from its creation to its return, by a teacher and a student. docs/product/reader.md#assignments. */

async function openBook(page: Page, title: string): Promise<void> {
  await page.goto(at("se", "/bookshelf"));
  await page.getByRole("region", { name: "Mina uppgifter" }).getByRole("link", { name: title, exact: true }).click();
}

async function openPanel(page: Page, title: string): Promise<void> {
  await openBook(page, title);
  await page.getByRole("complementary", { name: "Uppgifter" }).getByRole("heading", { name: title }).waitFor();
}

/** Delays POST requests of the page's forms. @returns a function that releases them */
async function holdPosts(page: Page, path: string): Promise<() => void> {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(
    ({ pathname }) => pathname === `${path}.data`,
    async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    },
  );
  return goOn;
}

test("a teacher assigns questions, a student answers them next to the book and gets them back with a comment", async ({
  browser,
}) => {
  const title = `Läsfrågor ${Date.now()}`;
  const teacher = await (await browser.newContext()).newPage();
  await logIn(teacher, "teacher.se", "/controlpanel/assignments");
  await teacher.getByRole("link", { name: "Ny uppgift" }).first().click();
  await teacher.getByRole("textbox", { name: "Titel" }).fill(title);
  await teacher.getByRole("combobox", { name: "Bok", exact: true }).selectOption("lyktan");
  await teacher.getByRole("textbox", { name: "Fråga", exact: true }).fill("Vad lyser?");
  await teacher.getByRole("combobox", { name: "Typ av fråga" }).selectOption("closed-question");
  const goOn = await holdPosts(teacher, "/controlpanel/assignments/new");
  await teacher.getByRole("button", { name: "Lägg till" }).click();
  await expect(teacher.locator("form[aria-busy=true]")).toBeAttached();
  // The response re-renders the form with the sent values, so input during the request is blocked.
  const titleField = teacher.getByLabel("Titel", { exact: true });
  await titleField.focus();
  await teacher.keyboard.type("förlorat");
  await expect(titleField).toHaveValue(title);
  goOn();
  const added = teacher.getByRole("textbox", { name: "Fråga", exact: true }).nth(1);
  await expect(added).toBeFocused();
  await added.fill("När är det?");
  await teacher.getByRole("textbox", { name: "Alternativ 1" }).fill("På dagen");
  await teacher.getByRole("textbox", { name: "Alternativ 2" }).fill("På natten");
  await teacher.getByRole("radio", { name: "Alternativ 2 är rätt" }).check();
  await teacher.getByRole("button", { name: "Dela ut" }).click();
  await teacher.getByRole("heading", { name: title }).waitFor();

  const pupil = await (await browser.newContext()).newPage();
  await logIn(pupil, "student.se", "/bookshelf");
  await openPanel(pupil, title);
  const panel = pupil.getByRole("complementary", { name: "Uppgifter" });
  await panel.getByRole("textbox", { name: "1. Vad lyser?" }).fill("Lyktan i fönstret");
  await panel.getByRole("radio", { name: "På natten" }).check();
  await panel.getByRole("button", { name: "Lämna in" }).click();
  await pupil.getByRole("dialog").waitFor();
  await pupil.keyboard.press("Escape");
  await expect(panel.getByRole("button", { name: "Lämna in" })).toBeFocused();
  await pupil.keyboard.press("Enter");
  await pupil.getByRole("dialog").getByRole("button", { name: "Ja, lämna in" }).click();
  await expect(panel.getByText("Inlämnad")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Lämna in" })).toHaveCount(0);

  await teacher.reload();
  const row = teacher.getByRole("listitem").filter({ hasText: "Lyktan i fönstret" });
  await expect(row.getByText("1 av 1 rätt")).toBeVisible();
  await row.getByRole("textbox", { name: /^Kommentar till/ }).fill("Berätta mer");
  await row.getByRole("button", { name: "Lämna tillbaka" }).click();
  await expect(teacher.getByText("Svaren är återlämnade")).toBeVisible();
  await expect(row.getByText("Återlämnad", { exact: true })).toBeVisible();
  await expect(row.getByRole("textbox", { name: /^Kommentar till/ })).toHaveCount(0);

  await openPanel(pupil, title);
  await expect(panel.getByText("Berätta mer")).toBeVisible();
  await expect(panel.getByRole("textbox", { name: "1. Vad lyser?" })).toHaveValue("Lyktan i fönstret");
});

test("given no network, then answers are saved on the device and sent when the network is back", async ({
  page,
  context,
}) => {
  await logIn(page, "student.se", "/bookshelf");
  // Questions that fail to load show an error message and a retry button.
  const listPath = "**/reader/submissions?*";
  await page.route(listPath, (route) => route.fulfill({ status: 400, json: {} }));
  await openBook(page, "Första kapitlet");
  await page.getByText("Frågorna till boken kunde inte hämtas.").waitFor();
  await page.unroute(listPath);
  await page.getByRole("button", { name: "Försök igen" }).click();
  const panel = page.getByRole("complementary", { name: "Uppgifter" });
  const field = panel.getByRole("textbox", { name: /^1\./ });
  const text = `Utan nät ${Date.now()}`;
  await field.waitFor();
  await context.setOffline(true);
  await field.fill(text);
  await panel.getByRole("button", { name: "Spara" }).click();
  await expect(panel.getByText("Sparat på den här enheten, skickar …")).toBeVisible();
  await context.setOffline(false);
  await expect(panel.getByText("Allt är sparat")).toBeVisible({ timeout: 20_000 });
  await openPanel(page, "Första kapitlet");
  await expect(field).toHaveValue(text);
});

test("given answers from two devices, then the student sees both, and nothing is overwritten before they choose", async ({
  browser,
}) => {
  const title = "A letter to the main character";
  const fieldOf = (page: Page) => page.getByRole("textbox", { name: /^1\./ });
  const device = async (path: string) => {
    const page = await (await browser.newContext()).newPage();
    await logIn(page, "student.uk", path);
    await page.getByRole("link", { name: title, exact: true }).first().click();
    await fieldOf(page).waitFor();
    return page;
  };
  const tablet = await device("/bookshelf");
  const phone = await device("/bookshelf");
  const other = await device("/assignments");
  const stored = async () => {
    await other.reload();
    return fieldOf(other).inputValue();
  };
  const moment = Date.now();
  const [fromTablet, fromPhone] = [`From the tablet ${moment}`, `From the phone ${moment}`];
  await fieldOf(tablet).fill(fromTablet);
  await tablet.getByRole("button", { name: "Save", exact: true }).click();
  await expect(tablet.getByText("All saved")).toBeVisible();

  await fieldOf(phone).fill(fromPhone);
  await phone.getByRole("button", { name: "Save", exact: true }).click();
  await expect(phone.getByText("Your answers have been changed somewhere else")).toBeVisible();
  const mine = phone.getByRole("region", { name: "What you wrote here" });
  await expect(mine.getByText(fromPhone)).toBeVisible();
  await expect(phone.getByRole("region", { name: "What’s saved" }).getByText(fromTablet)).toBeVisible();
  expect(await stored()).toBe(fromTablet);

  await mine.getByRole("button", { name: "Keep what I wrote here" }).click();
  await expect(phone.getByText("All saved")).toBeVisible();
  expect(await stored()).toBe(fromPhone);
});
