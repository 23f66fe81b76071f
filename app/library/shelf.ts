import type { ShelfBook } from "~/services/contracts/library";
import { categoryOf, fold } from "./categories";

/** What a shelf shows of all that a person may open. Pure, so that the same rules hold on both sides. docs/product/control-panel.md#screens. */

export type ShelfFilter = { query: string; category: string | null; language: string | null };

export type Reading = {
  bookId: string;
  /** 0 to 1. */
  progress: number;
};

export type Choice = { value: string; count: number };

export type Shelf = {
  /** Begun and not finished, the latest first; only while nothing is searched for. */
  underWay: { book: ShelfBook; progress: number }[];
  /** What the filter leaves, without those under way. */
  books: ShelfBook[];
  /** How many the filter leaves, those under way among them. */
  count: number;
  /** In the shelf's own order of frequency; chips. */
  categories: Choice[];
  /** Languages that books are written in or read in. */
  languages: Choice[];
  isFiltered: boolean;
};

/** A book counts as read from here on. */
const finished = 0.98;

export function filterFromQuery(search: URLSearchParams): ShelfFilter {
  return {
    query: (search.get("q") ?? "").trim(),
    category: search.get("category") || null,
    language: search.get("language") || null,
  };
}

/** The address of the shelf under a filter; what is empty stays out. */
export function shelfHref(path: string, filter: Partial<ShelfFilter>): string {
  const search = new URLSearchParams();
  if (filter.query) search.set("q", filter.query);
  if (filter.category) search.set("category", filter.category);
  if (filter.language) search.set("language", filter.language);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

type Reader = {
  /** Primary subtag; books that are written or read in it stand first. */
  language?: string;
  /** The latest first; books that are no longer on the shelf are passed over. */
  readings?: readonly Reading[];
};

export function shelfOf(
  books: readonly ShelfBook[],
  filter: ShelfFilter,
  { language, readings = [] }: Reader = {},
): Shelf {
  const left = ownLanguageFirst(
    books.filter((book) => matches(book, filter)),
    language,
  );
  const isFiltered = filter.query !== "" || filter.category !== null || filter.language !== null;
  const underWay = isFiltered
    ? []
    : readings.flatMap(({ bookId, progress }) => {
        const book = left.find(({ id }) => id === bookId);
        return book && progress > 0 && progress < finished ? [{ book, progress }] : [];
      });
  const begun = new Set(underWay.map(({ book }) => book.id));
  return {
    underWay,
    books: left.filter(({ id }) => !begun.has(id)),
    count: left.length,
    categories: choicesOf(books, categoriesOf),
    languages: choicesOf(books, languagesOf),
    isFiltered,
  };
}

/** A book's categories as chips know them. */
export function categoriesOf(book: ShelfBook): string[] {
  return [...new Set(book.categories.map(categoryOf))];
}

/** Language that a book is written in, then those it is read in, by primary subtag and without repetition. */
export function languagesOf(book: ShelfBook): string[] {
  return [...new Set([book.language, ...book.audioLanguages].map((tag) => tag.toLowerCase().split("-")[0] ?? tag))];
}

function matches(book: ShelfBook, { query, category, language }: ShelfFilter): boolean {
  if (category !== null && !categoriesOf(book).includes(category)) return false;
  if (language !== null && !languagesOf(book).includes(language)) return false;
  const text = fold([book.title, ...book.authors, ...book.illustrators, ...book.categories].join(" "));
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function ownLanguageFirst(books: ShelfBook[], language: string | undefined): ShelfBook[] {
  if (!language) return books;
  const rank = (book: ShelfBook) => {
    const position = languagesOf(book).indexOf(language);
    return position === -1 ? Number.POSITIVE_INFINITY : Math.min(position, 1);
  };
  return books
    .map((book) => ({ book, rank: rank(book) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ book }) => book);
}

function choicesOf(books: readonly ShelfBook[], valuesOf: (book: ShelfBook) => readonly string[]): Choice[] {
  const counts = new Map<string, number>();
  for (const value of books.flatMap((book) => [...new Set(valuesOf(book))])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
