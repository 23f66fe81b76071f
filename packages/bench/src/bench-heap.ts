import { addStageBook, type OpenedPage, openedPage } from "./bench-reader-stage";
import { type Stage, turnTime } from "./bench-stage";
import { chapterBook, chapterPaths } from "./chapter-book";
import type { Measure } from "./measure";

/** The used heap of a page after garbage collection, in MB. */
async function heapOf({ page, context }: OpenedPage): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page);
  await session.send("HeapProfiler.enable");
  return async () => {
    for (let round = 0; round < 2; round += 1) await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / 1024 / 1024;
  };
}

const instrument = "used JavaScript heap after garbage collection, less what it was before";

/** Heap growth after 100 turns. */
export async function benchHeap(stage: Stage): Promise<Measure[]> {
  const book = await addStageBook(stage, chapterBook(40), "chapters-heap.epub", chapterPaths(40));
  const growth = async (where: "ours" | "folder") => {
    const opened = await openedPage(stage, book, where);
    try {
      const used = await heapOf(opened);
      await turn(opened, 5);
      const before = await used();
      await turn(opened, 100);
      await opened.ready();
      return (await used()) - before;
    } finally {
      await opened.context.close();
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
        instrument,
      },
    ];
  } finally {
    await book.contenders.stop();
  }
}

/** Heap growth after 500 turns and ten openings in the same tab. */
export async function benchLongHeap(stage: Stage): Promise<Measure[]> {
  const book = await addStageBook(stage, chapterBook(150), "chapters-long-heap.epub", chapterPaths(150));
  const opened = await openedPage(stage, book, "ours");
  try {
    const { page } = opened;
    const used = await heapOf(opened);
    await turn(opened, 5);
    const before = await used();
    await turn(opened, 500);
    await opened.ready();
    const turned = (await used()) - before;
    for (let opening = 0; opening < 10; opening += 1) {
      // Like a user: out of the book, back to the shelf, and into it again.
      await page.goto(`${stage.origin}/bookshelf`);
      await page.goto(`${stage.origin}/reader/${book.id}`);
      await opened.shown();
    }
    await opened.ready();
    const row = (name: string, ours: number): Measure => {
      return { name, unit: "MB", ours, goal: { value: 5, better: "lower" }, beside: [], instrument };
    };
    return [row("heap after 500 turns", turned), row("heap after 10 more openings", (await used()) - before)];
  } finally {
    await opened.context.close();
    await book.contenders.stop();
  }
}

async function turn({ page, turn: turnScript }: OpenedPage, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await turnTime(page, turnScript);
}
