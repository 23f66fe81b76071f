import { expect } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook } from "#tests/support/narrated-book";
import {
  clickInBars,
  highlightedTexts,
  openReader,
  recordHighlights,
  shownFrame,
  signIn,
} from "#tests/support/open-reader";

/** Reading and listening to a book from its opening to its end. docs/product/reader.md#states. */

const chapters = [
  ["The lantern was dark.", "Somebody had taken the light."],
  ["Then the moon came up.", "Everyone could see again."],
];
let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await narratedBook({ chapters, title: "The lantern" }));
});

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("playback highlights each sentence, turns the pages and stops at the end without a highlight", async ({
  page,
}) => {
  await recordHighlights(page);
  const reader = await openReader(page, bookId);
  await page.keyboard.press("Space");
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect(reader).toHaveAttribute("data-playing", "false", { timeout: 40_000 });
  expect(await highlightedTexts(page)).toEqual(chapters.flat());
  await expect(shownFrame(page, "EPUB/c2.xhtml").locator(".fabel-active")).toHaveCount(0);
});

test("a clicked sentence is played from its beginning", async ({ page }) => {
  await recordHighlights(page);
  const reader = await openReader(page, bookId);
  await shownFrame(page, "EPUB/c1.xhtml").getByText("Somebody had taken the light.").click();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect.poll(async () => (await highlightedTexts(page))[0]).toBe("Somebody had taken the light.");
});

test("given automatic page turning is off, then playback stops at the end of the page", async ({ page }) => {
  const reader = await openReader(page, bookId);
  const automatic = page.getByRole("switch", { name: "Bläddra automatiskt" });
  await clickInBars(page, page.getByRole("button", { name: "Inställningar" }), automatic);
  await automatic.click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Lyssna" }).first().click();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect(reader).toHaveAttribute("data-playing", "false");
  await expect(shownFrame(page, "EPUB/c1.xhtml").locator("body")).toBeVisible();
});

test("arrow keys turn pages, the contents open a chapter, and Escape closes the contents", async ({ page }) => {
  await openReader(page, bookId);
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/c2.xhtml").locator("body")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/c2.xhtml").locator("body")).toBeVisible();
  const contents = page.getByRole("complementary", { name: "Innehåll" });
  await clickInBars(page, page.getByRole("button", { name: "Innehåll" }), contents);
  await contents.getByRole("button", { name: "Chapter 1" }).click();
  await expect(shownFrame(page, "EPUB/c1.xhtml").locator("body")).toBeVisible();
  await clickInBars(page, page.getByRole("button", { name: "Innehåll" }), contents);
  await page.keyboard.press("Escape");
  await expect(contents).toBeHidden();
});

test("a notice stays while it is hovered or focused, and hides five seconds later", async ({ page }) => {
  await page.clock.install();
  const reader = await openReader(page, bookId);
  await reader.hover({ position: { x: 300, y: 20 } });
  await page.getByRole("button", { name: "Nytt bokmärke" }).click();
  await page.getByRole("textbox", { name: "Bokmärkets namn" }).press("Enter");
  const notice = page.getByText("Bokmärket är sparat.");
  await notice.hover();
  await page.clock.fastForward("00:20");
  await expect(notice).toBeVisible();
  const card = page.locator("div", { has: notice }).last();
  await expect(card.getByRole("img", { name: "Klart" })).toBeVisible();
  const away = card.getByRole("button", { name: "Stäng" });
  await away.focus();
  await reader.hover({ position: { x: 300, y: 500 } });
  await page.clock.fastForward("00:20");
  await expect(notice).toBeVisible();
  await away.blur();
  await page.clock.fastForward("00:05");
  await expect(notice).toBeHidden();
});

