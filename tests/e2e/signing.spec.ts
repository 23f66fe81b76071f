import { expect, type Locator, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { clickInBars, openReader, shownFrame, signIn } from "#tests/support/open-reader";
import { signedBook } from "#tests/support/signed-book";

/** Sign videos: one per page, next to the text, synchronised with the voice. docs/product/reader.md#screens. */

const video = (page: Page) => page.locator(".reader-video video");

async function chooseSigns(page: Page): Promise<void> {
  const menu = page.getByRole("dialog", { name: "Språk" });
  await clickInBars(page, page.getByRole("button", { name: "Språk", exact: true }), menu);
  await menu.getByRole("button", { name: "Teckenspråk" }).click();
}

/** A video that played: its name, and its time in seconds at that moment. */
type Played = { name: string; seconds: number };

/** Records in the page what the sign videos play, because polling from the test would miss the sentences on a busy machine. */
async function recordVideos(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const played: Played[] = [];
    Object.assign(window, { played });
    const look = () => {
      requestAnimationFrame(look);
      const element = document.querySelector<HTMLVideoElement>(".reader-video video");
      const name = element?.src.match(/(\w+)\.mp4/)?.[1];
      if (element && name && !element.paused) played.push({ name, seconds: element.currentTime });
    };
    requestAnimationFrame(look);
  });
}

const playedTimes = (page: Page, wanted: string) =>
  page.evaluate(
    (name) =>
      (window as unknown as { played: Played[] }).played
        .filter((one) => one.name === name)
        .map(({ seconds }) => seconds),
    wanted,
  );

/** The name of the shown video and its time in seconds. */
const playedVideo = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector<HTMLVideoElement>(".reader-video video");
    return { name: element?.src.match(/(\w+)\.mp4/)?.[1] ?? null, seconds: element?.currentTime ?? -1 };
  });

test.beforeEach(async ({ page }) => {
  await recordVideos(page);
  await signIn(page);
});

test("given a spread, then each page has its own video, which starts when that page is narrated", async ({ page }) => {
  const book = await addBookToProduct(await signedBook({ title: "Two signed pages" }));
  const reader = await openReader(page, book);
  await expect(page.locator(".book-spread[data-shown] iframe")).toHaveCount(2);
  await chooseSigns(page);
  await expect.poll(async () => (await playedVideo(page)).name).toBe("left");
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  await shownFrame(page, "EPUB/left.xhtml").locator("#left-s1").click();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect.poll(() => playedTimes(page, "right")).not.toEqual([]);
  // With the left page's time it would be at 1.8 s or later.
  expect((await playedTimes(page, "right"))[0]).toBeLessThan(1.5);
});

test("given a sound file per sentence, then the page's video continues instead of restarting", async ({ page }) => {
  const book = await addBookToProduct(await signedBook({ title: "A file each", isFileEach: true }));
  const reader = await openReader(page, book);
  await chooseSigns(page);
  // A video that has not loaded yet would miss the sentence.
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  await shownFrame(page, "EPUB/left.xhtml").locator("#left-s3").click();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect.poll(async () => Math.max(0, ...(await playedTimes(page, "left")))).toBeGreaterThan(1.1);
});

test("the video does not cover the page, and a renewed policy does not replace it", async ({ page }) => {
  const book = await addBookToProduct(await signedBook({ title: "Beside the page" }));
  await openReader(page, book);
  await chooseSigns(page);
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  const frames = page.locator(".book-spread[data-shown] iframe");
  const right = async () =>
    Math.max(...(await frames.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))));
  const left = async () => (await video(page).boundingBox())?.x ?? 0;
  await expect.poll(async () => (await right()) <= (await left())).toBe(true);
  // Nor the button for the next page, where there is one.
  await openReader(page, "lyktan");
  await chooseSigns(page);
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  const next = page.locator(".reader-arrow-right");
  for (const width of [1440, 1024, 960]) {
    await page.setViewportSize({ width, height: 720 });
    const edge = async () => ((await next.boundingBox())?.x ?? 0) + ((await next.boundingBox())?.width ?? 0);
    await expect.poll(async () => (await edge()) <= (await left())).toBe(true);
  }
  await openReader(page, book);
  await chooseSigns(page);
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  await video(page).evaluate((element) => Object.assign(window, { before: element }));
  let isRefused = false;
  await page.route(/\/(left|right)\.wav/, (route) => {
    if (isRefused) return route.continue();
    isRefused = true;
    return route.fulfill({ status: 403 });
  });
  await page.keyboard.press("Control+Alt+Space");
  await expect(page.locator("[data-reader]")).toHaveAttribute("data-playing", "true");
  expect(await video(page).evaluate((element) => element === (window as { before?: Element }).before)).toBe(true);
});

