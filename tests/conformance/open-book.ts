import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext } from "@playwright/test";
import { projectRoot } from "#server/project-root";
import type { Added } from "./add-books";
import { expectationOf } from "./expectations";
import { countColours, type Scene } from "./judge";
import { judgeOf, nameOfBook } from "./judges";
import { type Measured, measureHighlight } from "./measure-highlight";
import { ReaderPage } from "./reader-page";
import type { Line } from "./report";
import { worstOf } from "./statistics";
import type { TestBook } from "./test-book";

export type ConformanceContext = {
  browser: Browser;
  origin: string;
  session: Awaited<ReturnType<BrowserContext["storageState"]>>;
  rates: readonly number[];
  clips: number;
  isBrief: boolean;
};

/** Time limits in milliseconds, after which a book has failed. */
const bounds = { plain: 90_000, measured: 300_000 };
const picturesFolder = join(projectRoot, "test-results/conformance");

/** Opens a book in the reader and judges it. Never throws: errors are reported in the book's line. */
export async function openBook(
  desk: ConformanceContext,
  book: TestBook,
  added: Added,
  isMeasured: boolean,
): Promise<Line> {
  const line: Line = { file: book.file, opened: false, firstPage: false, highlight: null, result: "fail", reason: "" };
  if ("refused" in added) {
    const { refusal, because } = expectationOf(book);
    const isRight = refusal !== "must not";
    return {
      ...line,
      result: isRight ? "pass" : "fail",
      reason: `refused: ${added.refused}${isRight ? ` (rightly: ${because})` : ""}`,
    };
  }
  const readers: ReaderPage[] = [];
  const bound = isMeasured ? bounds.measured : bounds.plain;
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      judgeBook(desk, book, added.id, line, readers, bound),
      new Promise<void>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`out of time after ${bound / 1000} s`)), bound);
      }),
    ]);
  } catch (error) {
    line.result = "fail";
    line.reason = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
  } finally {
    clearTimeout(timer);
    await Promise.all(readers.map((reader) => reader.close().catch(() => undefined)));
  }
  return line;
}

async function judgeBook(
  desk: ConformanceContext,
  book: TestBook,
  id: string,
  line: Line,
  readers: ReaderPage[],
  bound: number,
): Promise<void> {
  const name = nameOfBook(book.file);
  const labels = new Map([...book.contents].reverse().map((entry) => [entry.href, entry.label]));
  const open = async (hasTouch: boolean) => {
    const reader = await ReaderPage.open(desk.browser, desk.origin, desk.session, id, { hasTouch, labels });
    readers.push(reader);
    return reader;
  };
  const reader = await open(false);
  const { isShown, says } = await reader.opened();
  if (!isShown) {
    line.reason = `not opened: ${says}`;
    return;
  }
  line.opened = true;
  const first = await reader.firstPage();
  if (!first) {
    line.reason = "nothing of the first page is seen";
    return;
  }
  line.firstPage = true;
  const { refusal, because } = expectationOf(book);
  if (refusal === "must") {
    line.reason = `it was opened and must be refused: ${because}`;
    return;
  }
  await reader.settled();
  const picture = async () => {
    await mkdir(picturesFolder, { recursive: true });
    const file = join(picturesFolder, `${name}.png`);
    await reader.page.screenshot({ path: file });
    return file;
  };
  const scene: Scene = {
    reader,
    book,
    first: await reader.shown(),
    picture,
    colours: async (box) => {
      const clip = clipTo(box);
      return countColours(desk.browser, await reader.page.screenshot({ clip }));
    },
    measure: async () => {
      const measured: Measured = await measureHighlight(reader, book, {
        rates: desk.isBrief && /^mol-(?!timing)/.test(name) ? [1] : desk.rates,
        clips: desk.clips,
        bound: bound * 0.7,
      });
      const worst = worstOf(measured.rates);
      line.highlight = worst && book.truth ? { ...worst, rates: measured.rates } : null;
      return measured;
    },
    withTouch: async () => {
      const touch = await open(true);
      await touch.opened();
      await touch.firstPage();
      return touch;
    },
  };
  const isToMeasure = book.truth !== null;
  Object.assign(line, await judgeOf(name, isToMeasure)(scene));
  if (line.result === "pass" && reader.foreign.length > 0) {
    Object.assign(line, { result: "fail", reason: `the page asked for ${reader.foreign[0]}, outside the product` });
  }
  if (line.result === "fail") line.reason += ` (picture: ${await picture()})`;
}

/** The part of the window within a box. */
function clipTo(box: { x: number; y: number; width: number; height: number }) {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  return {
    x,
    y,
    width: Math.max(1, Math.min(1440, Math.ceil(box.x + box.width)) - x),
    height: Math.max(1, Math.min(900, Math.ceil(box.y + box.height)) - y),
  };
}
