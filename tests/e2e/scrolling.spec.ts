import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { highlightedTexts, openReader, recordHighlights, shownFrame, signIn } from "#tests/support/open-reader";

/** Scrolled books, by keys, wheel, touch and narration, from beginning to end. EPUB Reading Systems 3.3, rendition:flow. */

const first = "EPUB/c1.xhtml";
const short = "EPUB/c2.xhtml";
const last = "EPUB/c3.xhtml";

/** Sentences of the last chapter are longer, so that they often begin in the window and end below it. */
function sentences(chapter: string, count: number): string[] {
  const words = "Nothing but words. ".repeat(chapter === "Three" ? 11 : 5);
  return Array.from({ length: count }, (_, index) => `${chapter} ${index + 1}. ${words}`.trim());
}

function book(flow: "scrolled-doc" | "scrolled-continuous", title: string): Promise<string> {
  const chapters = [sentences("One", 16), ["Two, a short one."], sentences("Three", 16)];
  return narratedBook({ chapters, title, flow }).then((file) => addBookToProduct(file));
}

/** How far the document is scrolled and how far it can be, in CSS px. */
function scrollOf(page: Page, href: string): Promise<{ at: number; most: number }> {
  return shownFrame(page, href)
    .locator(":root")
    .evaluate((root) => ({ at: root.scrollTop, most: root.scrollHeight - root.clientHeight }));
}

const atEnd = async (page: Page, href: string) => {
  const { at, most } = await scrollOf(page, href);
  return most - at < 2;
};

test.use({ viewport: { width: 390, height: 600 } });

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page);
});

for (const flow of ["scrolled-doc", "scrolled-continuous"] as const) {
  test(`${flow}: Page Down moves through all documents, and Page Up back to the end of the first`, async ({ page }) => {
    await openReader(page, await book(flow, `Keys ${flow}`));
    await page.keyboard.press("PageDown");
    await expect.poll(async () => (await scrollOf(page, first)).at).toBeGreaterThan(300);
    const { at } = await scrollOf(page, first);
    expect(at).toBeLessThan(600);
    await expect
      .poll(async () => {
        await page.keyboard.press("PageDown");
        return shownFrame(page, short).locator("body").isVisible();
      })
      .toBe(true);
    await page.keyboard.press("PageDown");
    await expect(shownFrame(page, last).locator("body")).toBeVisible();
    await page.keyboard.press("PageUp");
    await expect(shownFrame(page, short).locator("body")).toBeVisible();
    await page.keyboard.press("PageUp");
    await expect(shownFrame(page, first).locator("body")).toBeVisible();
    await expect.poll(() => atEnd(page, first)).toBe(true);
  });
}

test("scrolled-continuous: the wheel scrolls into the next document and back", async ({ page }) => {
  await openReader(page, await book("scrolled-continuous", "Wheel"));
  await page.mouse.move(195, 300);
  const body = (href: string) => shownFrame(page, href).locator("body");
  const toEdge = async (by: number, href: string) => {
    await page.mouse.wheel(0, 20 * by);
    await expect
      .poll(async () => {
        const { at, most } = await scrollOf(page, href);
        return by > 0 ? most - at : at;
      })
      .toBeLessThan(2);
  };
  // Repeats only while the previous document is shown, otherwise the short one would be skipped. A wheel event too soon after the
  // previous one counts as part of the same gesture.
  const turn = async (by: number, from: string, to: string) => {
    await expect(async () => {
      await page.mouse.wheel(0, by);
      await expect(body(from)).toBeHidden({ timeout: 3000 });
    }).toPass();
    await expect(body(to)).toBeVisible();
  };
  await toEdge(300, first);
  await turn(300, first, short);
  await turn(300, short, last);
  expect((await scrollOf(page, last)).at).toBeLessThan(1);
  await turn(-300, last, short);
  await turn(-300, short, first);
  await expect.poll(async () => (await scrollOf(page, first)).at).toBeGreaterThan(300);
});

test("scrolled-doc: the wheel stays in its document", async ({ page }) => {
  await openReader(page, await book("scrolled-doc", "Wheel in one"));
  await page.mouse.move(195, 300);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return atEnd(page, first);
    })
    .toBe(true);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press("PageDown");
  await expect(shownFrame(page, short).locator("body")).toBeVisible();
});

test("scrolled-continuous: a swipe past the end shows the next document", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 600 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page);
  await openReader(page, await book("scrolled-continuous", "Finger"));
  const finger = await context.newCDPSession(page);
  const pull = async () => {
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: 200, y: 370 }] });
    for (let y = 340; y >= 90; y -= 50)
      await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: 200, y }] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await expect
    .poll(async () => {
      await pull();
      return shownFrame(page, short).locator("body").isVisible();
    })
    .toBe(true);
  await context.close();
});

test("scrolled-continuous: playback continues through all documents with each sentence in view", async ({ page }) => {
  await recordHighlights(page);
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const outside = new Map<string, number>();
    Object.assign(window, { outside });
    const look = () => {
      requestAnimationFrame(look);
      for (const frame of document.querySelectorAll<HTMLIFrameElement>(".book-spread[data-shown] iframe")) {
        const box = frame.contentDocument?.querySelector(".fabel-active")?.getBoundingClientRect();
        const id = frame.contentDocument?.querySelector(".fabel-active")?.id;
        if (box && id && (box.top < 0 || box.bottom > frame.clientHeight)) outside.set(id, (outside.get(id) ?? 0) + 1);
      }
    };
    requestAnimationFrame(look);
  });
  const reader = await openReader(page, await book("scrolled-continuous", "Voice"));
  for (let step = 0; step < 10; step += 1) await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Space");
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect(reader).toHaveAttribute("data-playing", "false", { timeout: 30_000 });
  expect(await highlightedTexts(page)).toEqual([
    ...sentences("One", 16),
    "Two, a short one.",
    ...sentences("Three", 16),
  ]);
  const outside = await page.evaluate(() => [...(window as unknown as { outside: Map<string, number> }).outside]);
  // In the frame in which a sentence is highlighted, the scroll position may still be the previous one.
  expect(outside.filter(([, frames]) => frames > 2)).toEqual([]);
});

test("a scrolled document opens at its last position", async ({ page }) => {
  const id = await book("scrolled-doc", "Coming back");
  await openReader(page, id);
  const saved = page.waitForResponse((response) => response.url().includes("/lastmark") && response.ok());
  await page.keyboard.press("PageDown");
  await expect.poll(async () => (await scrollOf(page, first)).at).toBeGreaterThan(300);
  const { at } = await scrollOf(page, first);
  await saved;
  await page.goto(`/reader/${id}`);
  await page.locator("[data-reader][data-state=shown]").waitFor();
  // The position is a letter of the text: its line is at the top, less than a line's height away.
  await expect.poll(async () => Math.abs((await scrollOf(page, first)).at - at)).toBeLessThan(30);
});
