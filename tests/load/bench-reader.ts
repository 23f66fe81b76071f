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
    const context = await openContext(stage, where === "ours");
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

export async function benchFirstPage(stage: Stage): Promise<Measure[]> {
  const pages = 14;
  const paths = Array.from({ length: pages }, (_, index) => `EPUB/p${index + 1}.xhtml`);
  const book = await standBook(stage, noiseBook(pages), "noise.epub", paths);
  try {
    const ours = await firstPageOf(stage, book, "ours", "p1");
    const archive = await firstPageOf(stage, book, "archive", "p1");
    const folder = await firstPageOf(stage, book, "folder", "p1");
    const floor = await firstPageOf(stage, book, "floor", "p1");
    return [
      {
        name: "first page, fixed layout, 20 MB",
        unit: "ms",
        ours,
        beside: [
          { name: "epub.js, archive", value: archive, goal: { ratio: 1, better: "lower" } },
          { name: "epub.js, folder", value: folder, goal: { ratio: 0.8, better: "lower" } },
          { name: "floor", value: floor, goal: { ratio: 1.5, better: "lower" } },
        ],
        instrument,
      },
    ];
  } finally {
    await book.contenders.stop();
  }
}

export async function benchManyChapters(stage: Stage): Promise<Measure[]> {
  const many = await standBook(stage, chapterBook(1000), "chapters-1000.epub", chapterPaths(1000));
  const few = await standBook(stage, chapterBook(10), "chapters-10.epub", chapterPaths(10));
  try {
    const ours = await firstPageOf(stage, many, "ours", "c1");
    const ofFew = await firstPageOf(stage, few, "ours", "c1");
    const archive = await firstPageOf(stage, many, "archive", "c1");
    const folder = await firstPageOf(stage, many, "folder", "c1");
    const floor = await firstPageOf(stage, many, "floor", "c1");
    return [
      {
        name: "first page, 1,000 chapters",
        unit: "ms",
        ours,
        beside: [
          { name: "ours, 10 chapters", value: ofFew, goal: { ratio: 1.1, better: "lower" } },
          { name: "epub.js, archive", value: archive, goal: { ratio: 1, better: "lower" } },
          { name: "epub.js, folder", value: folder, goal: { ratio: 0.8, better: "lower" } },
          { name: "floor", value: floor, goal: { ratio: 1.5, better: "lower" } },
        ],
        instrument,
      },
    ];
  } finally {
    await Promise.all([many.contenders.stop(), few.contenders.stop()]);
  }
}

/** A page on which a book stands open, ready to be turned. */
async function openedPage(
  stage: Stage,
  book: Book,
  where: "ours" | "folder" | "frames",
): Promise<{ page: Page; context: BrowserContext; turn: string }> {
  const context = await openContext(stage, where === "ours");
  const page = await context.newPage();
  await page.goto(where === "ours" ? `${stage.origin}/reader/${book.id}` : `${book.contenders.origin}/${where}`);
  await page.waitForFunction(() => ((window as Window & { benchMarks?: () => string }).benchMarks?.() ?? "") !== "");
  // What a reader makes ready beside the first page gets its time; not all keep the network still.
  await page.waitForTimeout(1500);
  return { page, context, turn: where === "ours" ? ourTurn : theirTurn };
}

type Turns = { inside: number[]; across: number[] };

/** Turns pages and tells turns inside a chapter from those into a new one by the marks. */
async function turns(stage: Stage, book: Book, where: "ours" | "folder" | "frames", count: number): Promise<Turns> {
  const { page, context, turn } = await openedPage(stage, book, where);
  try {
    const times: Turns = { inside: [], across: [] };
    let chapter = chapterOf(await marksOn(page));
    for (let index = 0; index < count; index += 1) {
      // A reader turns at a reader's pace: neighbours get the time to be made ready.
      await page.waitForTimeout(250);
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

const turnInstrument = "from the key (or call) to the first frame that shows other marks; unhurried, without slide";

export async function benchTurns(stage: Stage): Promise<Measure[]> {
  const book = await standBook(stage, chapterBook(40), "chapters-40.epub", chapterPaths(40));
  try {
    const ours = await turns(stage, book, "ours", 60);
    const theirs = await turns(stage, book, "folder", 60);
    const floor = await turns(stage, book, "frames", 60);
    const frame = 1000 / 60;
    return [
      {
        name: "page turn inside a chapter, p95",
        unit: "ms",
        ours: quantile(ours.inside, 0.95),
        beside: [
          { name: "epub.js, folder", value: quantile(theirs.inside, 0.95) },
          { name: "floor", value: quantile(floor.inside, 0.95) },
          { name: "one frame", value: frame, goal: { ratio: 1.5, better: "lower" } },
        ],
        instrument: turnInstrument,
      },
      {
        name: "turn into a new chapter, p95",
        unit: "ms",
        ours: quantile(ours.across, 0.95),
        beside: [
          { name: "epub.js, folder", value: quantile(theirs.across, 0.95) },
          { name: "floor", value: quantile(floor.across, 0.95), goal: { ratio: 1.5, better: "lower" } },
        ],
        instrument: turnInstrument,
      },
    ];
  } finally {
    await book.contenders.stop();
  }
}

export async function benchFixedTurns(stage: Stage): Promise<Measure[]> {
  const pages = 14;
  const paths = Array.from({ length: pages }, (_, index) => `EPUB/p${index + 1}.xhtml`);
  const book = await standBook(stage, noiseBook(pages, "none"), "noise-turns.epub", paths);
  try {
    const timesOf = async (where: "ours" | "folder" | "frames") => {
      const { inside, across } = await turns(stage, book, where, pages - 2);
      return quantile([...inside, ...across], 0.95);
    };
    const ours = await timesOf("ours");
    const theirs = await timesOf("folder");
    const floor = await timesOf("frames");
    return [
      {
        name: "fixed-layout turn, p95",
        unit: "ms",
        ours,
        beside: [
          { name: "epub.js, folder", value: theirs },
          { name: "floor", value: floor, goal: { ratio: 1.5, better: "lower" } },
        ],
        instrument: turnInstrument,
      },
    ];
  } finally {
    await book.contenders.stop();
  }
}

/** What 100 turns leave behind, after the browser has tidied up. */
export async function benchHeap(stage: Stage): Promise<Measure[]> {
  const book = await standBook(stage, chapterBook(40), "chapters-heap.epub", chapterPaths(40));
  const growth = async (where: "ours" | "folder") => {
    const { page, context, turn } = await openedPage(stage, book, where);
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
      await page.waitForTimeout(500);
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
    return rates.flatMap((rate): Measure[] => {
      const name = `highlight at ${rate.rate} times`;
      const by = "media clock on the frame that paints the light, less the clip's true begin";
      return [
        {
          name: `${name}, p95`,
          unit: "ms",
          ours: rate.p95,
          goal: { value: 25, better: "lower" },
          beside: [],
          instrument: by,
        },
        {
          name: `${name}, max`,
          unit: "ms",
          ours: rate.max,
          goal: { value: 50, better: "lower" },
          beside: [],
          instrument: by,
        },
        {
          name: `${name}, never lit of ${rate.clips}`,
          unit: "clips",
          ours: rate.never,
          goal: { value: 0, better: "lower" },
          beside: [],
          instrument: by,
        },
      ];
    });
  } finally {
    await reader.close();
  }
}
