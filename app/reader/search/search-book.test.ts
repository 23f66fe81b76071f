import { expect, test } from "vitest";
import type { SpineItem } from "~/epub/book";
import { type Progress, searchBook } from "./search-book";

const spine = [0, 1, 2].map((index) => ({ index, href: `${index}.xhtml` }) as SpineItem);
const texts: Record<string, string> = { "0.xhtml": "A fox.", "1.xhtml": "No animal.", "2.xhtml": "The fox and a fox." };
const load = async ({ href }: SpineItem) => texts[href] ?? Promise.reject(new Error("not there"));

async function all(wanted: string, signal = new AbortController().signal, from = load): Promise<Progress[]> {
  const reports: Progress[] = [];
  for await (const progress of searchBook(spine, wanted, from, signal)) reports.push(progress);
  return reports;
}

test("results are reported document by document, in reading order", async () => {
  const progress = await all("fox");
  expect(progress.map(({ hits, done }) => [done, hits.map(({ item }) => item)])).toEqual([
    [1, [0]],
    [2, [0]],
    [3, [0, 2, 2]],
  ]);
  expect(progress.at(-1)).toMatchObject({ of: 3, isIncomplete: false, isCut: false });
});

test("a document that cannot be loaded makes the result incomplete, and the others are searched", async () => {
  const progress = await all("fox", undefined, async (item) =>
    item.index === 0 ? Promise.reject(new Error("gone")) : load(item),
  );
  expect(progress.at(-1)).toMatchObject({ isIncomplete: true, done: 3 });
  expect(progress.at(-1)?.hits).toHaveLength(2);
});

test("an aborted search reports nothing more", async () => {
  const aborter = new AbortController();
  const reports: Progress[] = [];
  for await (const progress of searchBook(spine, "fox", load, aborter.signal)) {
    reports.push(progress);
    aborter.abort();
  }
  expect(reports).toHaveLength(1);
});

test("results are cut at 300 hits", async () => {
  const progress = await all("ab", undefined, async () => "ab ".repeat(1000));
  expect(progress).toHaveLength(1);
  expect(progress[0]).toMatchObject({ isCut: true, done: 3 });
  expect(progress[0]?.hits).toHaveLength(300);
});

test("a query of one letter reports nothing", async () => {
  expect(await all("f")).toEqual([]);
});
