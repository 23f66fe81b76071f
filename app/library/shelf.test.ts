import { expect, test } from "vitest";
import type { ShelfBook } from "~/services/contracts/library";
import { filterFromQuery, shelfHref, shelfOf } from "./shelf";

const book = (id: string, more: Partial<ShelfBook> = {}): ShelfBook => ({
  id,
  version: "1",
  title: id,
  authors: [],
  illustrators: [],
  narrators: [],
  language: "sv",
  audioLanguages: [],
  videoLanguages: [],
  kind: "fixed",
  progression: "ltr",
  categories: [],
  ageFrom: null,
  ageTo: null,
  blurb: null,
  coverUrl: null,
  duration: null,
  ...more,
});

const lantern = book("lantern", {
  title: "Vem lyser i skogen?",
  categories: ["Djur", "Natt", "Rymdhundar"],
  audioLanguages: ["sv", "en"],
});
const bees = book("bees", { title: "La 58", authors: ["Émile Abeille"], language: "fr-FR", categories: ["Animaux"] });
const moon = book("moon", { title: "القمر في البئر", language: "ar", categories: ["لَيْل"] });
const books = [lantern, bees, moon];
const everything = { query: "", category: null, language: null };
const ids = (list: readonly ShelfBook[]) => list.map(({ id }) => id);

test("without a filter everything stands there, in its own order", () => {
  const shelf = shelfOf(books, everything);
  expect(ids(shelf.books)).toEqual(["lantern", "bees", "moon"]);
  expect(shelf).toMatchObject({ count: 3, isFiltered: false, underWay: [] });
});

test("what is under way comes first, the latest on top; finished, untouched and vanished books don't", () => {
  const shelf = shelfOf(books, everything, {
    readings: [
      { bookId: "moon", progress: 0.5 },
      { bookId: "gone", progress: 0.5 },
      { bookId: "lantern", progress: 0.1 },
      { bookId: "bees", progress: 1 },
    ],
  });
  expect(shelf.underWay.map(({ book: { id }, progress }) => [id, progress])).toEqual([
    ["moon", 0.5],
    ["lantern", 0.1],
  ]);
  expect(ids(shelf.books)).toEqual(["bees"]);
  expect(shelf.count).toBe(3);
});

test("a search shows one list, whatever is under way", () => {
  const shelf = shelfOf(books, { ...everything, query: "la 58" }, { readings: [{ bookId: "bees", progress: 0.5 }] });
  expect([shelf.underWay, ids(shelf.books)]).toEqual([[], ["bees"]]);
});

test.each([
  ["SKOGEN", ["lantern"]],
  ["emile", ["bees"]],
  ["abeille 58", ["bees"]],
  ["58 skogen", []],
  ["natt", ["lantern"]],
  ["القمر", ["moon"]],
])("searching %s finds %j", (query, found) => {
  expect(ids(shelfOf(books, { ...everything, query }).books)).toEqual(found);
});

test("a language counts when the book is written or read in it", () => {
  expect(ids(shelfOf(books, { ...everything, language: "en" }).books)).toEqual(["lantern"]);
  expect(ids(shelfOf(books, { ...everything, language: "fr" }).books)).toEqual(["bees"]);
  expect(shelfOf(books, everything).languages.map(({ value }) => value)).toEqual(["ar", "en", "fr", "sv"]);
});

test("categories are one in all languages, come by frequency, and stay while one is chosen", () => {
  const shelf = shelfOf(books, { ...everything, category: "night" });
  expect(shelf.categories).toEqual([
    { value: "animals", count: 2 },
    { value: "night", count: 2 },
    { value: "Rymdhundar", count: 1 },
  ]);
  expect(ids(shelf.books)).toEqual(["lantern", "moon"]);
});

test("a filter survives the way through the address", () => {
  const filter = { query: "i skogen", category: "Djur", language: "sv" };
  const href = shelfHref("/bookshelf", filter);
  expect(filterFromQuery(new URL(href, "http://x").searchParams)).toEqual(filter);
  expect(shelfHref("/bookshelf", everything)).toBe("/bookshelf");
});

test("one's own language stands first: written in it, then read in it, then the rest as it was", () => {
  expect(ids(shelfOf(books, everything, { language: "ar" }).books)).toEqual(["moon", "lantern", "bees"]);
  expect(ids(shelfOf([bees, lantern, moon], everything, { language: "en" }).books)).toEqual([
    "lantern",
    "bees",
    "moon",
  ]);
  const english = book("english", { language: "en-GB" });
  expect(ids(shelfOf([lantern, english], everything, { language: "en" }).books)).toEqual(["english", "lantern"]);
});
