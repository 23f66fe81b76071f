import { expect, type Page } from "@playwright/test";
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
  withBars,
} from "#tests/support/open-reader";

/** Text settings, and search in a book. docs/product/reader.md#comfort. */

const sentences = (chapter: number) =>
  Array.from({ length: 60 }, (_, index) => `Sentence ${index + 1} of chapter ${chapter} goes on for some words more.`);
let bookId: string;

test.beforeAll(async () => {
  const chapters = [sentences(1), sentences(2), [...sentences(3), "A café stands at the blue harbour."]];
  bookId = await addBookToProduct(await narratedBook({ chapters, title: "A long book" }));
});

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 800 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page);
});

const chapter = (page: Page, number: number) => shownFrame(page, `EPUB/c${number}.xhtml`);

/** The text of the first sentence that begins on the shown page. */
function firstSentence(page: Page): Promise<string> {
  return page.locator(".book-spread[data-shown] iframe").evaluate((frame: HTMLIFrameElement) => {
    const spans = Array.from(frame.contentDocument?.querySelectorAll("p span[id]") ?? []);
    const width = frame.clientWidth;
    return (
      spans.find(
        (span) => (span.getClientRects()[0]?.left ?? -1) >= 0 && (span.getClientRects()[0]?.left ?? width) < width,
      )?.textContent ?? ""
    );
  });
}

/** Whether a sentence is at least partly on the shown page. */
function isOnPage(page: Page, text: string): Promise<boolean> {
  return page.locator(".book-spread[data-shown] iframe").evaluate((frame: HTMLIFrameElement, wanted) => {
    const span = Array.from(frame.contentDocument?.querySelectorAll("p span[id]") ?? []).find(
      (one) => one.textContent === wanted,
    );
    return Array.from(span?.getClientRects() ?? []).some(({ left }) => left >= 0 && left < frame.clientWidth);
  }, text);
}

