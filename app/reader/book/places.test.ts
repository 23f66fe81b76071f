import fc from "fast-check";
import { expect, test } from "vitest";
import type { Book, SpineItem } from "../../epub/book";
import { fragmentOf, percentageOf, placeOf, tocEntryAt } from "./places";

function item(index: number, characters: number, more: Partial<SpineItem> = {}): SpineItem {
  return { index, href: `c${index}.xhtml`, linear: true, layout: "reflowable", characters, ...more } as SpineItem;
}

test("a place and its percentage are each other's inverse", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lengths, percentage) => {
        const spine = lengths.map((length, index) => item(index, length));
        const place = placeOf(spine, percentage);
        expect(percentageOf(spine, place.index, place.fraction)).toBeCloseTo(percentage, 6);
      },
    ),
  );
});

test("what is not linear takes no part of the book", () => {
  const spine = [item(0, 100), item(1, 1000, { linear: false }), item(2, 100)];
  expect(percentageOf(spine, 2, 0)).toBe(0.5);
  expect(placeOf(spine, 0.5).index).toBe(2);
});

test("the entry of a place is the last that is not behind it", () => {
  const entry = (href: string | null, children: Book["toc"] = []) => ({ label: href ?? "", href, children });
  const book = {
    spine: [item(0, 1), item(1, 1), item(2, 1)],
    toc: [entry(null, [entry("c0.xhtml")]), entry("c2.xhtml#x")],
  } as Book;
  expect(tocEntryAt(book, 0)?.href).toBe("c0.xhtml");
  expect(tocEntryAt(book, 1)?.href).toBe("c0.xhtml");
  expect(tocEntryAt(book, 2)?.href).toBe("c2.xhtml#x");
});

test("a fragment is decoded, a broken one kept as it is", () => {
  expect(fragmentOf("a.xhtml#s%C3%A5")).toBe("så");
  expect(fragmentOf("a.xhtml#100%")).toBe("100%");
  expect(fragmentOf("a.xhtml#")).toBeNull();
  expect(fragmentOf("a.xhtml")).toBeNull();
});
