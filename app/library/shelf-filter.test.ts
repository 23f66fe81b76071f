import { expect, test } from "vitest";
import { filterFromQuery, isFiltered, shelfHref } from "./shelf-filter";

const read = (text: string) => filterFromQuery(new URLSearchParams(text));

test("the address holds every choice, and gives it back", () => {
  const address =
    "q=fox&category=animals&language=sv&voice=en&age=7&length=short&narrated=yes&signed=yes&kind=fixed&sort=new&page=2";
  expect(shelfHref("/bookshelf", read(address))).toBe(`/bookshelf?${address}`);
});

test("what is empty, unknown or out of bounds narrows nothing", () => {
  expect(read("q=&age=old&length=endless&sort=colour&page=0&kind=&constructor=1")).toEqual({});
  expect(shelfHref("/shelves", {})).toBe("/shelves");
});

test("order and page are no filter", () => {
  expect([isFiltered(read("sort=new&page=3")), isFiltered(read("signed=yes")), isFiltered({ q: "" })]).toEqual([
    false,
    true,
    false,
  ]);
});
