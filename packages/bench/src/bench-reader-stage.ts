import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { openContext, type Stage } from "./bench-stage";
import { type Contenders, serveContenders } from "./contenders";

/** The reader handles keys on its page, wherever the focus is. */
const ourTurn =
  'document.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", code: "PageDown", bubbles: true, cancelable: true }))';
const theirTurn = "window.turn()";

export type Book = { id: string; contenders: Contenders; paths: string[] };

export async function addStageBook(
  stage: Stage,
  files: Map<string, string | Buffer>,
  name: string,
  paths: string[],
): Promise<Book> {
  const { id, path } = await stage.addBook(files, name);
  return { id, contenders: await serveContenders(await readFile(path), files, paths), paths };
}

export type Turner = "ours" | "folder" | "frames";
export type OpenedPage = {
  page: Page;
  context: BrowserContext;
  turn: string;
  /** Resolves when a page of the book is on screen. */
  shown(): Promise<void>;
  /** Resolves when the neighbouring documents are preloaded. */
  ready(): Promise<void>;
};

/** A page with an open book, ready for page turns. */
export async function openedPage(stage: Stage, book: Book, where: Turner): Promise<OpenedPage> {
  const context = await openContext(stage, where === "ours" ? stage.session : null);
  const page = await context.newPage();
  await page.goto(where === "ours" ? `${stage.origin}/reader/${book.id}` : `${book.contenders.origin}/${where}`);
  const shown = async () => {
    await page.waitForFunction(() => ((window as Window & { benchMarks?: () => string }).benchMarks?.() ?? "") !== "");
  };
  await shown();
  // Like a user, who leaves time for preloading between page turns.
  const ready = async () => {
    await page.waitForFunction(where === "ours" ? isNextSpreadReady : areFramesComplete);
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  };
  await ready();
  return { page, context, turn: where === "ours" ? ourTurn : theirTurn, shown, ready };
}

/** Our reader preloads the next document. Runs in the page. */
function isNextSpreadReady(): boolean {
  const itemsOf = (selector: string) =>
    Array.from(document.querySelectorAll<HTMLElement>(`${selector} iframe`), (frame) => Number(frame.dataset.spine));
  const lastShown = Math.max(...itemsOf(".book-spread[data-shown]"));
  return itemsOf(".book-spread[data-ready]:not([data-shown])").some((item) => item > lastShown);
}

/** The others preload nothing. Runs in the page. */
function areFramesComplete(): boolean {
  return Array.from(document.querySelectorAll("iframe")).every(
    (frame) => frame.contentDocument?.readyState === "complete",
  );
}

/** The paths of a fixed-layout book's pages. */
export function pagePaths(pages: number): string[] {
  return Array.from({ length: pages }, (_, index) => `EPUB/p${index + 1}.xhtml`);
}
