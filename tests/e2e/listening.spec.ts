import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { clickInBars, openReader, shownFrame, signIn, withBars } from "#tests/support/open-reader";

/** Narration in other languages, sign video, sleep timer and rotated devices. docs/product/reader.md#screens, #states. */

/** The demonstration's picture book, in three languages and two sign languages. */
const manyLanguages = "lyktan";
const page2 = "EPUB/text/door.xhtml";
const highlighted = ".-epub-media-overlay-active";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

async function openSecondPage(page: Page) {
  const reader = await openReader(page, manyLanguages);
  await page.keyboard.press("PageDown");
  await expect(shownFrame(page, page2).locator("#sv-s2")).toBeVisible();
  return reader;
}

async function chooseLanguage(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("dialog", { name: "Språk" });
  await clickInBars(page, page.getByRole("button", { name: "Språk", exact: true }), menu);
  await menu.getByRole("button", { name }).click();
}

test("another language continues playback at the same sentence and translates title and text", async ({ page }) => {
  const reader = await openSecondPage(page);
  await shownFrame(page, page2).locator("#sv-s2").click();
  await expect(shownFrame(page, page2).locator(highlighted)).toHaveAttribute("id", "sv-s2");
  await chooseLanguage(page, "English");
  await expect(shownFrame(page, page2).locator(highlighted)).toHaveAttribute("id", "en-s2");
  await expect(shownFrame(page, page2).locator("#sv-s2")).toBeHidden();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect(page.getByRole("heading", { level: 1, name: "Who Shines in the Wood?" })).toBeAttached();
  await expect(page.locator(".reader-bar-top").getByText("Page 2", { exact: true })).toBeAttached();
});

test("the menu shows thirteen languages in rows of 3, 6 or 12, and all are reachable in a low window", async ({
  page,
}) => {
  const id = await addBookToProduct(
    await narratedBook({
      chapters: [["One.", "Two."]],
      title: "In thirteen languages",
      languages: ["ar", "da", "de", "fi", "fr", "nb", "nl", "pl", "so", "sv", "ti", "uk"],
    }),
  );
  const menu = page.getByRole("dialog", { name: "Språk" });
  for (const { width, height, rows } of [
    { width: 390, height: 844, rows: [3, 3, 3, 3, 1] },
    { width: 820, height: 1180, rows: [6, 6, 1] },
    { width: 1440, height: 900, rows: [12, 1] },
    { width: 667, height: 375, rows: [6, 6, 1] },
  ]) {
    await page.setViewportSize({ width, height });
    await openReader(page, id);
    await clickInBars(page, page.getByRole("button", { name: "Språk", exact: true }), menu);
    // The language of the interface is the default.
    await expect(menu.getByRole("button", { name: "Svenska" })).toBeFocused();
    const tops = await menu.getByRole("button").evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetTop));
    expect([...new Set(tops)].map((top) => tops.filter((other) => other === top).length)).toEqual(rows);
    await menu.getByRole("button", { name: "Українська" }).focus();
    await expect(menu.getByRole("button", { name: "Українська" })).toBeInViewport({ ratio: 1 });
  }
  await menu.getByRole("button", { name: "Українська" }).click();
  await expect(menu).toBeHidden();
});

test("the language menu exists only with two or more languages and not on frog books, and is 498 px wide", async ({
  page,
}) => {
  const chapters = [["One."]];
  const books = { three: { languages: ["sv", "fi"] }, one: {}, frog: { languages: ["sv"], kind: "frog" as const } };
  const [three, one, frog] = await Promise.all(
    Object.entries(books).map(async ([title, options]) =>
      addBookToProduct(await narratedBook({ chapters, title, ...options })),
    ),
  );
  const button = page.getByRole("button", { name: "Språk", exact: true });
  for (const id of [one, frog]) {
    await openReader(page, String(id));
    const contents = page.getByRole("button", { name: "Innehåll", exact: true });
    await withBars(page, () => expect(contents).toBeVisible());
    await expect(button).toHaveCount(0);
  }
  await openReader(page, String(three));
  await clickInBars(page, button, page.getByRole("dialog", { name: "Språk" }));
  await expect.poll(async () => (await page.getByRole("dialog").boundingBox())?.width).toBe(498);
});

