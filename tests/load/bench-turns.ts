import { type Book, openedPage, pagePaths, standBook, type Turner } from "./bench-reader-stage";
import { marksOn, type Stage, turnTime } from "./bench-stage";
import { chapterBook, chapterPaths } from "./chapter-book";
import { type Measure, quantile } from "./measure";
import { noiseBook } from "./noise-book";

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
