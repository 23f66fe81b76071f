import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook, tones } from "#tests/support/narrated-book";
import { clickInBars, openReader, shownFrame, signIn, withBars } from "#tests/support/open-reader";

/** The position slider, the contents, the large play button, touch and keys. docs/product/reader.md#screens, #states. */

const chapters = Array.from({ length: 6 }, (_, index) => [`Chapter ${index + 1} has one sentence.`]);
const shown = (page: Page, chapter: number) => shownFrame(page, `EPUB/c${chapter}.xhtml`).getByText("has one sentence");

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test.describe("the position slider", () => {
  let bookId: string;
  test.beforeAll(async () => {
    bookId = await addBookToProduct(await narratedBook({ chapters, title: "Six chapters" }));
  });

  test("moves by one page with the arrow keys", async ({ page }) => {
    await openReader(page, bookId);
    const slider = page.getByRole("slider", { name: "Plats i boken" });
    await withBars(page, () => slider.focus());
    for (const chapter of [2, 3, 4]) {
      await page.keyboard.press("ArrowRight");
      await expect(shown(page, chapter)).toBeVisible();
    }
    await page.keyboard.press("ArrowLeft");
    await expect(shown(page, 3)).toBeVisible();
  });

  test("loads only the document at which it is dropped and its neighbour", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openReader(page, bookId);
    await expect(page.locator(".book-spread[data-ready] iframe[data-href='EPUB/c2.xhtml']")).toHaveCount(1);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(...(/c\d\.xhtml/.exec(request.url()) ?? [])));
    const slider = page.getByRole("slider", { name: "Plats i boken" });
    await withBars(page, () => expect(slider).toBeVisible());
    const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 11, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, y, { steps: 12 });
    expect(loaded).toEqual([]);
    await page.mouse.up();
    await expect(shown(page, 6)).toBeVisible();
    await expect.poll(() => [...new Set(loaded)].sort()).toEqual(["c5.xhtml", "c6.xhtml"]);
  });
});

test("given a book in one file, then the contents and bookmarks name the entry of the shown page", async ({ page }) => {
  const parts = ["Alpha", "Beta", "Gamma"];
  const words = "The words of a part go on for a page and some more. ".repeat(60);
  const text = parts.map((name) => `<h2 id="${name}">${name}</h2><p>${words}</p>`).join("");
  const entries = parts.map((name) => `<li><a href="one.xhtml#${name}">${name}</a></li>`).join("");
  const book = await addBookToProduct(
    await writeEpub(
      epubFiles({
        "EPUB/one.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>All</title></head><body>${text}</body></html>`,
        "EPUB/nav.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol>${entries}</ol></nav></body></html>`,
      }),
    ),
  );
  await page.setViewportSize({ width: 500, height: 700 });
  await openReader(page, book);
  const contents = page.getByRole("complementary", { name: "Innehåll" });
  const open = () => clickInBars(page, page.getByRole("button", { name: "Innehåll" }), contents);
  await open();
  await expect(contents.getByRole("button", { name: "Alpha" })).toHaveAttribute("aria-current", "location");
  await contents.getByRole("button", { name: "Beta" }).click();
  await open();
  await expect(contents.getByRole("button", { name: "Beta" })).toHaveAttribute("aria-current", "location");
  await page.keyboard.press("Escape");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Control+Alt+m");
  await expect(page.getByRole("textbox", { name: "Bokmärkets namn" })).toHaveValue("Beta");
});

test("given a silent cover, then the large play button starts playback on the next page", async ({ page }) => {
  const cover =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Cover</title></head><body><h1>The cover</h1></body></html>';
  const chapter =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><p id="s1">Once upon a time.</p></body></html>';
  const book = await addBookToProduct(
    await writeEpub(
      epubFiles({
        "EPUB/cover.xhtml": cover,
        "EPUB/one.xhtml": chapter,
        "EPUB/one.wav": tones(8),
        "EPUB/one.smil":
          '<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="one.xhtml#s1"/><audio src="one.wav" clipBegin="0s" clipEnd="4.5s"/></par></body></smil>',
        "EPUB/package.opf":
          '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:cover</dc:identifier><dc:title>With a cover</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml" media-overlay="smil"/><item id="smil" href="one.smil" media-type="application/smil+xml"/></manifest><spine><itemref idref="cover"/><itemref idref="one"/></spine></package>',
      }),
    ),
  );
  const reader = await openReader(page, book);
  await expect(shownFrame(page, "EPUB/cover.xhtml").getByText("The cover")).toBeVisible();
  await page.locator(".reader-play").click();
  await expect(shownFrame(page, "EPUB/one.xhtml").locator(".fabel-active")).toHaveText("Once upon a time.");
  await expect(reader).toHaveAttribute("data-playing", "true");
  // While the bars fade out, there are two pause buttons.
  await page.getByRole("button", { name: "Pausa" }).first().click();
  await expect(reader).toHaveAttribute("data-playing", "false");
});

test("a frog book is started and paused by touch", async ({ browser }) => {
  const frog = await addBookToProduct(
    await narratedBook({ chapters: [Array(12).fill("Hop.")], title: "A frog that rests", kind: "frog" }),
  );
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await signIn(page);
  const reader = await openReader(page, frog);
  await page.getByRole("button", { name: "Lyssna" }).tap();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await page.getByRole("button", { name: "Pausa" }).tap();
  await expect(reader).toHaveAttribute("data-playing", "false");
  await context.close();
});

