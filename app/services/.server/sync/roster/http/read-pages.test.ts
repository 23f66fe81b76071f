import { expect, test } from "vitest";
import { type PageReading, readPages } from "./read-pages";
import type { SourceHttp } from "./source-http";

/** Lists in pages of two, of a source that somebody edits while it is read. docs/product/roster-sources.md#over-http. */

const base = new URL("https://sis.example/");

/** @param pages what each request in turn is answered with; the last one is the first page once more */
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
      return { items: body as string[], next: isLast ? null : new URL(`/people?page=${request}`, base), total: null };
    },
    ...options,
  };
}

async function entriesOf(of: PageReading<string>): Promise<string[]> {
  const entries: string[] = [];
  for await (const page of readPages(of)) entries.push(...page);
  return entries;
}

test("an entry that moved to the next page while it was read is given once", async () => {
  expect(await entriesOf(reading([["a", "b"], ["b", "c"], ["d"]]))).toEqual(["a", "b", "c", "d"]);
});

test("a last page that holds only what came before is the end", async () => {
  expect(await entriesOf(reading([["a", "b"], ["c", "d"], ["d"]]))).toEqual(["a", "b", "c", "d"]);
});

test("a whole page of what came before is a repeated page, in whatever order", async () => {
  await expect(entriesOf(reading([["a", "b"], ["b", "a"], ["c"]]))).rejects.toMatchObject({ code: "repeated_page" });
});

test("where no ids are kept, the same page is a repeated page, and another with entries of before is not", async () => {
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
