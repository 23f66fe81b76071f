import { mkdir, readdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "@playwright/test";
import { projectRoot } from "#server/project-root";
import { prepareProduct, type RunningProduct, startProduct } from "#tests/support/running-product";
import { realmUrl } from "#tests/support/sign-in";
import { browserOptions, ensureBrowser } from "../../scripts/browser.mjs";
import { type Added, addBooks } from "./add-books";
import { type Arguments, readArguments } from "./arguments";
import { isMeasured, nameOfBook } from "./judges";
import { type ConformanceContext, openBook } from "./open-book";
import { formatDocs, formatLine, formatSum, type Line, readLevels, writeJson } from "./report";
import { signIn } from "./sign-in";
import { readTestBook, type TestBook } from "./test-book";

/** `npm run conformance`: every EPUB of the folders in the real reader in a real browser. docs/conformance.md. */
async function main(given: Arguments): Promise<void> {
  const sets = new Map<string, TestBook[]>();
  for (const folder of given.folders) sets.set(folder, await booksIn(folder, given.only));
  const books = [...sets.values()].flat();
  if (books.length === 0) throw new Error(`No EPUB lies in ${given.folders.join(", ")}`);
  if (!(await ensureBrowser())) throw new Error("There is no browser to open books in");
  const product = await openProduct();
  const options = await browserOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, "--autoplay-policy=no-user-gesture-required", "--mute-audio"],
  });
  try {
    const origin = realmUrl(product.url, "se");
    const session = await signIn(browser, origin);
    const addResults = await addBooks(
      books.map((book) => book.path),
      product.dataDir,
    );
    const desk: ConformanceContext = {
      browser,
      origin,
      session,
      rates: given.rates,
      clips: given.clips,
      isBrief: given.isBrief,
    };
    const lines = await openAll(desk, books, addResults);
    console.log(formatSum([...lines.values()]));
    const inOrder = books.flatMap((book) => lines.get(book) ?? []);
    if (given.json) {
      await mkdir(dirname(given.json), { recursive: true });
      await writeJson(given.json, inOrder);
    }
    if (given.writesDocs) {
      const bySet = new Map([...sets].map(([folder, own]) => [folder, own.flatMap((book) => lines.get(book) ?? [])]));
      const docs = formatDocs(bySet, await readLevels(given.folders)).replaceAll(`${projectRoot}/`, "");
      await writeFile(join(projectRoot, "docs/conformance.md"), docs);
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** The product that FABEL_URL and FABEL_DATA_DIR name, or else one of its own. */
async function openProduct(): Promise<Pick<RunningProduct, "url" | "dataDir" | "stop">> {
  const { FABEL_URL: url, FABEL_DATA_DIR: dataDir } = process.env;
  if (url && dataDir) return { url, dataDir, stop: async () => undefined };
  await prepareProduct();
  const product = await startProduct();
  let isStopping = false;
  void product.ended.then(({ code, signal }) => {
    if (!isStopping) console.error(`The product ended by itself with ${signal ?? code}:\n${product.output()}`);
  });
  const stop = () => {
    isStopping = true;
    return product.stop();
  };
  return { url: product.url, dataDir: product.dataDir, stop };
}

async function booksIn(folder: string, only: string | null): Promise<TestBook[]> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith(".epub") && (only === null || only.split(",").some((part) => name.includes(part))),
  );
  const books: TestBook[] = [];
  for (const name of names.sort()) books.push(await readTestBook(join(folder, name)));
  return books;
}

/** Books without measurements run two at a time; afterwards each measured one runs alone, so that nothing disturbs its frames. */
async function openAll(
  desk: ConformanceContext,
  books: readonly TestBook[],
  addResults: readonly Added[],
): Promise<Map<TestBook, Line>> {
  const lines = new Map<TestBook, Line>();
  const jobs = books.flatMap((book, index) => {
    const added = addResults[index];
    return added ? [{ book, added, isMeasured: isMeasured(nameOfBook(book.file), book.truth !== null) }] : [];
  });
  const work = async ({ book, added, isMeasured: isAlone }: (typeof jobs)[number]) => {
    const line = await openBook(desk, book, added, isAlone);
    lines.set(book, line);
    console.log(formatLine(line).replaceAll(`${projectRoot}/`, ""));
  };
  const waiting = jobs.filter((job) => !job.isMeasured);
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await work(job);
  };
  await Promise.all(Array.from({ length: Math.min(2, cpus().length) }, worker));
  for (const job of jobs) if (job.isMeasured) await work(job);
  return lines;
}

try {
  await main(readArguments(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
