import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { openReader, shownFrame, signIn } from "#tests/support/open-reader";

/** The reader on a phone in landscape and portrait, by touch. docs/product/reader.md#states; decision 25. */

const words = Array.from({ length: 40 }, (_, index) => `Sentence ${index} of a chapter that is read on a phone.`);
let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await narratedBook({ chapters: [words, ["The end."]], title: "In the hand" }));
});

const bars = (page: Page) => page.locator(".reader-bar-bottom");

/** Taps beside the text until the bars show: on a busy machine a tap may last so long that it counts as a long press. */
async function tapForBars(page: Page, x: number, y: number): Promise<void> {
  await expect(async () => {
    if ((await bars(page).getAttribute("data-shown")) === null) await page.touchscreen.tap(x, y);
    await expect(bars(page)).toHaveAttribute("data-shown", "true", { timeout: 1000 });
  }).toPass();
}

test.describe("in landscape", () => {
  test.use({ viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true });

  test.beforeEach(async ({ page }) => {
    await signIn(page);
  });

  test("the page shrinks to fit between the bars, and grows again when they hide", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openReader(page, bookId);
    const frame = page.locator(".book-spread[data-shown] iframe");
    const box = async () => (await frame.boundingBox()) ?? { y: 0, height: 0 };
    await expect(bars(page)).not.toHaveAttribute("data-shown");
    await expect.poll(async () => (await box()).height).toBe(390);
    await tapForBars(page, 420, 20);
    const [top, bottom] = await page.evaluate(() =>
      [".reader-bar-top", ".reader-bar-bottom"].map(
        (bar) => document.querySelector<HTMLElement>(bar)?.offsetHeight ?? 0,
      ),
    );
    await expect.poll(async () => (await box()).y).toBeGreaterThanOrEqual(Number(top) - 1);
    const { y, height } = await box();
    expect(y + height).toBeLessThanOrEqual(390 - Number(bottom) + 1);
    await expect(bars(page)).not.toHaveAttribute("data-shown");
    await expect.poll(async () => (await box()).height).toBe(390);
  });

  test("the zoom button does not overlap the arrow", async ({ page }) => {
    await openReader(page, "lyktan");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("Tab");
    const zoom = page.getByRole("button", { name: "Förstora sidan" });
    await expect(zoom).toBeVisible();
    const boxes = await Promise.all([
      zoom.boundingBox(),
      page.getByRole("button", { name: "Framåt" }).first().boundingBox(),
    ]);
    const [one, other] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
    const isApart =
      !!one &&
      !!other &&
      (one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y);
    expect(isApart).toBe(true);
  });

  test("an enlarged page is as wide as the window, and its end can be scrolled above the buttons", async ({ page }) => {
    await openReader(page, "lyktan");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("z");
    const spread = page.locator(".book-spread[data-shown]");
    const box = async () =>
      (await spread.locator("iframe[data-spine='1']").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await expect.poll(async () => Math.round((await box()).width)).toBe(844);
    await expect(bars(page)).not.toHaveAttribute("data-shown");
    await spread.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: "instant" }));
    const zoom = await page.locator(".reader-zoom").boundingBox();
    await expect.poll(async () => (await box()).y + (await box()).height).toBeLessThanOrEqual(zoom?.y ?? 0);
  });

  test("playback can be paused while the bars are hidden, and the muted sign is level with the pause button", async ({
    page,
  }) => {
    const reader = await openReader(page, bookId);
    await page.keyboard.press("Space");
    await expect(reader).toHaveAttribute("data-playing", "true");
    await expect(bars(page)).not.toHaveAttribute("data-shown");
    // The muted sign must not cover text: it is in the margin next to the button.
    await page.keyboard.press("m");
    const sign = await page.getByRole("button", { name: "Ljudet är av" }).boundingBox();
    const pause = await page.locator(".reader-pause").boundingBox();
    expect((sign?.y ?? 0) + (sign?.height ?? 0)).toBe((pause?.y ?? 0) + (pause?.height ?? 0));
    await page.locator(".reader-pause").tap();
    await expect(reader).toHaveAttribute("data-playing", "false");
  });

  test("the bars stay for two seconds after the last touch", async ({ page }) => {
    await page.clock.install();
    await openReader(page, bookId);
    // A paused clock, since a slow machine would take longer than the half second the steps below leave.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
    await expect(bars(page)).not.toHaveAttribute("data-shown");
    await tapForBars(page, 420, 20);
    await page.clock.runFor(1500);
    await page.locator(".reader-bar-top p").first().tap();
    await page.clock.runFor(1500);
    await expect(bars(page)).toHaveAttribute("data-shown", "true");
    await page.clock.runFor(600);
    await expect(bars(page)).not.toHaveAttribute("data-shown");
  });
});

test.describe("in portrait", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test.beforeEach(async ({ page }) => {
    await signIn(page);
  });

  test("a tap at the edge of a reflowable page turns it, and a tap in the middle does not", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openReader(page, bookId);
    await expect(bars(page)).not.toHaveAttribute("data-shown");
    const body = shownFrame(page, "EPUB/c1.xhtml").locator("html");
    const left = () => body.evaluate((root) => root.scrollLeft);
    await page.touchscreen.tap(382, 500);
    await expect.poll(left).toBe(390);
    await page.touchscreen.tap(8, 500);
    await expect.poll(left).toBe(0);
    await tapForBars(page, 195, 830);
    expect(await left()).toBe(0);
  });

  test("a button above the words shows the bars, whose tapped buttons show no tooltip", async ({ page }) => {
    await openReader(page, bookId);
    const button = page.getByRole("button", { name: "Visa knapparna" });
    const box = await button.boundingBox();
    const text = await shownFrame(page, "EPUB/c1.xhtml").locator("p").first().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0);
    await button.tap();
    await expect(bars(page)).toHaveAttribute("data-shown", "true");
    await expect(button).toHaveCount(0);
    await page.getByRole("button", { name: "Innehåll" }).click();
    await expect(page.getByRole("complementary", { name: "Innehåll" })).toBeVisible();
    await expect(page.getByRole("tooltip")).toHaveCount(0);
  });

  test("a picture book's text is shown below the page with at least 20 px, and a tapped sentence is played", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openReader(page, "lyktan");
    await page.keyboard.press("PageDown");
    const below = page.locator(".reader-words");
    const text = shownFrame(page, "EPUB/text/door.xhtml");
    await expect(text.locator("#sv-s2")).toBeVisible();
    const sentence = String(await text.locator("#sv-s2").textContent()).trim();
    await expect(below).toContainText(sentence);
    const frame = await page.locator(".book-spread[data-shown] iframe").boundingBox();
    const words = await below.boundingBox();
    expect(words?.y).toBeGreaterThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0) - 1);
    expect(
      await below.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThanOrEqual(20);
    expect(await below.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await below.getByText(sentence).tap();
    await expect(below.locator("[data-spoken]")).toHaveText(sentence);
    await expect(text.locator(".-epub-media-overlay-active")).toHaveAttribute("id", "sv-s2");
  });
});
