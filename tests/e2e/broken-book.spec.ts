import { expect, type Page, type Route } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook } from "#tests/support/narrated-book";
import {
  highlightedTexts,
  openReader,
  recordHighlights,
  shownFrame,
  signIn,
  withBars,
} from "#tests/support/open-reader";

/** A book with a missing file stays readable elsewhere, and one message reports the missing part. docs/product/reader.md#errors. */

const chapters = [["The rope was coiled.", "It was wet."], ["The boat was loose."]];

async function openBroken(page: Page, missing: string): Promise<void> {
  const title = `Without ${missing}`;
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const messages: string[] = [];
    Object.assign(window, { messages });
    let before = "";
    const look = () => {
      requestAnimationFrame(look);
      const text = document.querySelector("main [aria-live=polite] p")?.textContent ?? "";
      if (text !== before && text !== "") messages.push(text);
      before = text;
    };
    requestAnimationFrame(look);
  });
  await openReader(page, await addBookToProduct(await narratedBook({ chapters, title, missing: [missing] })));
}

/** Waits until the reader would have preloaded the neighbours of the shown page: after its frame, when idle. */
const neighboursAreDue = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const inQuiet = () =>
          requestIdleCallback(() => requestIdleCallback(() => done(), { timeout: 300 }), { timeout: 300 });
        requestAnimationFrame(() => setTimeout(() => setTimeout(inQuiet)));
      }),
  );

/** Resizes the window twice, the second time while the request of the first layout is pending; both requests fail. */
async function resizeWhileRequested(page: Page, address: RegExp): Promise<void> {
  let letGo = () => {};
  const bothSizes = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const hold = async (route: Route) => {
    await bothSizes;
    await route.abort();
  };
  await page.route(address, hold);
  for (const width of [500, 1280]) {
    const request = page.waitForRequest(address);
    await page.setViewportSize({ width, height: 720 });
    await request;
  }
  letGo();
  await page.unroute(address, hold);
}

const messagesOf = (page: Page) => page.evaluate(() => (window as { messages?: string[] }).messages);

test.beforeEach(async ({ page }) => {
  await recordHighlights(page);
  await signIn(page);
});

test("given a missing document, then the next one is shown with one message", async ({ page }) => {
  await openBroken(page, "EPUB/c1.xhtml");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  await expect
    .poll(() => messagesOf(page))
    .toEqual(["En del av boken kan inte visas. Det här saknas i filen: c1.xhtml."]);
});

for (const missing of ["EPUB/c1.wav", "EPUB/c1.smil"]) {
  test(`given ${missing} is missing, then the next chapter is shown and narrated, with one message`, async ({
    page,
  }) => {
    await openBroken(page, missing);
    await page.keyboard.press("Space");
    await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => highlightedTexts(page)).toContain("The boat was loose.");
    expect(await messagesOf(page)).toEqual(["En del av ljudet kunde inte laddas."]);
  });
}