test("the first page is part of the response: it is shown without any script, style sheet or document request", async ({
  page,
}) => {
  // The page shown after signing in would reload itself if its pending files failed.
  await page.goto("about:blank");
  const requested: string[] = [];
  // why: simulates a network so slow that only the page itself arrives.
  await page.route(/\/assets\/|\/content\//, (route) => {
    requested.push(route.request().url());
    return route.abort();
  });
  await page.goto(`/reader/${bookId}?from=start`, { waitUntil: "commit" });
  const frame = shownFrame(page, "EPUB/c1.xhtml");
  await expect(frame.getByText("The lantern was dark.")).toBeVisible();
  const words = await frame.locator("body").boundingBox();
  expect(words?.width).toBeGreaterThan(300);
  expect(requested.filter((address) => address.includes(".xhtml"))).toEqual([]);
});

test("given turns in quick succession, then the highlight follows the voice, and the next chapter is preloaded", async ({
  page,
}) => {
  const sentences = Array.from(
    { length: 60 },
    (_, index) => `Sentence ${index} goes on for a line or so, as they do here.`,
  );
  const book = await addBookToProduct(
    await narratedBook({
      chapters: [sentences, [...sentences, ...sentences, ...sentences], ["End."]],
      title: "Quick",
    }),
  );
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      Object.assign(window, { sound: this });
      return play.call(this);
    };
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const reader = await openReader(page, book);
  const turn = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
  /** Number of the sentence being played (0.6 s each), once it is highlighted, on screen and greater than `from`. */
  const follows = (from: number) =>
    page.waitForFunction((least) => {
      const frame = document.querySelector<HTMLIFrameElement>(".book-spread[data-shown] iframe");
      const highlighted = frame?.contentDocument?.querySelector(".fabel-active");
      const left = highlighted?.getBoundingClientRect().left ?? -1;
      const spoken = Math.floor(((window as { sound?: HTMLMediaElement }).sound?.currentTime ?? 0) / 0.6);
      return spoken > least && highlighted?.id === `c1-s${spoken + 1}` && left >= 0 && left < innerWidth
        ? spoken + 1
        : false;
    }, from);
  const dark = page.getByRole("switch", { name: "Mörka sidor" });
  await clickInBars(page, page.getByRole("button", { name: "Inställningar" }), dark);
  await page.keyboard.press("Control+Alt+Space");
  await expect(reader).toHaveAttribute("data-playing", "true");
  // Changes the layout before the frame that shows the turned page.
  await dark.evaluate((input: HTMLInputElement) => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
    input.click();
  });
  const second = Number(await (await follows(8)).jsonValue());
  await page.evaluate(turn);
  await page.setViewportSize({ width: 1000, height: 700 });
  await follows(second + 8);
  await page.keyboard.press("Control+Alt+Space");
  await expect(reader).toHaveAttribute("data-playing", "false");
  // Turns to the second chapter, then one page per frame.
  await page.evaluate(`(async () => {
    const shown = () => document.querySelector(".book-spread[data-shown] iframe[data-href='EPUB/c2.xhtml']");
    for (let turns = 0; turns < 60 && !shown(); turns += 1) { (${turn})(); await Promise.resolve(); }
    for (let turns = 0; turns < 4; turns += 1) { (${turn})(); await new Promise(requestAnimationFrame); }
  })()`);
  await expect(shownFrame(page, "EPUB/c2.xhtml").locator("body")).toBeVisible();
  await expect(page.locator(".book-spread[data-ready] iframe[data-href='EPUB/c3.xhtml']")).toHaveCount(1);
});

test("an unknown book is a 404 page with an error banner, a link back to the books and a new log-in", async ({
  page,
}) => {
  const response = await page.goto("/reader/no-such-book");
  expect(response?.status()).toBe(404);
  const banner = page.getByRole("alert");
  await expect(banner.getByRole("heading", { level: 1 })).toHaveText("Den här boken finns inte här.");
  await expect(page.getByRole("link", { name: "Tillbaka till böckerna" })).toBeVisible();
  await page.getByRole("link", { name: "Logga in igen" }).click();
  await expect(page).toHaveURL(/\/login\?.*redirect=%2Freader%2Fno-such-book/);
});

