import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import {
  clickInBars,
  highlightedTexts,
  openReader,
  recordHighlights,
  shownFrame,
  signIn,
} from "#tests/support/open-reader";
import { installSpeechEngine, type SpeechEngineOptions } from "#tests/support/speech-engine";

/** Books without a narration, read by the browser's voices. docs/product/reader.md#speech. */

const klara = { name: "Klara", lang: "sv-SE" };
const online = { name: "Microsoft Sofie Online (Natural) - Swedish (Sweden)", lang: "sv-SE", localService: false };

const secondSentence = "Haren sov i sin håla under den gamla granen hela natten.";

let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await voicelessBook());
});

/** Two chapters in Swedish without a narration. */
async function voicelessBook(): Promise<string> {
  const chapter = (title: string, body: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="sv"><head><title>${title}</title></head><body>${body}</body></html>`;
  const files = epubFiles({
    "EPUB/one.xhtml": chapter("Ett", `<p>Räven <b>sprang</b>. <i>${secondSentence}</i></p>`),
    "EPUB/two.xhtml": chapter("Två", "<p>Natten kom.</p>"),
  });
  const opf = String(files.get("EPUB/package.opf"))
    .replace("urn:test:book", "urn:test:voiceless")
    .replace(">en<", ">sv<")
    .replace("</manifest>", '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/></manifest>')
    .replace("</spine>", '<itemref idref="two"/></spine>');
  files.set("EPUB/package.opf", opf);
  return writeEpub(files);
}

async function open(page: Page, engine: SpeechEngineOptions, username?: string) {
  await signIn(page, username);
  await page.addInitScript(installSpeechEngine, engine);
  await recordHighlights(page);
  return openReader(page, bookId);
}

const listen = (page: Page) => page.getByRole("button", { name: "Lyssna", exact: true }).first();
const spokenTexts = (page: Page) =>
  page.evaluate(() => (window as unknown as { spokenTexts: Array<{ text: string; voice: string }> }).spokenTexts);

test("a voice of the browser reads the book to its end, word by word", async ({ page }) => {
  const reader = await open(page, { voices: [klara] });
  await listen(page).click();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect
    .poll(async () => (await spokenTexts(page)).map(({ text }) => text))
    .toEqual(["Räven sprang.", secondSentence, "Natten kom."]);
  await expect(page.getByRole("dialog", { name: "Slut" }).or(page.getByText("Läs igen"))).toBeVisible();
  expect(await highlightedTexts(page)).toEqual(expect.arrayContaining(["sprang.", "Haren", "Natten"]));
});

test("a word is highlighted at most two frames after the voice reports it", async ({ page }) => {
  type Frames = { frames: Array<{ now: number; lit: string }>; reportedWords: Array<{ word: string; now: number }> };
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const frames: Frames["frames"] = [];
    Object.assign(window, { frames });
    const look = () => {
      requestAnimationFrame(look);
      const shown = document.querySelector<HTMLIFrameElement>(".book-spread[data-shown] iframe");
      const [range] = (shown?.contentWindow as typeof globalThis | null)?.CSS.highlights.get("fabel-spoken") ?? [];
      frames.push({ now: performance.now(), lit: String(range ?? "") });
    };
    requestAnimationFrame(look);
  });
  await open(page, { voices: [klara], wordLength: 250 });
  await listen(page).click();
  await expect.poll(async () => (await spokenTexts(page)).at(-1)?.text).toBe("Natten kom.");
  const { frames, reportedWords } = await page.evaluate(() => {
    const { frames, reportedWords } = window as unknown as Frames;
    return { frames, reportedWords };
  });
  // The first word of a page comes with the page; the last page may still be sliding in when its words are reported.
  const inside = reportedWords.filter(({ word }) => !["Räven", "Natten", "kom."].includes(word));
  const waited = inside.map(({ word, now }) => {
    const after = frames.filter((frame) => frame.now >= now);
    return after.findIndex(({ lit }) => lit === word) + 1;
  });
  expect(waited).toHaveLength(inside.length);
  expect(Math.min(...waited)).toBeGreaterThan(0);
  expect(Math.max(...waited)).toBeLessThanOrEqual(2);
});

test("an engine that reports no words highlights whole sentences", async ({ page }) => {
  await open(page, { voices: [klara], reportsWords: false, wordLength: 150 });
  await listen(page).click();
  await expect.poll(() => highlightedTexts(page)).toEqual(["Räven sprang.", secondSentence, "Natten kom."]);
});

test("a tap on a sentence reads from there, and pausing stops the voice", async ({ page }) => {
  const reader = await open(page, { voices: [klara], wordLength: 2000 });
  await listen(page).waitFor();
  await shownFrame(page, "EPUB/one.xhtml").getByText(secondSentence).click();
  await expect(reader).toHaveAttribute("data-playing", "true");
  await expect.poll(async () => (await spokenTexts(page)).map(({ text }) => text)).toEqual([secondSentence]);
  await page.keyboard.press("Space");
  await expect(reader).not.toHaveAttribute("data-playing", "true");
});

test("without a voice for its language a book has no button to listen", async ({ page }) => {
  await open(page, { voices: [{ name: "Anna", lang: "de-DE" }] });
  await expect(page.getByRole("button", { name: "Bläddra", exact: true })).toBeAttached();
  await expect(listen(page)).toHaveCount(0);
});

test("a voice that breaks down stops with a notice", async ({ page }) => {
  const reader = await open(page, { voices: [klara], isBroken: true });
  await listen(page).click();
  await expect(page.getByText("Rösten slutade tala.")).toBeVisible();
  await expect(reader).not.toHaveAttribute("data-playing", "true");
  expect(await spokenTexts(page)).toHaveLength(1);
});

test("pupils are offered voices of the device only", async ({ page }) => {
  await open(page, { voices: [online, klara] });
  const voices = page.getByLabel("Datorröst");
  await clickInBars(page, page.getByRole("button", { name: "Inställningar", exact: true }), voices);
  await expect(voices.getByRole("option")).toHaveText(["Klara (fungerar utan nät)"]);
});

test("teachers may choose an online voice, are told once, and the choice stays on the device", async ({ page }) => {
  await open(page, { voices: [klara, online], wordLength: 1000 }, "teacher.se");
  await listen(page).click();
  await expect(page.getByText("Den här rösten talar via internet")).toBeVisible();
  await expect.poll(async () => (await spokenTexts(page)).map(({ voice }) => voice)).toEqual([online.name]);
  const voices = page.getByLabel("Datorröst");
  await clickInBars(page, page.getByRole("button", { name: "Inställningar", exact: true }), voices);
  await voices.selectOption({ label: "Klara (fungerar utan nät)" });
  await expect.poll(async () => (await spokenTexts(page)).at(-1)?.voice).toBe("Klara");
  await openReader(page, bookId);
  await listen(page).click();
  await expect.poll(async () => (await spokenTexts(page)).at(-1)?.voice).toBe("Klara");
  await expect(page.getByText("Den här rösten talar via internet")).toBeHidden();
});

test("a selected text is read alone", async ({ page }) => {
  const reader = await open(page, { voices: [klara], wordLength: 100 });
  await listen(page).waitFor();
  await page.keyboard.press("s");
  const bar = page.getByRole("complementary", { name: "Markerad text" });
  await bar.waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await bar.getByRole("button", { name: "Läs upp" }).press("Enter");
  await expect.poll(async () => (await spokenTexts(page)).map(({ text }) => text)).toEqual(["Räven sprang"]);
  await expect(reader).not.toHaveAttribute("data-playing", "true");
});
