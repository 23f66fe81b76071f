import { expect, type Locator, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { clickInBars, openReader, readerShown, shownFrame, signIn, withBars } from "#tests/support/open-reader";
import { realmUrl } from "#tests/support/sign-in";

/** Opening and closing a book, its bookmarks and its end page. docs/product/reader.md#screens, #validation, #errors. */

const chapters = [["The rope was coiled."], ["The boat was loose."]];
let bookId: string;
const title = "The rope and the boat";

test.beforeAll(async () => {
  bookId = await addBookToProduct(await narratedBook({ chapters, title }));
});

async function closeReader(page: Page): Promise<void> {
  await withBars(page, () => page.getByRole("button", { name: "Stäng", exact: true }).first().click());
}

test("given a shelf with a search, then closing the book returns to it with the current progress", async ({ page }) => {
  await signIn(page, "teacher.se");
  await page.goto("/bookshelf?q=rope");
  await page.getByRole("link", { name: title, exact: false }).first().click();
  await readerShown(page).waitFor();
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled.")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await closeReader(page);
  await expect(page).toHaveURL(/\/bookshelf\?q=rope$/);
  await expect(page.getByRole("link", { name: new RegExp(`${title}.*Läst`) })).toBeVisible();
});

test("given the last page, then a turn shows the end page, which can be closed or used to read again", async ({
  page,
}) => {
  await signIn(page, "guardian.se");
  await openReader(page, bookId);
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  const end = page.getByRole("region", { name: "Slut" });
  await expect(end).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(end).toBeVisible();
  await expect(end.getByRole("link", { name: /^Nästa bok/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(end).toHaveCount(0);
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  // The button for the next page shows the end page too.
  await withBars(page, () => page.getByRole("button", { name: "Framåt" }).first().click());
  await end.getByRole("button", { name: "Läs igen" }).click();
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled.")).toBeVisible();
  await expect(end).toHaveCount(0);
});

test("given bookmarks that cannot be saved, then only their drawer shows it, and a retry saves them", async ({
  page,
}) => {
  await signIn(page, "family.se");
  await openReader(page, bookId);
  let isDown = true;
  await page.route(/\/bookmarks$/, (route) => (isDown ? route.fulfill({ status: 400 }) : route.continue()));
  await page.keyboard.press("Control+Alt+m");
  await page.getByRole("textbox", { name: "Bokmärkets namn" }).press("Enter");
  await page.keyboard.press("Control+Alt+n");
  const drawer = page.getByRole("complementary", { name: "Bokmärken" });
  await expect(drawer.getByText("Dina ändringar är inte sparade än.")).toBeVisible();
  await expect(page.getByText("Bokmärket är sparat.")).toHaveCount(0);
  isDown = false;
  await drawer.getByRole("button", { name: "Försök igen" }).click();
  await expect(drawer.getByText("Dina ändringar är inte sparade än.")).toHaveCount(0);
});

test("given an unknown book, then a logged-in user sees a page with the usual header and the way back to the books", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/reader/no-such-book");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await page.getByRole("link", { name: "Tillbaka till böckerna" }).click();
  await expect(page).toHaveURL(/\/shelves$/);
  // /shelves is a second address of the shelf, so its tab is current.
  const tab = page.getByRole("navigation", { name: "Huvudsidor" }).getByRole("link", { name: "Bokhyllan" });
  await expect(tab).toHaveAttribute("aria-current", "page");
});

test("given an expired session, then logging in again returns to the last page", async ({ page }) => {
  const id = await addBookToProduct(await narratedBook({ chapters, title: "The ended session" }));
  await signIn(page);
  // The next document is preloaded as soon as the first one is shown.
  await page.route(/c2\.xhtml/, (route) => route.fulfill({ status: 403 }));
  await openReader(page, id);
  // Without a session, the reader can neither save the position nor get a new policy.
  await page.context().clearCookies();
  await page.keyboard.press("ArrowRight");
  const logIn = page.getByRole("link", { name: "Logga in igen" });
  await expect(logIn).toHaveAttribute(
    "href",
    `/login?reauthenticate=true&redirect=${encodeURIComponent(`/reader/${id}`)}`,
  );
  await page.unrouteAll();
  await logIn.click();
  await page.locator("input[name=username]").fill("student.se");
  await page.locator("input[name=password]").fill("demo-Passw0rd");
  await page.locator("input[name=password]").press("Enter");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
});

test("given muted sound, then a sign shows it during playback, and pressing the sign turns the sound on", async ({
  page,
}) => {
  // A minute of sound: the book must not end before the sign is pressed.
  const sentences = Array.from({ length: 100 }, (_, number) => `Knot ${number}.`);
  const long = await addBookToProduct(await narratedBook({ chapters: [sentences], title: "A hundred knots" }));
  await signIn(page);
  await openReader(page, long);
  await page.keyboard.press("m");
  const sign = page.getByRole("button", { name: "Ljudet är av" });
  await page.keyboard.press("Space");
  await sign.click();
  await expect(sign).toHaveCount(0);
  await page.keyboard.press("Space");
  await expect(await openVolume(page)).toHaveValue("1");
});

test("the volume slider is set with the arrow keys and closes with Escape", async ({ page }) => {
  await signIn(page);
  await openReader(page, bookId);
  const slider = await openVolume(page);
  await slider.press("ArrowDown");
  await expect(slider).toHaveValue("0.9");
  await slider.press("Home");
  await expect(slider).toHaveValue("0");
  await page.keyboard.press("Escape");
  await expect(slider).toHaveCount(0);
});

/** Opens the volume slider, whose value is 0 while the sound is muted. */
async function openVolume(page: Page): Promise<Locator> {
  const slider = page.getByRole("slider", { name: "Ljud", exact: true });
  await clickInBars(page, page.getByRole("button", { name: "Ljud", exact: true }), slider);
  return slider;
}

test.describe("by touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("given the bookmark form, then Cancel saves nothing and Save saves once", async ({ page }) => {
    await signIn(page, "family.se");
    await openReader(page, bookId);
    const field = page.getByRole("textbox", { name: "Bokmärkets namn" });
    const requested: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/bookmarks")) requested.push(request.url());
    });
    await page.keyboard.press("Control+Alt+m");
    await page.getByRole("button", { name: "Avbryt" }).tap();
    await expect(field).toHaveCount(0);
    await page.keyboard.press("Control+Alt+m");
    await field.fill(`Touched ${Date.now()}`);
    await page.getByRole("button", { name: "Spara" }).tap();
    await expect(page.getByText("Bokmärket är sparat.")).toBeVisible();
    expect(requested).toHaveLength(1);
  });
});

