import { type Book, pagePaths, standBook } from "./bench-reader-stage";
import { openContext, type Stage, seenAfter, slowNetwork } from "./bench-stage";
import { chapterBook, chapterPaths } from "./chapter-book";
import { type Measure, median } from "./measure";
import { noiseBook } from "./noise-book";

const rounds = 5;
const instrument = "20 Mbit/s and 40 ms, nothing cached, median of 5; the mark is looked for on every animation frame";

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
