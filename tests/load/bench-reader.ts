import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { measureHighlight } from "../conformance/measure-highlight";
import { ReaderPage } from "../conformance/reader-page";
import { readTestBook } from "../conformance/test-book";
import { marksOn, openContext, type Stage, seenAfter, slowNetwork, turnTime } from "./bench-stage";
import { chapterBook, chapterPaths } from "./chapter-book";
import { type Contenders, serveContenders } from "./contenders";
import { type Measure, median, quantile } from "./measure";
import { noiseBook } from "./noise-book";
import { toneBook } from "./tone-book";

const rounds = 5;
/** The reader hears keys on its page, wherever the focus is. */
const ourTurn =
  'document.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", code: "PageDown", bubbles: true, cancelable: true }))';
const theirTurn = "window.turn()";
const instrument = "20 Mbit/s and 40 ms, nothing cached, median of 5; the mark is looked for on every animation frame";

type Book = { id: string; contenders: Contenders; paths: string[] };

async function standBook(
  stage: Stage,
  files: Map<string, string | Buffer>,
  name: string,
  paths: string[],
): Promise<Book> {
  const { id, path } = await stage.addBook(files, name);
  return { id, contenders: await serveContenders(await readFile(path), files, paths), paths };
}

/** From the tap on a cover to the first page on screen. Goals, "first page". */
async function firstPageOf(
  stage: Stage,
  book: Book,
  where: "ours" | "archive" | "folder" | "floor",
  mark: string,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await openContext(stage, where === "ours" ? stage.session : null);
    try {
      const page = await context.newPage();
      await page.goto(where === "ours" ? `${stage.origin}/bookshelf` : `${book.contenders.origin}/start`, {
        waitUntil: "load",
      });
      const link = page.locator(`a[href$="/${where === "ours" ? book.id : where}"]`).first();
      await link.waitFor();
      await page.waitForLoadState("networkidle");
      await slowNetwork(page);
      const start = Date.now();
      await link.click({ noWaitAfter: true });
      times.push(await seenAfter(page, mark, start));
    } finally {
      await context.close();
    }
  }
  return median(times);
}

type Contender = "archive" | "folder" | "floor";

/** Our first page of a book beside those who show the same one. */
async function firstPageMeasure(
  stage: Stage,
  book: Book,
  name: string,
  mark: string,
  ownOther: Measure["beside"] = [],
): Promise<Measure> {
  const ours = await firstPageOf(stage, book, "ours", mark);
  const besides: Array<{ where: Contender; name: string; ratio: number }> = [
    { where: "archive", name: "epub.js, archive", ratio: 1 },
    { where: "folder", name: "epub.js, folder", ratio: 0.8 },
    { where: "floor", name: "floor", ratio: 1.5 },
  ];
  const beside = [...ownOther];
  for (const { where, name, ratio } of besides) {
    beside.push({ name, value: await firstPageOf(stage, book, where, mark), goal: { ratio, better: "lower" } });
  }
  return { name, unit: "ms", ours, beside, instrument };
}

/** The paths of a fixed-layout book's pages. */
function pagePaths(pages: number): string[] {
  return Array.from({ length: pages }, (_, index) => `EPUB/p${index + 1}.xhtml`);
}

export async function benchFirstPage(stage: Stage): Promise<Measure[]> {
  const pages = 14;
  const book = await standBook(stage, noiseBook(pages), "noise.epub", pagePaths(pages));
  try {
    return [await firstPageMeasure(stage, book, "first page, fixed layout, 20 MB", "p1")];
  } finally {
    await book.contenders.stop();
  }
}

export async function benchManyChapters(stage: Stage): Promise<Measure[]> {
  const many = await standBook(stage, chapterBook(1000), "chapters-1000.epub", chapterPaths(1000));
  const few = await standBook(stage, chapterBook(10), "chapters-10.epub", chapterPaths(10));
  try {
    const ofFew: Measure["beside"][number] = {
      name: "ours, 10 chapters",
      value: await firstPageOf(stage, few, "ours", "c1"),
      goal: { ratio: 1.1, better: "lower" },
    };
    return [await firstPageMeasure(stage, many, "first page, 1,000 chapters", "c1", [ofFew])];
  } finally {
    await Promise.all([many.contenders.stop(), few.contenders.stop()]);
  }
}

type Turner = "ours" | "folder" | "frames";
type OpenedPage = { page: Page; context: BrowserContext; turn: string; ready(): Promise<void> };

/** A page on which a book stands open, ready to be turned. */
async function openedPage(stage: Stage, book: Book, where: Turner): Promise<OpenedPage> {
  const context = await openContext(stage, where === "ours" ? stage.session : null);
  const page = await context.newPage();
  await page.goto(where === "ours" ? `${stage.origin}/reader/${book.id}` : `${book.contenders.origin}/${where}`);
  await page.waitForFunction(() => ((window as Window & { benchMarks?: () => string }).benchMarks?.() ?? "") !== "");
  // A reader turns at a reader's pace: what is made ready beside the shown page gets its time.
  const ready = async () => {
    await page.waitForFunction(where === "ours" ? isNextLeafReady : areFramesComplete);
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  };
  await ready();
  return { page, context, turn: where === "ours" ? ourTurn : theirTurn, ready };
}

/** Ours keeps the next document ready beside the shown one. Runs in the page. */
function isNextLeafReady(): boolean {
  const itemsOf = (selector: string) =>
    Array.from(document.querySelectorAll<HTMLElement>(`${selector} iframe`), (frame) => Number(frame.dataset.spine));
  const shown = Math.max(...itemsOf(".book-leaf[data-shown]"));
  return itemsOf(".book-leaf[data-ready]:not([data-shown])").some((item) => item > shown);
}