test("a frog book has no sliders, and its play button starts playback", async ({ page }) => {
  const frog = await addBookToProduct(await narratedBook({ chapters, title: "The frog", kind: "frog" }));
  const reader = await openReader(page, frog);
  await expect(page.getByRole("slider")).toHaveCount(0);
  await page.getByRole("button", { name: "Lyssna" }).click();
  await expect(reader).toHaveAttribute("data-playing", "true");
});

test("given a phone, then an enlarged page follows the voice, and a swipe on it does not turn the page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const reader = await openReader(page, "lyktan");
  const moving = page.evaluate(async () => {
    const seen: string[] = [];
    for (let frame = 0; frame < 60 && !document.querySelector(".book-spread[data-shown] [data-spine='1']"); frame += 1)
      await new Promise(requestAnimationFrame);
    for (const { effect } of document.getAnimations()) {
      const target = (effect as KeyframeEffect).target;
      if (target?.matches(".book-spread, .book-frame")) seen.push(target.className);
    }
    return seen;
  });
  await page.keyboard.press("PageDown");
  expect(await moving).toEqual([]);
  const spread = page.locator(".book-spread[data-shown]");
  await expect(spread.locator("iframe")).toHaveAttribute("data-spine", "1");
  const width = async () => (await spread.locator("iframe").boundingBox())?.width ?? 0;
  expect(await width()).toBeLessThanOrEqual(390);
  const whole = page.getByRole("button", { name: "Förstora sidan", pressed: true });
  await clickInBars(page, page.getByRole("button", { name: "Förstora sidan" }), whole);
  await expect.poll(width).toBeCloseTo(780, 0);
  const swipe = () =>
    spread.locator("iframe").evaluate((element) => {
      const content = (element as HTMLIFrameElement).contentDocument as Document;
      const touch = (screenX: number) =>
        new Touch({ identifier: 1, target: content.body, screenX, screenY: 300, clientX: screenX, clientY: 300 });
      const tell = (type: string, screenX: number, isDown: boolean) =>
        content.dispatchEvent(
          new TouchEvent(type, { touches: isDown ? [touch(screenX)] : [], changedTouches: [touch(screenX)] }),
        );
      tell("touchstart", 300, true);
      tell("touchend", 100, false);
    });
  await swipe();
  await expect(spread.locator("iframe")).toHaveAttribute("data-spine", "1");
  await page.keyboard.press("Control+Alt+Space");
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect.poll(() => spread.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await page.keyboard.press("z");
  await expect.poll(width).toBeLessThanOrEqual(390);
  await page.keyboard.press("Control+Alt+Space");
  await swipe();
  await expect(spread.locator("iframe")).toHaveAttribute("data-spine", "2");
});