test("an SVG sentence gets a marker if the author's highlight is a background colour, and none if it is a fill", async ({
  page,
}) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800" width="600" height="800"><style>.on{background-color:yellow} .lit{fill:red}</style><g id="g1"><text x="50" y="100" font-size="40">The first line.</text></g><g id="g2"><text x="50" y="200" font-size="40">The second.</text></g></svg>`;
  const pars = ["g1", "g2"].map(
    (id, index) =>
      `<par><text src="page.svg#${id}"/><audio src="page.wav" clipBegin="${index * 3}s" clipEnd="${index * 3 + 3}s"/></par>`,
  );
  const bookWith = async (activeClass: string) =>
    addBookToProduct(
      await writeEpub(
        epubFiles({
          "EPUB/page.svg": drawing,
          "EPUB/page.wav": tones(10),
          "EPUB/page.smil": `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${pars.join("")}</body></smil>`,
          "EPUB/package.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:${activeClass}</dc:identifier><dc:title>Drawn ${activeClass}</dc:title><dc:language>en</dc:language><meta property="rendition:layout">pre-paginated</meta><meta property="media:active-class">${activeClass}</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="page" href="page.svg" media-type="image/svg+xml" media-overlay="smil"/><item id="smil" href="page.smil" media-type="application/smil+xml"/></manifest><spine><itemref idref="page"/></spine></package>`,
        }),
      ),
    );
  const frame = page.frameLocator(".book-spread[data-shown] iframe");
  await openReader(page, await bookWith("on"));
  await page.keyboard.press("Space");
  await expect(frame.locator("#g1")).toHaveClass(/\bon\b/);
  const marker = frame.locator("[data-fabel-highlight]");
  await expect(marker).toHaveCount(1);
  const covers = await marker.evaluate((mark) => {
    const [over, words] = [mark, mark.ownerDocument.querySelector("#g1")].map((one) => one?.getBoundingClientRect());
    return over && words && over.left <= words.left && over.right >= words.right && over.top <= words.top;
  });
  expect(covers).toBe(true);
  await expect(frame.locator("#g2")).toHaveClass(/\bon\b/);
  await expect(marker).toHaveCount(1);
  // A fill colour is visible in SVG, so no marker is added.
  await openReader(page, await bookWith("lit"));
  await page.keyboard.press("Space");
  await expect(frame.locator("#g1")).toHaveClass(/\blit\b/);
  await expect(marker).toHaveCount(0);
});

test("given an open footnote, then arrow keys and Space do not act on the book", async ({ page }) => {
  const noted =
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>One</title></head><body><p>Words <a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n">A note of it.</aside></body></html>';
  const other =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Two</title></head><body><p>Page two.</p></body></html>';
  const book = await addBookToProduct(
    await writeEpub(
      epubFiles({
        "EPUB/one.xhtml": noted,
        "EPUB/two.xhtml": other,
        "EPUB/package.opf":
          '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:noted</dc:identifier><dc:title>Noted</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="two" href="two.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>',
      }),
    ),
  );
  const reader = await openReader(page, book);
  const first = shownFrame(page, "EPUB/one.xhtml");
  await first.getByRole("link", { name: "1" }).click();
  await expect(page.getByRole("dialog", { name: "Fotnot" })).toBeVisible();
  for (const key of ["ArrowRight", "PageDown", "Space"]) await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(first.getByText("Words")).toBeVisible();
  await expect(reader).toHaveAttribute("data-playing", "false");
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/two.xhtml").getByText("Page two.")).toBeVisible();
});

test("given a slow machine, then the reader's updates meet no part of the page that is not hydrated yet", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    // React's scheduler uses setImmediate where it exists: each of its tasks begins late, as on a busy machine.
    if (window === window.top) Object.assign(window, { setImmediate: (task: () => void) => setTimeout(task, 400) });
  });
  await openReader(page, "lyktan");
  // Updates at once, while parts of the page may wait for hydration.
  for (let times = 0; times < 20; times += 1) await page.mouse.move(300 + 10 * times, 710);
  await expect(page.getByRole("button", { name: "Lyssna" }).first()).toBeVisible();
  expect(errors).toEqual([]);
});

test("given a book without narration, then its button turns pages, and nothing turns before it is pressed", async ({
  page,
}) => {
  const pageOf = (name: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title></head><body><p>Page ${name}.</p></body></html>`;
  const names = ["one", "two", "three"];
  const book = await addBookToProduct(
    await writeEpub(
      epubFiles({
        ...Object.fromEntries(names.map((name) => [`EPUB/${name}.xhtml`, pageOf(name)])),
        "EPUB/package.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:unvoiced</dc:identifier><dc:title>Unvoiced</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`).join("")}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join("")}</spine></package>`,
      }),
    ),
  );
  await page.clock.install();
  const reader = await openReader(page, book);
  const button = page.getByRole("button", { name: "Bläddra", exact: true });
  await expect(button).toBeAttached();
  await expect(page.getByRole("button", { name: "Lyssna" })).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await expect(reader).toHaveAttribute("data-playing", "false");
  await expect(shownFrame(page, "EPUB/one.xhtml").getByText("Page one.")).toBeVisible();
  // A paused clock, since a slow machine would take longer than the half second the steps below leave.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
  await page.keyboard.press("Space");
  await expect(reader).toHaveAttribute("data-playing", "true");
  await page.clock.runFor(2500);
  await expect(shownFrame(page, "EPUB/one.xhtml").getByText("Page one.")).toBeVisible();
  await page.clock.runFor(600);
  await page.clock.resume();
  await expect(shownFrame(page, "EPUB/two.xhtml").getByText("Page two.")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(reader).toHaveAttribute("data-playing", "false");
});
