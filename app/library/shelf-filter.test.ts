import { expect, test } from "vitest";
import { filterFromQuery, isShelfFiltered, shelfHref } from "./shelf-filter";

const read = (text: string) => filterFromQuery(new URLSearchParams(text));

test("reads every filter from an address and builds the same address from it", () => {
  const address =
    "q=fox&category=animals&language=sv&voice=en&age=7&length=short&narrated=yes&signed=yes&adjustable=yes&nonvisual=yes&described=yes&noFlashing=yes&kind=fixed&sort=new&page=2";
  expect(shelfHref("/bookshelf", read(address))).toBe(`/bookshelf?${address}`);
});

test("ignores empty, unknown and out-of-range parameters", () => {
  expect(read("q=&age=old&length=endless&sort=colour&page=0&kind=&constructor=1")).toEqual({});
  expect(shelfHref("/shelves", {})).toBe("/shelves");
});

test("sort order and page do not count as a filter", () => {
  expect([
    isShelfFiltered(read("sort=new&page=3")),
    isShelfFiltered(read("signed=yes")),
    isShelfFiltered({ q: "" }),
  ]).toEqual([false, true, false]);
});