test("given an image as wide as its page, then the layout settles and the reader stays usable", async ({ page }) => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 464 480"><rect width="464" height="480" fill="teal"/></svg>';
  const picture = `<img alt="A lake" style="width:100%" src="data:image/svg+xml,${encodeURIComponent(drawing)}"/>`;
  const document = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Lake</title></head><body>${picture}<p>The lake.</p></body></html>`;
  const lake = await addBookToProduct(await writeEpub(epubFiles({ "EPUB/one.xhtml": document })));
  await openReader(page, lake);
  await expect(shownFrame(page, "EPUB/one.xhtml").getByText("The lake.")).toBeVisible();
  await expect(page.locator(".reader-bar-top[data-shown]")).toHaveCount(0);
  const contents = page.getByRole("button", { name: "Innehåll", includeHidden: true });
  for (let key = 0; key < 6 && !(await contents.evaluate((button) => button.matches(":focus"))); key += 1)
    await page.keyboard.press("Tab");
  await expect(contents).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Innehåll" })).toBeVisible();
});

test("nested documents, vertical scrolling, navigation lists and images in the spine are shown as EPUB requires", async ({
  page,
}) => {
  const document = (body: string, style = "") =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title><style>${style}</style></head><body>${body}</body></html>`;
  // A PNG of one pixel.
  const dot = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const item = (id: string, href: string, type = "application/xhtml+xml", more = "") =>
    `<item id="${id}" href="${href}" media-type="${type}" ${more}/>`;
  const metadata =
    '<dc:identifier id="uid">urn:test:all</dc:identifier><dc:title>All of it</dc:title><dc:language>en</dc:language>';
  const book = await addBookToProduct(
    await writeEpub(
      epubFiles({
        "EPUB/dot.png": dot,
        "EPUB/inner.xhtml": document('<p>Inner</p><img src="dot.png" alt=""/>', "p{color:rgb(1,2,3)}"),
        "EPUB/one.xhtml": document(
          '<iframe src="inner.xhtml"></iframe><object data="inner.xhtml" type="application/xhtml+xml">No</object><canvas><p>Drawn by nobody</p></canvas>',
        ),
        "EPUB/down.xhtml": document(`<p>${"吾輩は猫である。".repeat(400)}</p>`, "html{-epub-writing-mode:vertical-rl}"),
        "EPUB/package.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${item("one", "one.xhtml")}${item("down", "down.xhtml")}${item("nav", "nav.xhtml", undefined, 'properties="nav"')}${item("dot", "dot.png", "image/png", 'fallback="one"')}</manifest><spine><itemref idref="one"/><itemref idref="down" properties="rendition:flow-scrolled-continuous"/><itemref idref="nav"/><itemref idref="dot" properties="rendition:layout-pre-paginated page-spread-left"/><itemref idref="dot" properties="rendition:layout-pre-paginated rendition:page-spread-right"/></spine></package>`,
      }),
    ),
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openReader(page, book);
  const one = shownFrame(page, "EPUB/one.xhtml");
  await expect(one.getByText("Drawn by nobody")).toBeVisible();
  for (const nested of [one.frameLocator("iframe").nth(0), one.frameLocator("iframe").nth(1)]) {
    await expect(nested.getByText("Inner")).toHaveCSS("color", "rgb(1, 2, 3)");
    await expect(nested.locator("img")).toHaveJSProperty("naturalWidth", 1);
  }
  await page.keyboard.press("PageDown");
  const down = shownFrame(page, "EPUB/down.xhtml").locator("html");
  await expect(down).toHaveCSS("overflow-x", "auto");
  expect(await down.evaluate((root) => root.scrollWidth > innerWidth && root.scrollHeight <= innerHeight)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/nav.xhtml").locator("li").first()).toHaveCSS("list-style-type", "none");
  await page.keyboard.press("PageDown");
  const pair = page.locator(".book-spread[data-shown] iframe");
  await expect(pair).toHaveCount(2);
  const boxes = await pair.evaluateAll((frames) => frames.map((frame) => frame.getBoundingClientRect()));
  expect(boxes[0]?.right).toBeCloseTo(boxes[1]?.left ?? Number.NaN, 0);
});

test("keys pressed before hydration are handled after it", async ({ page }) => {
  let letReaderCome: () => void = () => undefined;
  const allowed = new Promise<void>((resolve) => {
    letReaderCome = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await allowed;
    await route.continue();
  });
  await page.goto(`/reader/${bookId}?from=start`, { waitUntil: "commit" });
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The lantern was dark.")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("?");
  letReaderCome();
  await expect(shownFrame(page, "EPUB/c2.xhtml").locator("body")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Kortkommandon" })).toBeVisible();
});

test("a key pressed at the moment of hydration turns exactly one page", async ({ page }) => {
  const three = await narratedBook({ chapters: [["One."], ["Two."], ["Three."]], title: "Three" });
  const book = await addBookToProduct(three);
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const press = () => {
      if (!document.querySelector("[data-reader][data-state=shown]")) return;
      watch.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true, cancelable: true }));
      Object.assign(window, { isPressed: true });
    };
    const watch = new MutationObserver(press);
    watch.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
  });
  await openReader(page, book);
  await page.waitForFunction(() => "isPressed" in window);
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("Two.")).toBeVisible();
  // If the key had turned two pages, this would show page two.
  await page.keyboard.press("PageUp");
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("One.")).toBeVisible();
});