/** Others have nothing beside the shown document. Runs in the page. */
function areFramesComplete(): boolean {
  return Array.from(document.querySelectorAll("iframe")).every(
    (frame) => frame.contentDocument?.readyState === "complete",
  );
}

type Turns = { inside: number[]; across: number[] };

/** Turns pages and tells turns inside a chapter from those into a new one by the marks. */
async function turns(stage: Stage, book: Book, where: Turner, count: number): Promise<Turns> {
  const { page, context, turn, ready } = await openedPage(stage, book, where);
  try {
    const times: Turns = { inside: [], across: [] };
    let chapter = chapterOf(await marksOn(page));
    for (let index = 0; index < count; index += 1) {
      await ready();
      const time = await turnTime(page, turn);
      const next = chapterOf(await marksOn(page));
      times[next === chapter ? "inside" : "across"].push(time);
      chapter = next;
    }
    return times;
  } finally {
    await context.close();
  }
}

function chapterOf(marks: string): string {
  return (marks.split(" ").at(-1) ?? "").split("-")[0] ?? "";
}

/** The p95 of our turns beside epub.js on a folder and the floor. */
function turnMeasure(name: string, ours: number[], theirs: number[], floor: number[], ratio?: number): Measure {
  const p95 = (times: number[]) => quantile(times, 0.95);
  return {
    name,
    unit: "ms",
    ours: p95(ours),
    beside: [
      { name: "epub.js, folder", value: p95(theirs) },
      { name: "floor", value: p95(floor), ...(ratio !== undefined && { goal: { ratio, better: "lower" as const } }) },
    ],
    instrument: "from the key (or call) to the first frame that shows other marks; unhurried, without slide",
  };
}

export async function benchTurns(stage: Stage): Promise<Measure[]> {
  const book = await standBook(stage, chapterBook(40), "chapters-40.epub", chapterPaths(40));
  try {
    const ours = await turns(stage, book, "ours", 60);
    const theirs = await turns(stage, book, "folder", 60);
    const floor = await turns(stage, book, "frames", 60);
    const inside = turnMeasure("page turn inside a chapter, p95", ours.inside, theirs.inside, floor.inside);
    inside.beside.push({ name: "one frame", value: 1000 / 60, goal: { ratio: 1.5, better: "lower" } });
    return [inside, turnMeasure("turn into a new chapter, p95", ours.across, theirs.across, floor.across, 1.5)];
  } finally {
    await book.contenders.stop();
  }
}

export async function benchFixedTurns(stage: Stage): Promise<Measure[]> {
  const pages = 14;
  const book = await standBook(stage, noiseBook(pages, "none"), "noise-turns.epub", pagePaths(pages));
  const all = async (where: Turner) => {
    const { inside, across } = await turns(stage, book, where, pages - 2);
    return [...inside, ...across];
  };
  try {
    const ours = await all("ours");
    const theirs = await all("folder");
    return [turnMeasure("fixed-layout turn, p95", ours, theirs, await all("frames"), 1.5)];
  } finally {
    await book.contenders.stop();
  }
}

/** What 100 turns leave behind, after the browser has tidied up. */
export async function benchHeap(stage: Stage): Promise<Measure[]> {
  const book = await standBook(stage, chapterBook(40), "chapters-heap.epub", chapterPaths(40));
  const growth = async (where: "ours" | "folder") => {
    const { page, context, turn, ready } = await openedPage(stage, book, where);
    try {
      const session = await context.newCDPSession(page);
      await session.send("HeapProfiler.enable");
      const used = async () => {
        for (let round = 0; round < 2; round += 1) await session.send("HeapProfiler.collectGarbage");
        return (await session.send("Runtime.getHeapUsage")).usedSize / 1024 / 1024;
      };
      for (let index = 0; index < 5; index += 1) await turnTime(page, turn);
      const before = await used();
      for (let index = 0; index < 100; index += 1) await turnTime(page, turn);
      await ready();
      return (await used()) - before;
    } finally {
      await context.close();
    }
  };
  try {
    const ours = await growth("ours");
    const theirs = await growth("folder");
    return [
      {
        name: "heap after 100 turns",
        unit: "MB",
        ours,
        goal: { value: 2.4, better: "lower" },
        beside: [{ name: "epub.js, folder", value: theirs }],
        instrument: "used JavaScript heap after garbage collection, less what it was before the turns",
      },
    ];
  } finally {
    await book.contenders.stop();
  }
}

/** The whole of a book of tones, clips of 170 ms among them. */
export async function benchHighlight(stage: Stage): Promise<Measure[]> {
  const { id, path } = await stage.addBook(toneBook(60), "tones.synth.epub");
  const book = await readTestBook(path);
  const reader = await ReaderPage.open(stage.browser, stage.origin, stage.session, id);
  try {
    await reader.opened();
    await reader.firstPage();
    const { rates, note } = await measureHighlight(reader, book, { rates: [0.5, 1, 2], clips: 60, bound: 300_000 });
    if (note) console.log(`highlight: ${note}`);
    const by = "media clock on the frame that paints the light, less the clip's true begin";
    return rates.flatMap((rate) => {
      const row = (what: string, unit: Measure["unit"], ours: number, value: number): Measure => ({
        name: `highlight at ${rate.rate} times, ${what}`,
        unit,
        ours,
        goal: { value, better: "lower" },
        beside: [],
        instrument: by,
      });
      return [
        row("p95", "ms", rate.p95, 25),
        row("max", "ms", rate.max, 50),
        row(`never lit of ${rate.clips}`, "clips", rate.never, 0),
      ];
    });
  } finally {
    await reader.close();
  }
}
