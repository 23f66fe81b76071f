import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, type Route } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook } from "#tests/support/narrated-book";
import { openReader, shownFrame, signIn } from "#tests/support/open-reader";

/** A book that takes long to open, or never does: after 20 s there is a way back. docs/product/reader.md#screens, #errors. */

const chapters = [["The rope was coiled."], ["The boat was loose."]];
const notice = "Boken tar längre tid än vanligt att öppna.";
const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'"/>`;
let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await narratedBook({ chapters, title: "Slow to open" }));
});

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Opens a book whose first document is requested by its address, because the one in the page is invalid. */
async function openWithoutInlined(page: Page): Promise<void> {
  await page.route(`**/reader/${bookId}?*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/script-src 'none'(?!\/)/g, "script-src") });
  });
  await page.goto(`/reader/${bookId}?from=start`, { waitUntil: "commit" });
}

/** Ends the 20 seconds after which the style sheet shows the notice. @returns the milliseconds that were left out */
function endWait(page: Page): Promise<number> {
  return page.locator(".reader-slow").evaluate((element) => {
    const [wait] = element.getAnimations();
    const { delay = 0 } = wait?.effect?.getTiming() ?? {};
    wait?.finish();
    return delay;
  });
}

test("given a document that does not come, then after 20 s there is a way back, and the book still opens", async ({
  page,
}) => {
  const held: Route[] = [];
  await page.route(/\/c1\.xhtml/, (route) => void held.push(route));
  await openWithoutInlined(page);
  await expect(page.locator("[data-reader][data-hydrated][data-state=loading]")).toBeVisible();
  await expect(page.getByText("Boken öppnas …")).toBeVisible();
  await expect(page.getByText(notice)).toBeHidden();
  expect(await endWait(page)).toBe(20_000);
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page.getByText("Boken öppnas …")).toBeVisible();
  await page.unroute(/\/c1\.xhtml/);
  for (const route of held) await route.continue();
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled.")).toBeVisible();
  await expect(page.getByText(notice)).toHaveCount(0);
});

test("given a page whose only picture does not come, then after 20 s there is a way back, and the page goes on loading", async ({
  page,
}) => {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>`;
  const files = epubFiles({
    "EPUB/a.svg": picture,
    "EPUB/one.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><img src="a.svg" alt="A square"/></body></html>`,
  });
  const opf = String(files.get("EPUB/package.opf"));
  files.set(
    "EPUB/package.opf",
    opf.replace("</manifest>", `<item id="a" href="a.svg" media-type="image/svg+xml"/></manifest>`),
  );
  const id = await addBookToProduct(await writeEpub(files));
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/a\.svg/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.addInitScript(() => {
    const messages = new Set<Element>();
    new MutationObserver(() => {
      for (const message of document.querySelectorAll(".reader-slow")) messages.add(message);
      document.documentElement.dataset.messages = String(messages.size);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/reader/${id}?from=start`, { waitUntil: "commit" });
  await expect(page.locator("[data-reader][data-hydrated][data-state=shown]")).toBeVisible();
  await expect(page.getByText("Boken öppnas …")).toBeVisible();
  // Another element would count the 20 s anew.
  await expect(page.locator("html")).toHaveAttribute("data-messages", "1");
  await expect(page.getByText(notice)).toBeHidden();
  expect(await endWait(page)).toBe(20_000);
  await expect(page.getByText(notice)).toBeVisible();
  arrive();
  await expect(page.getByText(notice)).toHaveCount(0);
  await expect(shownFrame(page, "EPUB/one.xhtml").getByAltText("A square")).toBeVisible();
});

test("given a page whose script never comes, then the way back is there and works", async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(`/reader/${bookId}?from=start`);
  await expect(page.locator(".book-spread[data-shown]")).toBeVisible();
  await endWait(page);
  await expect(page.getByText(notice)).toBeVisible();
  await page.getByRole("link", { name: "Tillbaka till böckerna" }).click();
  await expect(page).toHaveURL(/\/shelves$/);
});

test("given a response that never ends, then an error banner with a retry takes the page's place", async ({ page }) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/xhtml+xml" });
    response.write(`<html xmlns="http://www.w3.org/1999/xhtml"><head>${policy}</head><body><p>Half a`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await page.clock.install();
  await page.route(/\/c1\.xhtml/, (route) =>
    route.request().method() === "HEAD"
      ? route.fulfill({ status: 200 })
      : route.continue({ url: `http://127.0.0.1:${port}/c1.xhtml` }),
  );
  await openWithoutInlined(page);
  await expect(page.locator("[data-reader][data-hydrated]")).toBeVisible();
  const banner = page.getByRole("alert").filter({ hasText: "Boken kunde inte öppnas." });
  // The time limits of the document, and of its second request.
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(banner).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.unroute(/\/c1\.xhtml/);
  server.closeAllConnections();
  server.close();
  await banner.getByRole("button", { name: "Försök igen" }).click();
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled.")).toBeVisible();
});

test("given a document without XHTML's namespace, then an error banner takes its place at once", async ({ page }) => {
  await page.route(/\/c2\.xhtml/, (route) =>
    route.fulfill({
      contentType: "application/xhtml+xml",
      body: `<html><head>${policy}</head><body><p>Not in a namespace.</p></body></html>`,
    }),
  );
  await openReader(page, bookId);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("alert").filter({ hasText: "Boken kunde inte öppnas." })).toBeVisible({
    timeout: 15_000,
  });
});

test("given a book of the device that takes long to prepare, then the test player shows the same way back", async ({
  page,
}) => {
  await page.addInitScript(() => {
    // A worker that never answers.
    Object.assign(window, {
      Worker: class extends EventTarget {
        postMessage() {}
        terminate() {}
      },
    });
  });
  await page.goto("/reader/test-player");
  await page
    .getByLabel("Välj en bok.")
    .setInputFiles({ name: "a.epub", mimeType: "application/epub+zip", buffer: Buffer.from("") });
  await expect(page.getByText("Boken öppnas …")).toBeVisible();
  await expect(page.getByText(notice)).toBeHidden();
  await endWait(page);
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page.getByRole("link", { name: "Tillbaka till böckerna" })).toBeVisible();
});
