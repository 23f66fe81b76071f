import { readHolder } from "#server/data-dir/data-dir";
import { writeDictd } from "#tests/support/make-dictd";
import { epubFiles } from "#tests/support/make-epub";
import { suppressSettingsSaves } from "#tests/support/open-reader";
import { closeDatabases, connectDatabases } from "~/db/.server/connect";
import { addDictionary } from "~/services/.server/library/words/dictionary-store";
import { readDictionary } from "~/services/.server/library/words/read-dictionary";
import type { Stage } from "./bench-stage";
import { type Measure, median } from "./measure";

/** Different words of the book, each of which the dictionary has: as many as a long novel. */
const count = 20_000;
const lookedUp = 25;

/** A word of letters for a number. */
const wordOf = (number: number) => `w${Array.from(String(number), (digit) => "abcdefghij"[Number(digit)]).join("")}`;

/** From a double click on a word to its meaning, in a book on the device without network. docs/performance.md#reader. */
export async function benchWords(stage: Stage): Promise<Measure[]> {
  const words = Array.from({ length: count }, (_, index) => wordOf(index));
  await addWords(stage, words);
  const first = `<p>${words.slice(0, lookedUp + 1).join(" ")}</p>`;
  const second = `<p>${words.slice(lookedUp + 1).join(" ")}</p>`;
  const page = (body: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Words</title></head><body>${body}</body></html>`;
  const files = epubFiles({ "EPUB/one.xhtml": page(first), "EPUB/two.xhtml": page(second) });
  const opf = String(files.get("EPUB/package.opf"))
    .replace("</manifest>", '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/></manifest>')
    .replace("</spine>", '<itemref idref="two"/></spine>');
  const { id } = await stage.addBook(new Map([...files, ["EPUB/package.opf", opf]]), "words.epub");
  const times = await lookUpTimes(stage, id);
  const instrument = `double click to the meaning in the card, by the page's clock; ${count} words in the book`;
  return [
    {
      name: "word looked up without network",
      unit: "ms",
      ours: median(times.slice(1)),
      beside: [],
      goal: { value: 50, better: "lower" },
      instrument: `${instrument}, median of ${lookedUp}`,
    },
    {
      name: "the first word after opening the book",
      unit: "ms",
      ours: times[0] ?? Number.NaN,
      beside: [],
      instrument: `${instrument}, with reading all words from the device`,
    },
  ];
}

async function addWords(stage: Stage, words: readonly string[]): Promise<void> {
  const urls = readHolder(stage.product.dataDir)?.databaseUrls;
  if (!urls) throw new Error("No product runs");
  const databases = connectDatabases(urls, { max: 1 });
  try {
    const entries = Object.fromEntries(words.map((word) => [word, `${word} /x/\nmeaning of ${word}\n`]));
    await addDictionary(databases, await readDictionary(await writeDictd("bench-eng-swe", entries)));
  } finally {
    await closeDatabases(databases);
  }
}

async function lookUpTimes(stage: Stage, id: string): Promise<number[]> {
  const context = await stage.browser.newContext({ storageState: stage.session });
  try {
    await context.addInitScript(suppressSettingsSaves);
    await context.addInitScript("globalThis.__name ??= (target) => target");
    const book = await context.newPage();
    await book.goto(`${stage.origin}/books/${id}`);
    await book.getByRole("button", { name: "Behåll på den här enheten" }).click();
    await book.getByText(/^På den här enheten \(/).waitFor({ timeout: 60_000 });
    await book.evaluate("navigator.serviceWorker.ready.then(() => null)");
    await context.setOffline(true);
    const page = await context.newPage();
    await page.goto(`${stage.origin}/reader/offline?book=${id}`);
    await page.locator("[data-reader][data-state=shown]").waitFor({ timeout: 60_000 });
    const times: number[] = [];
    for (let word = 0; word <= lookedUp; word += 1) times.push(await page.evaluate(timeLookUp, wordOf(word)));
    return times;
  } finally {
    await context.setOffline(false);
    await context.close();
  }
}

/** Runs in the page. Repeats the double click until the gesture is known; only the one that opens the card is measured. */
function timeLookUp(word: string): Promise<number> {
  const frame = document.querySelector<HTMLIFrameElement>(".book-spread[data-shown] iframe");
  const content = frame?.contentDocument;
  const text = content?.querySelector("p")?.firstChild;
  if (!content || !text) throw new Error("The book is not shown");
  const from = `${text.nodeValue} `.indexOf(`${word} `);
  const range = content.createRange();
  range.setStart(text, from);
  range.setEnd(text, from + word.length);
  const box = range.getBoundingClientRect();
  const point = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
  return new Promise((resolve) => {
    let pressed = 0;
    const press = () => {
      pressed = performance.now();
      content.elementFromPoint(point.clientX, point.clientY)?.dispatchEvent(new MouseEvent("dblclick", point));
    };
    const observer = new MutationObserver(() => {
      const cards = [...document.querySelectorAll("aside")];
      if (!cards.some(({ textContent }) => textContent?.includes(`meaning of ${word}`))) return;
      observer.disconnect();
      clearInterval(timer);
      resolve(performance.now() - pressed);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    const timer = setInterval(() => document.querySelector(`aside[aria-label$="${word}"]`) ?? press(), 1000);
    press();
  });
}
