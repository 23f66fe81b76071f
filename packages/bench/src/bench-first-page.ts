import { randomUUID } from "node:crypto";
import { annotationStyles, changesPerCall } from "~/services/contracts/annotation-values";
import { addStageBook, type Book, pagePaths } from "./bench-reader-stage";
import { openContext, type Stage, seenAfter, slowNetwork } from "./bench-stage";
import { chapterBook, chapterPaths } from "./chapter-book";
import { type Measure, median } from "./measure";
import { noiseBook } from "./noise-book";

const rounds = 9;
const instrument =
  "20 Mbit/s and 40 ms, nothing cached, in turns, median of 9, from the mouse on the cover; the mark is looked for on every animation frame, and nobody asks the page before 400 ms";

type Contender = "archive" | "folder" | "floor";

/** A path to the first page of a book, which contains the mark. */
type Way = { book: Book; where: "ours" | Contender; mark: string };

/** Milliseconds from the tap on a cover to the first page on screen. docs/performance.md. */
async function openOnce(stage: Stage, { book, where, mark }: Way): Promise<number> {
  const context = await openContext(stage, where === "ours" ? stage.session : null);
  try {
    const page = await context.newPage();
    await page.goto(where === "ours" ? `${stage.origin}/bookshelf` : `${book.contenders.origin}/start`, {
      waitUntil: "load",
    });
    const link = page.locator(`a[href$="/${where === "ours" ? book.id : where}"]`).first();
    await link.waitFor();
    await page.waitForLoadState("networkidle");
    // Checked before the measurement, because Playwright's checks take longer the more a page contains, which a finger
    // doesn't wait for.
    await link.scrollIntoViewIfNeeded();
    const box = await link.boundingBox();
    if (!box) throw new Error(`Nothing to press leads to ${where}`);
    await slowNetwork(page);
    const start = Date.now();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    return await seenAfter(page, mark, start);
  } finally {
    await context.close();
  }
}

/** The medians of all paths, measured in turns, so that other load affects all of them alike. */
async function openInTurns(stage: Stage, ways: Way[]): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, way] of ways.entries()) times[index]?.push(await openOnce(stage, way));
  }
  return times.map(median);
}

const others: Array<{ where: Contender; name: string; ratio: number }> = [
  { where: "archive", name: "epub.js, archive", ratio: 1 },
  { where: "folder", name: "epub.js, folder", ratio: 0.8 },
  { where: "floor", name: "floor", ratio: 1.5 },
];

type Other = { way: Way; name: string; ratio: number };

/** Our first page of a book compared with other readers' and with other books of ours. */
async function firstPageMeasure(
  stage: Stage,
  book: Book,
  name: string,
  mark: string,
  ownOthers: Other[] = [],
): Promise<Measure> {
  const beside: Other[] = [
    ...ownOthers,
    ...others.map(({ where, name, ratio }) => ({ way: { book, where, mark }, name, ratio })),
  ];
  const [ours = Number.NaN, ...values] = await openInTurns(stage, [
    { book, where: "ours", mark },
    ...beside.map(({ way }) => way),
  ]);
  return {
    name,
    unit: "ms",
    ours,
    beside: beside.map(({ name, ratio }, index) => ({
      name,
      value: values[index] ?? Number.NaN,
      goal: { ratio, better: "lower" as const },
    })),
    instrument,
  };
}

export async function benchFirstPage(stage: Stage): Promise<Measure[]> {
  const pages = 14;
  const book = await addStageBook(stage, noiseBook(pages), "noise.epub", pagePaths(pages));
  try {
    return [await firstPageMeasure(stage, book, "first page, fixed layout, 20 MB", "p1")];
  } finally {
    await book.contenders.stop();
  }
}

export async function benchManyChapters(stage: Stage): Promise<Measure[]> {
  const many = await addStageBook(stage, chapterBook(1000), "chapters-1000.epub", chapterPaths(1000));
  const few = await addStageBook(stage, chapterBook(10), "chapters-10.epub", chapterPaths(10));
  try {
    const ofFew: Other = {
      way: { book: few, where: "ours", mark: "c1" },
      name: "ours, 10 chapters",
      ratio: 1.1,
    };
    return [await firstPageMeasure(stage, many, "first page, 1,000 chapters", "c1", [ofFew])];
  } finally {
    await Promise.all([many.contenders.stop(), few.contenders.stop()]);
  }
}

const notes = 1000;

/** The first page of a book with many notes, all of them in its first chapter, beside the same without notes. */
export async function benchNotes(stage: Stage): Promise<Measure[]> {
  const noted = await addStageBook(stage, chapterBook(11), "noted.epub", chapterPaths(11));
  const plain = await addStageBook(stage, chapterBook(10), "not-noted.epub", chapterPaths(10));
  try {
    await addNotes(stage, noted.id);
    const [ours = Number.NaN, without = Number.NaN] = await openInTurns(stage, [
      { book: noted, where: "ours", mark: "c1" },
      { book: plain, where: "ours", mark: "c1" },
    ]);
    const beside = [{ name: "without notes", value: without, goal: { ratio: 1.05, better: "lower" as const } }];
    return [{ name: `first page, ${notes} notes`, unit: "ms", ours, beside, instrument }];
  } finally {
    await Promise.all([noted.contenders.stop(), plain.contenders.stop()]);
  }
}

async function addNotes(stage: Stage, bookId: string): Promise<void> {
  const context = await openContext(stage, stage.session);
  try {
    const page = await context.newPage();
    await page.goto(`${stage.origin}/bookshelf`);
    const changes = Array.from({ length: notes }, (_, index) => noteAt(index));
    for (let from = 0; from < notes; from += changesPerCall) {
      const body = JSON.stringify({ changes: changes.slice(from, from + changesPerCall) });
      const status = await page.evaluate(
        async ([address, body]) =>
          (await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body })).status,
        [`/reader/${bookId}/annotations`, body] as const,
      );
      if (status !== 200) throw new Error(`The notes call answered ${status}`);
    }
  } finally {
    await context.close();
  }
}

/** A note on a word of the first chapter: 30 paragraphs of four equal sentences. */
function noteAt(index: number) {
  const id = randomUUID();
  const paragraph = (index % 30) + 1;
  const from = 4 + (Math.floor(index / 30) % 4) * 101;
  const time = new Date(0).toISOString();
  const annotation = {
    id,
    version: 0,
    style: annotationStyles[index % annotationStyles.length],
    note: `Note ${index}`,
    target: {
      source: "EPUB/c1.xhtml",
      cfi: `epubcfi(/6/2!/4/${(paragraph + 1) * 2},/1:${from},/1:${from + 4})`,
      quote: { exact: "lamp", prefix: "The ", suffix: " by the harbour was lit" },
      progression: paragraph / 30,
    },
    created: time,
    modified: time,
  };
  return { id, read: 0, annotation };
}
