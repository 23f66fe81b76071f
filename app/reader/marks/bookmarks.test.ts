import { expect, test } from "vitest";
import type { Bookmark } from "~/services/contracts/library";
import { bookmarkName, inReadingOrder } from "./bookmarks";

const item = (index: number) => ({ index, href: `c${index}.xhtml`, linear: true, characters: 100 }) as never;
const book = {
  title: "The lantern",
  spine: [item(0), item(1), item(2)],
  toc: [
    { label: " The storm ", href: "c1.xhtml", children: [] },
    { label: "The morning", href: "c2.xhtml#end", children: [] },
  ],
};
const mark = (id: string, URI = "c0.xhtml", charOffset = 0): Bookmark => ({
  id,
  name: id,
  position: { ncxRef: "", URI, timeOffset: "0.0", charOffset },
});
const ids = (list: readonly Bookmark[]) => list.map(({ id }) => id).join("");

test("a bookmark is named after the current entry of the contents, or after the last one when none matches", () => {
  expect(bookmarkName(book, book.toc[0] ?? null)).toBe("The storm");
  expect(bookmarkName(book, null)).toBe("The morning");
});

test("without a table of contents a bookmark is named after the book", () => {
  expect(bookmarkName({ ...book, toc: [] }, null)).toBe("The lantern");
});

test("bookmarks are sorted in reading order", () => {
  const order = inReadingOrder(book, [mark("c", "c2.xhtml"), mark("b", "c1.xhtml", 50), mark("a", "c1.xhtml", 10)]);
  expect(ids(order.map(({ bookmark }) => bookmark))).toBe("abc");
  expect(order[1]?.progress).toBeCloseTo(0.5);
});
