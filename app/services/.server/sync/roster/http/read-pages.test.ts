import { expect, test } from "vitest";
import { type PageReading, readPages } from "./read-pages";
import type { SourceHttp } from "./source-http";

/** Lists in pages of two, whose entries shift while they are read. docs/product/roster-sources.md#over-http. */

const base = new URL("https://sis.example/");

/** @param pages response to each request in turn; the last one repeats the first page */
function reading(pages: string[][], options: Partial<PageReading<string>> = {}): PageReading<string> {
  let request = 0;
  const http = {
    base,
    limits: { pages: 100 },
    getJson: async () => ({ body: pages[request++] ?? [], headers: {} }),
  } as unknown as SourceHttp;
  return {
    http,
    first: new URL("/people?page=0", base),
    idOf: (item) => item,
    read({ body }) {
      const isLast = request >= pages.length;
      const items = body as string[];
      return {
        items,
        entries: items.length,
        next: isLast ? null : new URL(`/people?page=${request}`, base),
        total: null,
      };
    },
    ...options,
  };
}

async function entriesOf(of: PageReading<string>): Promise<string[]> {
  const entries: string[] = [];
  for await (const page of readPages(of)) entries.push(...page);
  return entries;
}

test("returns an entry once if it moved to the next page in between", async () => {
  expect(await entriesOf(reading([["a", "b"], ["b", "c"], ["d"]]))).toEqual(["a", "b", "c", "d"]);
});

test("ends at a last page that contains only known entries", async () => {
  expect(await entriesOf(reading([["a", "b"], ["c", "d"], ["d"]]))).toEqual(["a", "b", "c", "d"]);
});

test("rejects a page of known entries, in any order, as a repeated page", async () => {
  await expect(entriesOf(reading([["a", "b"], ["b", "a"], ["c"]]))).rejects.toMatchObject({ code: "repeated_page" });
});

test("given keepsIds false, then rejects only an identical page as repeated", async () => {
  const options = { keepsIds: false };
  expect(
    await entriesOf(
      reading(
        [
          ["a", "b"],
          ["b", "a"],
        ],
        options,
      ),
    ),
  ).toEqual(["a", "b", "b", "a"]);
  await expect(
    entriesOf(
      reading(
        [
          ["a", "b"],
          ["a", "b"],
        ],
        options,
      ),
    ),
  ).rejects.toMatchObject({ code: "repeated_page" });
});
