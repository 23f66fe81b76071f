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