test.describe("given a document that fails to load", () => {
  const three = [["The rope was coiled."], ["The boat was loose."], ["The lake was wide."], ["The shore was near."]];
  let bookId: string;

  test.beforeAll(async () => {
    bookId = await addBookToProduct(await narratedBook({ chapters: three, title: "On a weak line" }));
  });

  test("a failed preload is repeated when the page is turned", async ({ page }) => {
    let failures = 0;
    await page.route(/\/c2\.xhtml/, (route) => {
      failures += 1;
      return route.abort();
    });
    await openReader(page, bookId);
    // The frame's own request, and three that look for the cause.
    await expect.poll(() => failures).toBeGreaterThanOrEqual(4);
    await expect(page.locator("iframe[data-href='EPUB/c2.xhtml']")).toHaveCount(0);
    await page.unroute(/\/c2\.xhtml/);
    await page.keyboard.press("ArrowRight");
    await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  });

  test("an error banner takes the page's place, turning works, and a retry shows the document", async ({ page }) => {
    await page.route(/\/c2\.xhtml/, (route) => route.abort());
    const reader = await openReader(page, bookId);
    await page.keyboard.press("ArrowRight");
    const banner = page.getByRole("alert").filter({ hasText: "Boken kunde inte öppnas." });
    await expect(banner).toBeVisible();
    await expect(reader).toHaveCount(0);
    await resizeWhileRequested(page, /\/c2\.xhtml/);
    await expect(banner).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(shownFrame(page, "EPUB/c3.xhtml").getByText("The lake was wide.")).toBeVisible();
    await expect(banner).toBeHidden();
    await page.keyboard.press("ArrowLeft");
    await expect(banner).toBeVisible();
    await page.unroute(/\/c2\.xhtml/);
    await banner.getByRole("button", { name: "Försök igen" }).click();
    await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
    await expect(banner).toBeHidden();
  });

  test("the failed page is not saved as the reading position", async ({ page }) => {
    const stored: string[] = [];
    page.on("request", (request) => {
      if (!request.url().includes("/lastmark")) return;
      // The request also has the position that the page found when it opened, which another test may have stored.
      const { position = "" } = JSON.parse(request.postData() ?? "{}") as { position?: string };
      stored.push(position);
    });
    await page.route(/\/c3\.xhtml/, (route) => route.abort());
    await openReader(page, bookId);
    await page.keyboard.press("ArrowRight");
    await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
    await expect.poll(() => stored.join(" ")).toContain("c2.xhtml");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("alert").filter({ hasText: "Boken kunde inte öppnas." })).toBeVisible();
    await withBars(page, () => page.getByRole("button", { name: "Stäng", exact: true }).first().click());
    await expect(page).toHaveURL(/shelves/);
    expect(stored.join(" ")).not.toContain("c3.xhtml");
  });

  test("playback stops at the failed page", async ({ page }) => {
    await page.route(/\/c2\.xhtml/, (route) => route.abort());
    await openReader(page, bookId);
    await page.keyboard.press("Space");
    await expect(page.getByRole("alert").filter({ hasText: "Boken kunde inte öppnas." })).toBeVisible();
    await expect(page.locator("[data-reader]")).toHaveAttribute("data-playing", "false");
    expect(await highlightedTexts(page)).toEqual(["The rope was coiled."]);
  });

  test("given the first document fails, then an error banner takes its place and the next page can be shown", async ({
    page,
  }) => {
    await page.route(`**/reader/${bookId}?*`, async (route) => {
      const response = await route.fetch();
      // Makes the inlined first document invalid, so that the reader requests it.
      await route.fulfill({ response, body: (await response.text()).replaceAll("script-src 'none'", "script-src") });
    });
    await page.route(/\/c1\.xhtml/, (route) => route.abort());
    await page.goto(`/reader/${bookId}?from=start`);
    await expect(page.getByRole("alert").filter({ hasText: "Boken kunde inte öppnas." })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  });

  test("given an expired session, then only the next document is requested, not those after it", async ({ page }) => {
    await openReader(page, bookId);
    await expect(page.locator(".book-spread[data-ready] iframe[data-href='EPUB/c2.xhtml']")).toHaveCount(1);
    const tried = new Set<string>();
    await page.route(/\/c\d\.xhtml/, (route) => {
      tried.add(String(/c\d\.xhtml/.exec(route.request().url())));
      return route.fulfill({ status: 403 });
    });
    await page.route(/\/policy(\?|$)/, (route) => route.fulfill({ status: 401, body: "{}" }));
    await page.keyboard.press("ArrowRight");
    await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("alert").filter({ hasText: "Boken kunde inte öppnas." })).toBeVisible();
    await neighboursAreDue(page);
    expect([...tried]).toEqual(["c3.xhtml"]);
  });
});

for (const [what, fails] of [
  ["never arrives", (_route: Route) => undefined],
  ["is no font", (route: Route) => route.fulfill({ body: "no font", contentType: "font/woff2" })],
] as const) {
  test(`given a font that ${what}, then the text is shown in another one, and pages turn`, async ({ page }) => {
    const paragraphs = Array.from({ length: 60 }, (_, index) => `<p>Paragraph ${index + 1} of the text.</p>`).join("");
    const files = epubFiles({
      "EPUB/one.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${what}</title><link rel="stylesheet" href="style.css"/></head><body>${paragraphs}</body></html>`,
      "EPUB/style.css": '@font-face { font-family: "Own"; src: url("own.woff2") } body { font-family: "Own", serif }',
      "EPUB/own.woff2": "no font",
    });
    const opf = String(files.get("EPUB/package.opf")).replace(
      "</manifest>",
      '<item id="font" href="own.woff2" media-type="font/woff2"/></manifest>',
    );
    files.set("EPUB/package.opf", opf);
    await page.route(/own\.woff2/, fails);
    await openReader(page, await addBookToProduct(await writeEpub(files)));
    const text = shownFrame(page, "EPUB/one.xhtml");
    await expect(text.getByText("Paragraph 1 of the text.")).toBeInViewport();
    await page.keyboard.press("ArrowRight");
    await expect(text.getByText("Paragraph 1 of the text.")).not.toBeInViewport();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

test("given a device without audio, then listening says so, and the book is read by eye", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException("There is no audio device", "NotSupportedError"));
  });
  await openReader(page, await addBookToProduct(await narratedBook({ chapters, title: "Without an audio device" })));
  await page.keyboard.press("Space");
  await expect(page.getByText("Den här enheten kan inte spela upp ljud just nu.")).toBeVisible();
  await expect(page.locator("[data-reader][data-playing=false]")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
});