test("given assignments beside the book, then they do not cover the video", async ({ page }) => {
  await openReader(page, "lyktan");
  await chooseSigns(page);
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  const panel = page.getByRole("complementary", { name: "Uppgifter" });
  await clickInBars(page, page.getByRole("button", { name: "Uppgifter" }), panel);
  const rightOf = async (one: Locator) => ((await one.boundingBox())?.x ?? 0) + ((await one.boundingBox())?.width ?? 0);
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await rightOf(video(page))) <= ((await panel.boundingBox())?.x ?? 0) + 1).toBe(true);
  }
});

test("a refused video is requested again with a new policy, and a missing one shows a message", async ({ page }) => {
  const book = await addBookToProduct(await signedBook({ title: "Refused once", missing: ["right"] }));
  const requested: string[] = [];
  await page.route(/\/left\.mp4/, (route) => {
    requested.push(route.request().method());
    return requested.length <= 2 ? route.fulfill({ status: 403 }) : route.continue();
  });
  await openReader(page, book);
  await chooseSigns(page);
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  expect(requested.slice(0, 2)).toEqual(["GET", "HEAD"]);
  await shownFrame(page, "EPUB/right.xhtml").locator("#right-s1").click();
  await expect(page.getByText("Teckenvideon kunde inte laddas.")).toBeVisible();
  // After the sentence the video of the other page may be shown again.
  await expect(page.locator('video[src*="right.mp4"]')).toHaveCount(0);
});

test("keys and presses move and resize the video, and a button docks it again", async ({ page }) => {
  await openReader(page, await addBookToProduct(await signedBook({ title: "By keys" })));
  await chooseSigns(page);
  const signs = page.locator(".reader-video");
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  const before = (await signs.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.getByRole("button", { name: "Flytta videon (tryck eller använd piltangenterna)" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => (await signs.boundingBox())?.x).toBe(before.x - 16);
  await page.getByRole("button", { name: "Ändra videons storlek (tryck eller använd piltangenterna)" }).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(async () => (await signs.boundingBox())?.width).toBe(before.width - 64);
  // A press moves it from corner to corner, and a drag ends without one.
  const move = page.getByRole("button", { name: "Flytta videon (tryck eller använd piltangenterna)" });
  await move.click();
  await expect.poll(async () => (await signs.boundingBox())?.y).toBe(8);
  await move.click();
  await expect.poll(async () => (await signs.boundingBox())?.y).toBeGreaterThan(8);
  await move.hover();
  await page.mouse.down();
  await page.mouse.move(500, 400, { steps: 4 });
  await page.mouse.up();
  const resize = page.getByRole("button", { name: "Ändra videons storlek (tryck eller använd piltangenterna)" });
  for (const width of [640, 240]) {
    await resize.click();
    await expect.poll(async () => (await signs.boundingBox())?.width).toBe(width);
  }
  await page.getByRole("button", { name: "Lägg videon bredvid sidan" }).click();
  await expect(signs).toHaveAttribute("data-docked", "true");
  // On a phone in portrait the video is above the page and must not cover the muted sign.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("m");
  await page.keyboard.press("Control+Alt+Space");
  const muted = page.getByRole("button", { name: "Ljudet är av" });
  await muted.click();
  await expect(muted).toHaveCount(0);
});

test("given English, then signing keeps the English text and plays the main language's video", async ({ page }) => {
  const refused: string[] = [];
  page.on("response", (response) => response.status() === 404 && refused.push(response.url()));
  await openReader(page, "lyktan");
  await page.keyboard.press("PageDown");
  const text = shownFrame(page, "EPUB/text/door.xhtml");
  const menu = page.getByRole("dialog", { name: "Språk" });
  await clickInBars(page, page.getByRole("button", { name: "Språk", exact: true }), menu);
  await menu.getByRole("button", { name: "English" }).click();
  await expect(text.locator("#en-s2")).toBeVisible();
  await chooseSigns(page);
  await expect(video(page)).toHaveAttribute("src", /\/EPUB\/media\/pg_video\/tsp\/door\.mp4\?/);
  await expect(text.locator("#en-s2")).toBeVisible();
  await expect(text.locator("#sv-s2")).toBeHidden();
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  await page.locator(".reader-video").getByRole("button", { name: "Stäng" }).click();
  await expect(video(page)).toHaveCount(0);
  await expect(text.locator("#en-s2")).toBeVisible();
  expect(refused).toEqual([]);
});

test("given a browser without full screen, then the video has no button for it", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => false });
  });
  await openReader(page, await addBookToProduct(await signedBook({ title: "Not full" })));
  await chooseSigns(page);
  await expect(video(page)).toHaveAttribute("data-shown", "true");
  await expect(page.getByRole("button", { name: "Helskärm" })).toHaveCount(0);
});