test("text settings apply, keep the same sentence in view and are restored when the book is opened again", async ({
  page,
}) => {
  await openReader(page, bookId);
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  await expect.poll(() => firstSentence(page)).not.toContain("Sentence 1 of");
  const before = await firstSentence(page);
  const body = chapter(page, 1).locator("body");
  const look = (name: string) =>
    body.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  const sizeBefore = Number.parseFloat(await look("font-size"));

  const panel = page.getByRole("complementary", { name: "Text", exact: true });
  await clickInBars(page, page.getByRole("button", { name: "Text", exact: true }), panel);
  for (let times = 0; times < 4; times += 1) await panel.getByRole("button", { name: "Större text" }).click();
  await expect(panel.getByRole("status").filter({ hasText: "140" })).toBeVisible();
  const loadedFaces = () =>
    page.evaluate(() => Array.from(document.fonts, ({ family, status }) => `${family} ${status}`).join());
  await expect.poll(loadedFaces).toMatch(/Lexend Variable"? loaded.*OpenDyslexic"? loaded/);
  await panel.getByRole("radio", { name: "OpenDyslexic" }).check();
  await panel.getByRole("radio", { name: "Gräddvit" }).check();
  await panel.getByText("Avstånd", { exact: true }).click();
  await panel.getByRole("group", { name: "Radavstånd" }).getByRole("radio", { name: "Ännu större" }).check();
  await panel.getByRole("group", { name: "Ordavstånd" }).getByRole("radio", { name: "Större", exact: true }).check();

  await expect.poll(() => look("font-family")).toContain("OpenDyslexic");
  expect(Number.parseFloat(await look("font-size"))).toBeCloseTo(sizeBefore * 1.4, 0);
  await expect
    .poll(() =>
      chapter(page, 1)
        .locator("html")
        .evaluate((root) => getComputedStyle(root).backgroundColor),
    )
    .toBe("rgb(250, 240, 210)");
  await expect.poll(() => isOnPage(page, before)).toBe(true);
  await panel.getByText("Markering och fokus").click();
  await panel.getByRole("switch", { name: "Läslinjal" }).check();
  await page.keyboard.press("Escape");
  const ruler = page.getByRole("slider", { name: "Läslinjal" });
  await ruler.focus();
  const place = Number(await ruler.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowDown");
  await expect.poll(async () => Number(await ruler.getAttribute("aria-valuenow"))).toBeGreaterThan(place);

  await openReader(page, bookId);
  await expect.poll(() => look("font-family")).toContain("OpenDyslexic");
  await clickInBars(page, page.getByRole("button", { name: "Text", exact: true }), panel);
  await expect(panel.getByRole("radio", { name: "Gräddvit" })).toBeChecked();
  await panel.getByRole("button", { name: "Återställ" }).click();
  await expect.poll(() => look("font-family")).not.toContain("OpenDyslexic");
  await expect(ruler).toBeHidden();
});

test("the ruler's edges lie between lines, wherever the mouse is", async ({ page }) => {
  await openReader(page, bookId);
  const panel = page.getByRole("complementary", { name: "Text" });
  await clickInBars(page, page.getByRole("button", { name: "Text", exact: true }), panel);
  await panel.getByText("Markering och fokus").click();
  await panel.getByRole("switch", { name: "Läslinjal" }).check();
  await page.keyboard.press("Escape");
  const band = page.locator(".reader-ruler-band");
  await band.waitFor();
  for (const y of [260, 275, 291, 340, 402]) {
    await page.mouse.move(120, y);
    await expect.poll(() => edgesInLines(page)).toEqual({ hasBand: true, cut: [] });
  }
});

/** Lines of the left page that an edge of the ruler's band runs through. */
function edgesInLines(page: Page) {
  return page.locator(".reader-ruler-band").evaluate((element) => {
    const frame = document.querySelector<HTMLIFrameElement>(".book-spread[data-shown] iframe");
    const place = frame?.getBoundingClientRect() ?? new DOMRect();
    const scale = place.height / (frame?.offsetHeight ?? 1);
    const lines = Array.from(frame?.contentDocument?.querySelectorAll("p span[id]") ?? []).flatMap((span) =>
      Array.from(span.getClientRects()).filter(({ left, right }) => left >= 0 && right <= innerWidth / 2),
    );
    const { top, bottom } = element.getBoundingClientRect();
    const cut = lines.filter((line) => {
      const [above, below] = [place.top + line.top * scale + 0.5, place.top + line.bottom * scale - 0.5];
      return [top, bottom].some((edge) => edge > above && edge < below);
    });
    return { hasBand: bottom - top > 0, cut: cut.map((line) => Math.round(line.top)) };
  });
}

test("the search finds, opens and highlights words in later chapters, and keeps its state when reopened", async ({
  page,
}) => {
  await openReader(page, bookId);
  await page.keyboard.press("f");
  const panel = page.getByRole("complementary", { name: "Sök" });
  const field = panel.getByRole("searchbox", { name: "Sök i boken" });
  await field.fill("cafe stands");
  await expect(panel.getByRole("status")).toHaveText("1 träff");
  const hit = panel.getByRole("button", { name: /A café stands at the blue harbour/ });
  await expect(hit.locator("mark")).toHaveText("café stands");
  await expect(hit).toContainText("Chapter 3");
  await hit.click();
  await expect(chapter(page, 3).getByText("A café stands")).toBeVisible();
  await expect.poll(() => isOnPage(page, "A café stands at the blue harbour.")).toBe(true);
  await expect
    .poll(() =>
      page.locator(".book-spread[data-shown] iframe").evaluate((frame: HTMLIFrameElement) => {
        const view = frame.contentWindow as (Window & typeof globalThis) | null;
        return Array.from(view?.CSS.highlights.get("fabel-found") ?? [], String).join();
      }),
    )
    .toBe("café stands");

  await page.keyboard.press("f");
  await expect(field).toHaveValue("cafe stands");
  await expect(hit).toHaveAttribute("aria-current", "true");
  await field.fill("nowhere at all");
  await expect(panel.getByRole("status")).toHaveText("Inga träffar. Prova ett annat ord.");
});

test("keys skip 15 seconds forward and a sentence back, also across chapters, and the remaining time is shown", async ({
  page,
}) => {
  await recordHighlights(page);
  await openReader(page, bookId);
  await page.keyboard.press("Space");
  await expect.poll(async () => (await highlightedTexts(page))[0]).toContain("Sentence 1 of chapter 1");
  await page.keyboard.press("l");
  await expect.poll(async () => (await highlightedTexts(page)).at(-1)).toMatch(/Sentence [2-5]\d of chapter 1/);
  const heard = (await highlightedTexts(page)).map((text) => Number(/\d+/.exec(text)?.[0]));
  expect(heard).toEqual(heard.toSorted((one, other) => one - other));
  expect(Math.max(...heard.map((number, at) => number - (heard[at - 1] ?? number)))).toBeGreaterThan(20);
  await page.keyboard.press("Space");
  await expect(page.locator("[data-reader][data-playing=false]")).toBeVisible();
  const contents = page.getByRole("complementary", { name: "Innehåll" });
  await clickInBars(page, page.getByRole("button", { name: "Innehåll" }), contents);
  await contents.getByRole("button", { name: "Chapter 2" }).click();
  await expect(chapter(page, 2).getByText("Sentence 1 of chapter 2")).toBeVisible();
  await page.keyboard.press("u");
  await expect.poll(async () => (await highlightedTexts(page)).join()).toContain("Sentence 60 of chapter 1");
  await withBars(page, () => expect(page.getByText(/\d min kvar av boken/)).toBeVisible());
});

test("given a book timed by words, then the setting Hela meningar highlights whole sentences", async ({ page }) => {
  const words = await addBookToProduct(
    await narratedBook({ chapters: [["The", "mule", "comes", "home", "alone."]], title: "Words" }),
  );
  await recordHighlights(page);
  await openReader(page, words);
  await page.keyboard.press("Space");
  await expect.poll(async () => (await highlightedTexts(page))[0]).toBe("The");
  await page.keyboard.press("t");
  const panel = page.getByRole("complementary", { name: "Text", exact: true });
  await panel.getByText("Markering och fokus").click();
  await panel.getByRole("radio", { name: "Hela meningar" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await expect.poll(async () => (await highlightedTexts(page)).at(-1)).toBe("The mule comes home alone.");
});

test("text sized in pixels grows too, and a fixed-layout book offers no text settings", async ({ page }) => {
  const text = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Px</title></head><body><p style="font-size:16px">Words of sixteen pixels.</p></body></html>`;
  const pixels = await addBookToProduct(await writeEpub(epubFiles({ "EPUB/one.xhtml": text })));
  await openReader(page, pixels);
  const size = () =>
    shownFrame(page, "EPUB/one.xhtml")
      .getByText("Words of sixteen pixels.")
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await size()).toBe(16);
  await page.keyboard.press("t");
  await page.getByRole("button", { name: "Större text" }).click();
  await expect.poll(size).toBeGreaterThan(18);

  await openReader(page, "lyktan");
  await withBars(page, () => expect(page.getByRole("button", { name: "Sök" })).toBeVisible());
  await expect(page.getByRole("button", { name: "Text", exact: true })).toHaveCount(0);
});