test("the sign video plays next to the page and keeps its dragged position, inside a smaller window too", async ({
  page,
}) => {
  await openSecondPage(page);
  await chooseLanguage(page, "Teckenspråk");
  const signs = page.locator(".reader-video", { has: page.locator("video[data-shown]") });
  await signs.waitFor();
  await expect(signs.locator("video")).toHaveAttribute("src", /\/pg_video\/tsp\/door\.mp4\?/);
  expect(await signs.boundingBox()).toMatchObject({ width: 640, height: 360 });
  const grip = (await signs.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(grip.x + 100, grip.y + 100);
  await page.mouse.down();
  await page.mouse.move(grip.x - 50, grip.y + 140, { steps: 3 });
  await page.mouse.up();
  const put = await signs.boundingBox();
  expect(put).toMatchObject({ x: grip.x - 150, y: grip.y + 40 });
  await openSecondPage(page);
  await signs.waitFor();
  expect(await signs.boundingBox()).toEqual(put);
  await page.setViewportSize({ width: 700, height: 500 });
  await expect.poll(async () => ((await signs.boundingBox())?.x ?? 0) + 640).toBeLessThanOrEqual(700);
});

test("reader settings are the same on another device", async ({ browser }) => {
  const first = await (await browser.newContext()).newPage();
  await signIn(first, "teacher.se", { savesSettings: true });
  await openReader(first, manyLanguages);
  const sent = first.waitForResponse((response) => response.url().endsWith("/reader/settings"));
  await first.keyboard.press("Alt+ArrowUp");
  expect((await sent).status()).toBe(204);
  const second = await (await browser.newContext()).newPage();
  await signIn(second, "teacher.se", { savesSettings: true });
  await openReader(second, manyLanguages);
  const tempo = second.getByRole("slider", { name: "Tempo" });
  await clickInBars(second, second.getByRole("button", { name: "Tempo" }), tempo);
  await expect(tempo).toHaveValue("110");
  await Promise.all([first.context().close(), second.context().close()]);
});

test("the sleep timer stops playback after five minutes", async ({ page }) => {
  await page.clock.install();
  const reader = await openSecondPage(page);
  await page.keyboard.press("Space");
  await expect(reader).toHaveAttribute("data-playing", "true");
  await page.mouse.move(600, 10);
  await page.getByRole("button", { name: "Inställningar" }).click();
  await page.getByRole("button", { name: "5 min" }).click();
  await page.clock.fastForward("04:40");
  await expect(reader).toHaveAttribute("data-playing", "true");
  await page.clock.fastForward("00:21");
  await expect(reader).toHaveAttribute("data-playing", "false");
});

for (const rests of [false, true]) {
  test(`a rotated device shows the sentence ${rests ? "at which the voice stopped" : "that is read"}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    await signIn(page);
    // The picture above the sentence shrinks in a low window, which moves the text before its position can be read.
    const reader = await openReader(page, "the-salt-road");
    await page.keyboard.press("PageDown");
    const frame = shownFrame(page, "EPUB/text/01-the-mule-comes-home-alone.xhtml");
    await frame.locator("#s3").click();
    await expect(reader).toHaveAttribute("data-playing", "true");
    if (rests) await page.keyboard.press("Space");
    await expect(reader).toHaveAttribute("data-playing", String(!rests));
    const id = String(await frame.locator(highlighted).getAttribute("id"));
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForFunction(() => !("isOld" in window));
    await expect(frame.locator(`#${id}`)).toBeInViewport();
    await context.close();
  });
}

test("the bottom bar hides after the play button was pressed, and shows again on Tab", async ({ page }) => {
  const reader = await openSecondPage(page);
  await withBars(page, async () => {
    await expect(page.getByRole("button", { name: "Tempo" })).toBeVisible();
    await page.getByRole("button", { name: "Lyssna" }).click();
  });
  await expect(reader).toHaveAttribute("data-playing", "true");
  await page.mouse.move(600, 400);
  const bar = page.locator(".reader-bar-bottom");
  await expect(bar.getByRole("button", { name: "Pausa" })).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(bar.getByRole("button", { name: "Pausa" })).toBeVisible();
});

test("playback turns the page within a long sentence, and a rotated device keeps the position", async ({ browser }) => {
  const words = Array.from({ length: 120 }, (_, index) => `word${index}`).join(" ");
  const id = await addBookToProduct(
    // Long enough that a slow machine shows each page of the sentence.
    await narratedBook({ chapters: [[`${words}.`, "Short."], ["The end."]], title: "Long sentences", seconds: 3 }),
  );
  const context = await browser.newContext({ viewport: { width: 390, height: 500 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await signIn(page);
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      requestAnimationFrame(look);
      const frame = document.querySelector<HTMLIFrameElement>(".book-spread[data-shown] iframe");
      const root = frame?.contentDocument?.documentElement;
      if (!frame || !root || root.scrollLeft % frame.clientWidth !== 0) return;
      const place = `${root.querySelector(".fabel-active")?.id} ${root.scrollLeft / frame.clientWidth}`;
      if (seen.at(-1) !== place) seen.push(place);
    };
    requestAnimationFrame(look);
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const reader = await openReader(page, id);
  // On the first page, a backward swipe neither turns the page nor navigates the browser back.
  const finger = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", x: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y: 300 }] });
  await touch("touchStart", 60);
  for (let x = 90; x <= 330; x += 30) await touch("touchMove", x);
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await shownFrame(page, "EPUB/c1.xhtml").getByText("word3 ").click();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect(reader).toHaveAttribute("data-playing", "false", { timeout: 30_000 });
  const seen = await page.evaluate(() => (window as { seen?: string[] }).seen ?? []);
  const pages = seen.filter((place) => place.startsWith("c1-s1 "));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages).toEqual(pages.map((_, index) => `c1-s1 ${index}`));
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.setViewportSize({ width: 500, height: 390 });
  await page.waitForFunction(() => !("isOld" in window));
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The end.")).toBeVisible();
  await context.close();
});