test.describe("without script", () => {
  test("given a book, then the page names JavaScript and links back to the books", async ({
    page,
    browser,
    baseURL,
  }) => {
    await signIn(page);
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL });
    const plain = await context.newPage();
    await plain.goto(`/reader/${bookId}`);
    await expect(plain.getByText(/JavaScript/)).toBeVisible();
    await plain.getByRole("link", { name: "Tillbaka till böckerna" }).click();
    await expect(plain).toHaveURL(/\/shelves$/);
    await context.close();
  });
});

test("given no chosen language, then a book opens in the user's language, and its main language can be chosen", async ({
  page,
  baseURL,
}) => {
  const origin = realmUrl(baseURL ?? "", "uk");
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username]").fill("student.uk");
  await page.locator("input[name=password]").fill("demo-Passw0rd");
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.goto(`${origin}/reader/lyktan?from=start`);
  await readerShown(page).waitFor();
  await page.keyboard.press("PageDown");
  const second = shownFrame(page, "EPUB/text/door.xhtml");
  await expect(second.locator("#en-s1")).toBeVisible();
  await withBars(page, () => page.getByRole("button", { name: "Languages", exact: true }).click());
  await page.getByRole("dialog", { name: "Languages" }).getByRole("button", { name: "Svenska" }).click();
  await expect(second.locator("#sv-s1")).toBeVisible();
});
