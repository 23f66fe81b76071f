import { addStageBook, type Book, type OpenedPage, openedPage, pagePaths, type Turner } from "./bench-reader-stage";
import { marksOn, type Stage, turnTime } from "./bench-stage";
import { chapterBook, chapterPaths } from "./chapter-book";
import { type Measure, quantile } from "./measure";
import { noiseBook } from "./noise-book";

type Turns = { inside: number[]; across: number[] };
const turners: readonly Turner[] = ["ours", "folder", "frames"];

/**
 * Turns pages of the same book in all readers, in alternating rounds, so that other load affects all alike.
 * @param rounds number of rounds
 * @param turnPart turns the pages of one round and records their times
 */
async function turnsOfAll(
  stage: Stage,
  book: Book,
  rounds: number,
  turnPart: (opened: OpenedPage, times: Turns) => Promise<void>,
): Promise<Record<Turner, Turns>> {
  const opened: Array<{ where: Turner; page: OpenedPage }> = [];
  const times = { ours: none(), folder: none(), frames: none() };
  try {
    for (const where of turners) opened.push({ where, page: await openedPage(stage, book, where) });
    for (let round = 0; round < rounds; round += 1) {
      for (const { where, page } of opened) await turnPart(page, times[where]);
      // Rotates the order, so that no reader always follows the same one.
      opened.push(...opened.splice(0, 1));
    }
    return times;
  } finally {
    for (const { page } of opened) await page.context.close();
  }
}

function none(): Turns {
  return { inside: [], across: [] };
}

/**
 * One page turn with a pause; determines by the marks whether it led into a new chapter. Waits for preloading, so that
 * it doesn't affect the next measurement.
 */
async function turnOnce({ page, turn, ready }: OpenedPage, times: Turns): Promise<"inside" | "across"> {
  const before = chapterOf(await marksOn(page));
  const time = await turnTime(page, turn);
  const kind = chapterOf(await marksOn(page)) === before ? "inside" : "across";
  times[kind].push(time);
  await ready();
  return kind;
}

/** Turns through a chapter and into the next. */
async function turnIntoNextChapter(opened: OpenedPage, times: Turns): Promise<void> {
  while ((await turnOnce(opened, times)) === "inside");
}

function chapterOf(marks: string): string {
  return (marks.split(" ").at(-1) ?? "").split("-")[0] ?? "";
}

/** The p95 of our turns compared with epub.js on a folder and the floor. */
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
  const crossings = 30;
  const chapters = crossings + 5;
  const book = await addStageBook(stage, chapterBook(chapters), `chapters-${chapters}.epub`, chapterPaths(chapters));
  try {
    const { ours, folder, frames } = await turnsOfAll(stage, book, crossings, turnIntoNextChapter);
    const inside = turnMeasure("page turn inside a chapter, p95", ours.inside, folder.inside, frames.inside);
    inside.beside.push({ name: "one frame", value: 1000 / 60, goal: { ratio: 1.5, better: "lower" } });
    return [inside, turnMeasure("turn into a new chapter, p95", ours.across, folder.across, frames.across, 1.5)];
  } finally {
    await book.contenders.stop();
  }
}

export async function benchFixedTurns(stage: Stage): Promise<Measure[]> {
  const pages = 34;
  const book = await addStageBook(stage, noiseBook(pages, "none"), "noise-turns.epub", pagePaths(pages));
  try {
    const times = await turnsOfAll(
      stage,
      book,
      pages - 4,
      async (opened, taken) => void (await turnOnce(opened, taken)),
    );
    const all = ({ inside, across }: Turns) => [...inside, ...across];
    return [turnMeasure("fixed-layout turn, p95", all(times.ours), all(times.folder), all(times.frames), 1.5)];
  } finally {
    await book.contenders.stop();
  }
}
