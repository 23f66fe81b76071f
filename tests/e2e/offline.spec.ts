import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { readerShown, recordHighlights, shownFrame, signIn } from "#tests/support/open-reader";

/** Saving a book on the device, reading it offline and logging out. docs/product/reader.md#offline. */

/** The kinds of the unsent entries on the device, one per entry. */
function waiting(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("fabel-outbox");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("entries").objectStore("entries").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve((reading.result as { lane: { kind: string } }[]).map(({ lane }) => lane.kind));
          };
        };
      }),
  );
}

const cachesOf = (page: Page) => page.evaluate(() => caches.keys());
const keysOf = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url);
  });

test("given a saved book and no network, then it opens, its data are sent later, and logging out removes it", async ({
  page,
  context,
}) => {
  const chapters = [["The kettle sang.", "The cat woke."], ["The rain had stopped."]];
  const bookId = await addBookToProduct(await narratedBook({ chapters, title: "The kettle" }));
  await signIn(page, "student.se");
  await page.goto(`/books/${bookId}`);
  await page.getByRole("button", { name: "Behåll på den här enheten" }).click();
  await expect(page.getByText(/^På den här enheten \(/)).toBeVisible();
  const keys = await keysOf(page);
  expect(keys.some((key) => key.endsWith("/EPUB/c1.wav"))).toBe(true);
  for (const key of keys) expect(key).not.toMatch(new RegExp(`Policy|Signature|Key-Pair-Id|${bookId}`));
  // The shelf shows the number of saved books; its tab stays open.
  const shelf = await context.newPage();
  await shelf.goto("/bookshelf?q=kettle");
  await expect(shelf.getByRole("link", { name: "1 bok på den här enheten" })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  const device = await context.newPage();
  await recordHighlights(device);
  await device.goto("/bookshelf");
  await expect(device.getByRole("heading", { name: "Böcker på den här enheten" })).toBeVisible();
  await device.getByRole("link", { name: "The kettle" }).click();
  await readerShown(device).waitFor();
  await expect(shownFrame(device, "EPUB/c1.xhtml").getByText("The kettle sang.")).toBeVisible();
  await device.keyboard.press("f");
  const search = device.getByRole("complementary", { name: "Sök" });
  await search.getByRole("searchbox", { name: "Sök i boken" }).fill("rain");
  await search.getByRole("button", { name: /The rain had stopped/ }).click();
  // An open panel handles the keys itself.
  await expect(search).toHaveCount(0);
  await expect(shownFrame(device, "EPUB/c2.xhtml").getByText("The rain had stopped.")).toBeVisible();
  await device.keyboard.press("t");
  await device.getByRole("radio", { name: "Lexend" }).check();
  await expect
    .poll(() =>
      shownFrame(device, "EPUB/c2.xhtml")
        .locator("html")
        .evaluate((root) => Array.from(root.ownerDocument.fonts, ({ family, status }) => `${family} ${status}`).join()),
    )
    .toContain("Lexend Variable");
  await device.keyboard.press("Escape");
  await expect(device.getByRole("complementary", { name: "Text" })).toHaveCount(0);
  await device.keyboard.press("PageUp");
  await expect(shownFrame(device, "EPUB/c1.xhtml").getByText("The kettle sang.")).toBeVisible();
  await device.keyboard.press("Space");
  const highlighted = () =>
    device.evaluate(() => (window as unknown as { highlighted: string[] }).highlighted.join(" "));
  await expect.poll(highlighted).toContain("The kettle sang. The cat woke.");
  // By its key, since the bars have left while the page was read.
  await device.keyboard.press("Control+Alt+m");
  await device.getByRole("textbox", { name: "Bokmärkets namn" }).press("Enter");
  await expect(device.getByText("Bokmärket är sparat.")).toBeVisible();
  await expect.poll(() => waiting(device)).toEqual(expect.arrayContaining(["bookmarks", "log", "event"]));

  // Logging out with unsent data shows a dialog.
  await shelf.getByLabel("Meny").first().click();
  await shelf.getByRole("link", { name: /^Logga ut/ }).click();
  const dialog = shelf.getByRole("dialog", { name: "Allt har inte skickats än" });
  await dialog.getByRole("button", { name: "Stanna kvar" }).click();
  await device.close();

  await context.setOffline(false);
  await shelf.goto("/bookshelf?q=kettle");
  await expect.poll(() => waiting(shelf)).toEqual([]);
  const names = await shelf.evaluate(async (id) => {
    const response = await fetch(`/reader/${id}/bookmarks`);
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  }, bookId);
  expect(names).toEqual(["Chapter 1"]);

  await shelf.goto("/reader/offline");
  await shelf.getByRole("button", { name: /^Ta bort .+The kettle/ }).click();
  await expect(shelf.getByText("Inga böcker på den här enheten")).toBeVisible();
  await shelf.goto("/bookshelf?q=kettle");
  await shelf.getByLabel("Meny").first().click();
  await shelf.getByRole("link", { name: /^Logga ut/ }).click();
  await shelf.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => cachesOf(shelf)).toEqual([]);
});

test("given log-out without network, then the saved book is deleted at once and the session when online", async ({
  page,
  context,
}) => {
  const bookId = await addBookToProduct(await narratedBook({ chapters: [["The tap dripped."]], title: "The tap" }));
  await signIn(page, "student.se");
  await page.goto(`/books/${bookId}`);
  await page.getByRole("button", { name: "Behåll på den här enheten" }).click();
  await expect(page.getByText(/^På den här enheten \(/)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto("/logout");
  await expect(page.getByText("Du loggas ut så snart enheten har internet.")).toBeVisible();
  expect((await cachesOf(page)).filter((name) => name.startsWith("fabel-kept-"))).toEqual([]);
  await context.setOffline(false);
  await page.goto("/bookshelf");
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => cachesOf(page)).toEqual([]);
  await page.goto("/bookshelf");
  await page.waitForURL(/\/login/);
});

test("given unsent data and log-out without network, then a dialog warns, also without a saved book", async ({
  page,
  context,
}) => {
  const bookId = await addBookToProduct(await narratedBook({ chapters: [["The lamp hummed."]], title: "The lamp" }));
  await signIn(page, "student.se");
  const shelf = await context.newPage();
  const isDialogLoaded = () =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("unsent-dialog"));
  await shelf.goto("/bookshelf");
  await page.goto(`/reader/${bookId}`);
  await readerShown(page).waitFor();
  await expect.poll(() => shelf.evaluate(isDialogLoaded)).toBe(true);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Nytt bokmärke" }).click();
  await page.getByRole("textbox", { name: "Bokmärkets namn" }).press("Enter");
  await expect.poll(() => waiting(page)).toContain("bookmarks");
  await shelf.getByLabel("Meny").first().click();
  await shelf.getByRole("link", { name: /^Logga ut/ }).click();
  const dialog = shelf.getByRole("dialog", { name: "Allt har inte skickats än" });
  await dialog.getByRole("button", { name: "Stanna kvar" }).click();
  await context.setOffline(false);
});

test("given a full device, then saving a book shows an error and stores nothing of it", async ({ page, context }) => {
  await signIn(page, "student.se");
  await page.goto("/books/lyktan");
  const devTools = await context.newCDPSession(page);
  await devTools.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: 400_000 });
  await page.getByRole("button", { name: "Behåll på den här enheten" }).click();
  await expect(page.getByText("Det finns inte tillräckligt med plats på enheten.")).toBeVisible();
  expect((await keysOf(page)).filter((key) => key.includes("lyktan"))).toEqual([]);
});
