import fc from "fast-check";
import { expect, test } from "vitest";
import type { Book, SpineItem } from "./book";
import { percentageOf, placeAt, placeOfPercentage, positionAt, progressAt, tocEntryAt } from "./progress";

function item(index: number, characters: number, more: Partial<SpineItem> = {}): SpineItem {
  return { index, href: `c${index}.xhtml`, linear: true, layout: "reflowable", characters, ...more } as SpineItem;
}

test("percentageOf is the inverse of placeOf", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lengths, percentage) => {
        const spine = lengths.map((length, index) => item(index, length));
        const place = placeOfPercentage(spine, percentage);
        expect(percentageOf(spine, place.index, place.fraction)).toBeCloseTo(percentage, 6);
      },
    ),
  );
});

test("non-linear items take no part of the percentage", () => {
  const spine = [item(0, 100), item(1, 1000, { linear: false }), item(2, 100)];
  expect(percentageOf(spine, 2, 0)).toBe(0.5);
  expect(placeOfPercentage(spine, 0.5).index).toBe(2);
});

test("a stored position opens the page on which it was taken", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 200, max: 50_000 }), { minLength: 1, maxLength: 20 }),
      fc.nat(19),
      fc.integer({ min: 1, max: 100 }),
      fc.nat(99),
      (lengths, chapter, pages, page) => {
        const book = { spine: lengths.map((length, index) => item(index, length)), toc: [] as Book["toc"] };
        const index = chapter % lengths.length;
        const shown = page % pages;
        const place = placeAt(book, positionAt(book, { index, fraction: shown / pages }, false));
        expect(place?.index).toBe(index);
        // The view computes the page from a fraction in the same way.
        expect(Math.floor((place?.fraction ?? 0) * pages + 1e-6)).toBe(shown);
      },
    ),
  );
});

test("the last page is 100% of the book, in a fixed-layout book too", () => {
  const spine = [item(0, 40, { layout: "pre-paginated" }), item(1, 0, { layout: "pre-paginated" })];
  const book = { spine, toc: [] };
  expect(progressAt(book, positionAt(book, { index: 1, fraction: 0 }, false))).toBe(0.5);
  expect(progressAt(book, positionAt(book, { index: 1, fraction: 0 }, true))).toBe(1);
});

test("a position contains the entry of the table of contents", () => {
  const book = { spine: [item(0, 10), item(1, 10)], toc: [{ label: "One", href: "c0.xhtml#a", children: [] }] };
  expect(positionAt(book, { index: 1, fraction: 0.5 }, false)).toEqual({
    ncxRef: "c0.xhtml#a",
    URI: "c1.xhtml",
    timeOffset: "0.0",
    charOffset: 5,
  });
});

test("given a document that a new version of the book lacks, then there is no place and progress is 0", () => {
  const book = { spine: [item(0, 10)], toc: [] };
  const gone = { ncxRef: "", URI: "gone.xhtml", timeOffset: "0.0", charOffset: 3 };
  expect(placeAt(book, gone)).toBeNull();
  expect(progressAt(book, gone)).toBe(0);
});

test("the entry of a place is the last one at or before its document", () => {
  const entry = (href: string | null, children: Book["toc"] = []) => ({ label: href ?? "", href, children });
  const book = {
    spine: [item(0, 1), item(1, 1), item(2, 1)],
    toc: [entry(null, [entry("c0.xhtml")]), entry("c2.xhtml#x")],
  } as Book;
  expect(tocEntryAt(book, 0)?.href).toBe("c0.xhtml");
  expect(tocEntryAt(book, 1)?.href).toBe("c0.xhtml");
  expect(tocEntryAt(book, 2)?.href).toBe("c2.xhtml#x");
});

test("the entry of a page is the first that begins on it, else the last one before it", () => {
  const entry = (href: string) => ({ label: href, href, children: [] });
  const book = {
    spine: [item(0, 1), item(1, 1)],
    toc: [entry("c0.xhtml"), entry("c1.xhtml#a"), entry("c1.xhtml#b"), entry("c1.xhtml#c")],
  } as unknown as Book;
  const pages: Record<string, number> = { a: 0, b: 2, c: 2 };
  const at = (page: number) =>
    tocEntryAt(book, 1, (fragment) => {
      const begins = fragment === null ? 0 : (pages[fragment] ?? 0);
      return begins < page ? "before" : begins === page ? "shown" : "after";
    })?.href;
  expect([0, 1, 2, 3].map(at)).toEqual(["c1.xhtml#a", "c1.xhtml#a", "c1.xhtml#b", "c1.xhtml#c"]);
  expect(tocEntryAt(book, 1)?.href).toBe("c1.xhtml#a");
  expect(tocEntryAt(book, 0)?.href).toBe("c0.xhtml");
});

test.each([
  ["the beginning", 0, 0],
  ["the middle", 500, 0.5],
  ["the end", 1000, 1],
  ["a place beyond the end of a shortened document", 4000, 1],
])("given a stored mark at %s, then it opens at that share of its document", (_, charOffset, fraction) => {
  const spine = [{ index: 0, href: "c1.xhtml", characters: 1000, linear: true }] as SpineItem[];
  const mark = { ncxRef: "c1.xhtml", URI: "c1.xhtml", timeOffset: "0.0", charOffset };
  expect(placeAt({ spine, toc: [] }, mark)).toEqual({ index: 0, fraction });
});
