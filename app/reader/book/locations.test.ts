import { expect, test } from "vitest";
import type { SpineItem } from "~/epub/book";
import { locationsOf } from "~/epub/ingest/locations";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import { percentageInLocations, placeInLocations, readLocations } from "./locations";

const spine = [
  { index: 0, linear: true },
  { index: 1, linear: false },
  { index: 2, linear: true },
] as SpineItem[];
const cfis = [
  "epubcfi(/6/2!/4/2/1:0)",
  "epubcfi(/6/2!/4/2/1:1024)",
  "epubcfi(/6/6[last]!/4/2[p]/1:0)",
  "epubcfi(/6/6[last]!/4/4/1:100)",
];

test("each location belongs to its document, and a non-linear document has none", () => {
  const locations = readLocations(cfis, spine);
  if (!locations) throw new Error("unread");
  expect(placeInLocations(locations, 0)).toEqual({ item: 0, at: { kind: "start" } });
  expect(placeInLocations(locations, 0.3)).toEqual({ item: 0, at: { kind: "fraction", fraction: 0.6 } });
  expect(placeInLocations(locations, 0.5)).toEqual({ item: 2, at: { kind: "start" } });
  expect(placeInLocations(locations, 1)).toEqual({ item: 2, at: { kind: "end" } });
  expect(percentageInLocations(locations, 0, 0.5)).toBe(0.25);
  expect(percentageInLocations(locations, 2, 0)).toBe(0.5);
});

test("a percentage is converted back to the place where it was taken, despite rounding", () => {
  const many = Array.from({ length: 49 }, (_, index) => ({ index, linear: true })) as SpineItem[];
  const book = readLocations(
    many.map(({ index }) => `epubcfi(/6/${(index + 1) * 2}!/4)`),
    many,
  );
  if (!book) throw new Error("unread");
  for (const { index } of many) {
    expect(placeInLocations(book, percentageInLocations(book, index, 0))).toEqual({
      item: index,
      at: { kind: "start" },
    });
    const { item, at } = placeInLocations(book, percentageInLocations(book, index, 0.3));
    expect(item).toBe(index);
    expect(at.kind === "fraction" && at.fraction).toBeCloseTo(0.3, 6);
  }
});

test("invalid locations and locations of another book return null", () => {
  expect(readLocations("no list", spine)).toBeNull();
  expect(readLocations([], spine)).toBeNull();
  expect(readLocations(["epubcfi(broken)"], spine)).toBeNull();
  expect(readLocations(cfis.slice(0, 2), spine)).toBeNull();
});

test("reads the locations that ingest writes", () => {
  const words = parseContentDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p id="a]b">${"x".repeat(3000)}</p></body></html>`,
  );
  const only = [{ index: 0, linear: true }] as SpineItem[];
  const locations = readLocations(locationsOf(words, "/6/2[it!em]"), only);
  expect(locations?.byItem.get(0)).toHaveLength(3);
});
