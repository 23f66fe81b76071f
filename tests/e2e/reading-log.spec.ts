import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { openReader, shownFrame, signIn } from "#tests/support/open-reader";

/** Reading logs recorded offline are sent later. docs/product/reader.md#offline, #reading-log. */

/** Counts the requests with log entries that the server accepts. */
function takenFrom(page: Page) {
  const taken = { calls: 0 };
  page.on("response", (response) => {
    const isTaken = response.request().method() === "POST" && response.status() === 204;
    if (isTaken && new URL(response.url()).pathname === "/reader/readlogs") taken.calls += 1;
  });
  return taken;
}

/** The number of unsent log entries on the device. */
function waiting(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("fabel-outbox");
        opening.onsuccess = () => {
          const counting = opening.result.transaction("entries").objectStore("entries").index("lane").openKeyCursor();
          let logs = 0;
          counting.onsuccess = () => {
            const cursor = counting.result;
            if (!cursor) {
              opening.result.close();
              resolve(logs);
              return;
            }
            if ((cursor.key as string[])[2] === "log") logs += 1;
            cursor.continue();
          };
        };
      }),
  );
}

test("given a book read offline and its tab closed, then another tab sends the entries when the network is back", async ({
  page,
  context,
}) => {
  const chapters = [["The rope was coiled."], ["The boat was loose."]];
  const bookId = await addBookToProduct(await narratedBook({ chapters, title: "The rope" }));
  await signIn(page, "student.se");
  const taken = takenFrom(page);
  await openReader(page, bookId);
  await expect.poll(() => taken.calls).toBeGreaterThan(0);

  await context.setOffline(true);
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  await expect.poll(() => waiting(page)).toBeGreaterThan(1);
  await page.close();

  await context.setOffline(false);
  const shelf = await context.newPage();
  const later = takenFrom(shelf);
  await shelf.goto("/bookshelf");
  await expect.poll(() => waiting(shelf)).toBe(0);
  expect(later.calls).toBeGreaterThan(0);
});
