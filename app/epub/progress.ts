import type { Book, NavEntry, SpineItem } from "./book";

/** Positions in a book as fractions of the whole: reflowable documents weigh by their characters, all fixed pages equally. */

/** Characters that a fixed page counts as. */
const pageWeight = 800;

function weightOf(item: SpineItem): number {
  if (!item.linear) return 0;
  return item.layout === "pre-paginated" ? pageWeight : Math.max(1, item.characters);
}

/**
 * Position in the whole book, 0 to 1.
 * @param fraction position in the item, 0 to 1
 */
export function percentageOf(spine: readonly SpineItem[], index: number, fraction: number): number {
  const total = spine.reduce((sum, item) => sum + weightOf(item), 0);
  const before = spine.slice(0, index).reduce((sum, item) => sum + weightOf(item), 0);
  const item = spine[index];
  if (!item || total === 0) return 0;
  return Math.min(1, (before + weightOf(item) * Math.min(1, Math.max(0, fraction))) / total);
}

/** The spine index, and the fraction of that item, at a percentage of the book. The inverse of percentageOf. */
export function placeOfPercentage(spine: readonly SpineItem[], percentage: number): ReadingPlace {
  const total = spine.reduce((sum, item) => sum + weightOf(item), 0);
  let left = Math.min(1, Math.max(0, percentage)) * total;
  const linear = spine.filter((item) => weightOf(item) > 0);
  for (const item of linear) {
    const weight = weightOf(item);
    // Tolerance for rounding: the beginning of an item must not become the end of the one before.
    if (left < weight - 1e-6 || item === linear.at(-1)) {
      return { index: item.index, fraction: Math.min(1, Math.max(0, left) / weight) };
    }
    left -= weight;
  }
  return { index: 0, fraction: 0 };
}

/** All entries of the table of contents, flat, in order. */
export function flatToc(entries: readonly NavEntry[], depth = 0): Array<{ entry: NavEntry; depth: number }> {
  return entries.flatMap((entry) => [{ entry, depth }, ...flatToc(entry.children, depth + 1)]);
}

/** Where an entry begins, relative to the shown page of its document. */
export type EntryPosition = "before" | "shown" | "after";

/** Default without page positions: only the first entry of a document counts, since others may begin in its middle. */
const unknown = (): EntryPosition => "shown";

/**
 * The table-of-contents entry of a place: the first that begins on the shown page, else the last one before it. Null before the first.
 * @param whereIs locates a fragment (null: the beginning) in the place's document
 */
export function tocEntryAt(
  book: Pick<Book, "spine" | "toc">,
  spineIndex: number,
  whereIs: (fragment: string | null) => EntryPosition = unknown,
): NavEntry | null {
  const indexes = new Map<string, number>();
  for (const { index, href, source } of book.spine) {
    for (const path of [href, source]) if (path !== undefined && !indexes.has(path)) indexes.set(path, index);
  }
  let entryHere: NavEntry | null = null;
  let isOnPage = false;
  for (const { entry } of flatToc(book.toc)) {
    const [path = "", fragment] = entry.href?.split("#", 2) ?? [];
    const index = indexes.get(path);
    if (index === undefined || index > spineIndex || isOnPage) continue;
    const begins = index < spineIndex ? "before" : whereIs(fragment ? fragment : null);
    isOnPage = begins === "shown";
    if (begins !== "after") entryHere = entry;
  }
  return entryHere;
}

/** A stored reading position. docs/product/reader.md#entities (Last mark). */
export type Position = {
  /** Href of the current table-of-contents entry; empty before the first. */
  ncxRef: string;
  /** Href of the document. */
  URI: string;
  timeOffset: string;
  /** Characters from the beginning of the document. */
  charOffset: number;
};

/** A spine index and a fraction of that item, 0 to 1. */
export type ReadingPlace = { index: number; fraction: number };

type Shape = Pick<Book, "spine" | "toc">;

/**
 * @param isEnd whether this is the last page of the book; the position is then its end, whatever the fraction
 * @param entry the table-of-contents entry of the place, if page positions are known
 */
export function positionAt(
  book: Shape,
  place: ReadingPlace,
  isEnd: boolean,
  entry: NavEntry | null = tocEntryAt(book, place.index),
): Position {
  const item = book.spine[place.index];
  const characters = item?.characters ?? 0;
  return {
    ncxRef: entry?.href ?? "",
    URI: item?.href ?? "",
    timeOffset: "0.0",
    // Rounded up, because a character before the page would lead to the previous page.
    charOffset: isEnd ? Math.max(1, characters) : Math.ceil(place.fraction * characters),
  };
}

/** Null if the book has no such document. */
export function placeAt(book: Shape, position: Position): ReadingPlace | null {
  const item = book.spine.find(({ href }) => href === position.URI);
  if (!item) return null;
  return { index: item.index, fraction: Math.min(1, position.charOffset / Math.max(1, item.characters)) };
}

/** Progress in the book, 0 to 1. */
export function progressAt(book: Shape, position: Position): number {
  const place = placeAt(book, position);
  return place ? percentageOf(book.spine, place.index, place.fraction) : 0;
}

/** How many pages are at least between two places: fixed ones, documents (each begins a page), or texts as long as a page. */
export function pagesBetween(book: Shape, one: Position, other: Position): number {
  const total = book.spine.reduce((sum, item) => sum + weightOf(item), 0);
  const byWeight = (Math.abs(progressAt(book, one) - progressAt(book, other)) * total) / pageWeight;
  const [from, to] = [placeAt(book, one), placeAt(book, other)];
  return from && to ? Math.max(byWeight, Math.abs(from.index - to.index)) : byWeight;
}

/** The document to open a book with: the one of the stored position, else the first linear one. */
export function firstItem({ spine }: Pick<Book, "spine">, start: ReadingPlace | null): SpineItem | undefined {
  return (start && spine[start.index]) ?? spine.find((item) => item.linear) ?? spine[0];
}
