import fc from "fast-check";
import { expect, test } from "vitest";
import type { Book, NavEntry, SpineItem } from "./book";
import { packBook, unpackBook } from "./packed-book";

const item = fc.record(
  {
    id: fc.string(),
    href: fc.oneof(fc.string(), fc.constantFrom("c1.xhtml", "c2.xhtml")),
    source: fc.string(),
    mediaType: fc.constantFrom("application/xhtml+xml", "image/png"),
    linear: fc.boolean(),
    layout: fc.constantFrom("reflowable" as const, "pre-paginated" as const),
    spread: fc.constantFrom("auto" as const, "none" as const),
    orientation: fc.constantFrom("auto" as const, "portrait" as const),
    flow: fc.constantFrom("auto" as const, "scrolled-doc" as const),
    pageSpread: fc.constantFrom(null, "left" as const),
    alignCenter: fc.boolean(),
    viewport: fc.constantFrom(null, { width: 600, height: 800 }),
    overlay: fc.constantFrom(null, "a.smil"),
    overlays: fc.dictionary(fc.constantFrom("sv", "en"), fc.string(), { noNullPrototype: true }),
    duration: fc.constantFrom(null, 1.5),
    characters: fc.nat(),
  },
  {
    requiredKeys: [
      "id",
      "href",
      "mediaType",
      "linear",
      "layout",
      "spread",
      "orientation",
      "flow",
      "pageSpread",
      "alignCenter",
      "viewport",
      "overlay",
      "overlays",
      "duration",
      "characters",
    ],
  },
);
const { entries } = fc.letrec<{ entries: NavEntry[] }>((tie) => ({
  entries: fc.array(
    fc.record({
      label: fc.string(),
      href: fc.option(fc.oneof(fc.string(), fc.constantFrom("c1.xhtml", "c2.xhtml"))),
      children: fc.oneof({ depthSize: "small" }, fc.constant<NavEntry[]>([]), tie("entries")),
    }),
    { maxLength: 4 },
  ),
}));

test("a book is unchanged after packing and unpacking", () => {
  fc.assert(
    fc.property(fc.array(item), entries, entries, (items, toc, pageList) => {
      const spine = items.map((one, index) => ({ ...one, index })) as SpineItem[];
      const translations = { en: { title: "E", toc: pageList, pageList: toc } };
      const book = { title: "T", spine, toc, pageList, landmarks: [] as NavEntry[], translations } as unknown as Book;
      expect(unpackBook(packBook(book))).toEqual(book);
    }),
  );
});

test("an ordinary chapter is packed without its default values", () => {
  const chapter = { index: 0, id: "c1", href: "c1.xhtml", mediaType: "application/xhtml+xml", linear: true };
  const rest = { layout: "reflowable", spread: "auto", orientation: "auto", flow: "auto", pageSpread: null };
  const more = { alignCenter: false, viewport: null, overlay: null, overlays: {}, duration: null, characters: 7 };
  const spine = [{ ...chapter, ...rest, ...more }];
  const toc = [{ label: "One", href: "c1.xhtml", children: [] }];
  const text = packBook({ spine, toc, pageList: [], landmarks: [] } as unknown as Book);
  expect(text).toBe('{"spine":[["c1","c1.xhtml",7]],"toc":[["One",0]],"pageList":[],"landmarks":[]}');
});
