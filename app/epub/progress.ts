import type { Book, NavEntry, SpineItem } from "./book";

/** Positions in a book as parts of the whole: every letter of a flowing document counts, every fixed page counts alike. */

function weightOf(item: SpineItem): number {
  if (!item.linear) return 0;
  return item.layout === "pre-paginated" ? 800 : Math.max(1, item.characters);
}

/**
 * How far into the book a place is, 0 to 1.
 * @param fraction how far into the item, 0 to 1
 */
export function percentageOf(spine: readonly SpineItem[], index: number, fraction: number): number {
  const total = spine.reduce((sum, item) => sum + weightOf(item), 0);
  const before = spine.slice(0, index).reduce((sum, item) => sum + weightOf(item), 0);
  const item = spine[index];
  if (!item || total === 0) return 0;
  return Math.min(1, (before + weightOf(item) * Math.min(1, Math.max(0, fraction))) / total);
}

/** The place at a part of the whole: spine index, and how far into that item. The inverse of percentageOf. */
export function placeOf(spine: readonly SpineItem[], percentage: number): ReadingPlace {
  const total = spine.reduce((sum, item) => sum + weightOf(item), 0);
  let left = Math.min(1, Math.max(0, percentage)) * total;
  const linear = spine.filter((item) => weightOf(item) > 0);
  for (const item of linear) {
    const weight = weightOf(item);
    // A percentage loses a little in its digits: the beginning of an item is not the end of the one before.
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

/** Where in its document something begins: on the pages before the shown one, on that, or on later ones. */
export type Whereabouts = "before" | "shown" | "after";

/** For whoever has no pages: the first entry of a document is taken for its beginning, since others may lead to its middle. */
const unknown = (): Whereabouts => "shown";

/**
 * The table-of-contents entry that a place belongs to: the first that begins on the shown page, else the last one before it. Null before
 * the first.
 * @param whereIs tells of a fragment (null: the beginning) of the place's document
 */
export function tocEntryAt(
  book: Pick<Book, "spine" | "toc">,
  spineIndex: number,
  whereIs: (fragment: string | null) => Whereabouts = unknown,
): NavEntry | null {
  const indexes = new Map<string, number>();
  for (const { index, href, source } of book.spine) {
    for (const path of [href, source]) if (path !== undefined && !indexes.has(path)) indexes.set(path, index);
  }
  let found: NavEntry | null = null;
  let isOnPage = false;
  for (const { entry } of flatToc(book.toc)) {
    const [path = "", fragment] = entry.href?.split("#", 2) ?? [];
    const index = indexes.get(path);
    if (index === undefined || index > spineIndex || isOnPage) continue;
    const begins = index < spineIndex ? "before" : whereIs(fragment ? fragment : null);
    isOnPage = begins === "shown";
    if (begins !== "after") found = entry;
  }
  return found;
}

/** Where somebody is in a book, as it is kept. docs/product/reader.md#entities (Last mark). */
export type Position = {
  /** The entry of the table of contents, as its address; empty before the first. */
  ncxRef: string;
  /** The document. */
  URI: string;
  timeOffset: string;
  /** Letters from the beginning of the document. */
  charOffset: number;
};

/** A spine index and how far into that item, 0 to 1. */
export type ReadingPlace = { index: number; fraction: number };

type Shape = Pick<Book, "spine" | "toc">;

/**
 * @param isEnd whether nothing comes after: then the whole book is behind the reader, however its pages count
 * @param entry the place's entry of the contents, where its pages are known
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
    // Rounded up: a letter before the page would lead to the page before.
    charOffset: isEnd ? Math.max(1, characters) : Math.ceil(place.fraction * characters),
  };
}

/** null where the book has no such document. */
export function placeAt(book: Shape, position: Position): ReadingPlace | null {
  const item = book.spine.find(({ href }) => href === position.URI);
  if (!item) return null;
  return { index: item.index, fraction: Math.min(1, position.charOffset / Math.max(1, item.characters)) };
}

/** 0 to 1. */
export function progressAt(book: Shape, position: Position): number {
  const place = placeAt(book, position);
  return place ? percentageOf(book.spine, place.index, place.fraction) : 0;
}

/** The document that a book opens with: where the reader stopped, else the first that is read in order. */
export function firstItem({ spine }: Pick<Book, "spine">, start: ReadingPlace | null): SpineItem | undefined {
  return (start && spine[start.index]) ?? spine.find((item) => item.linear) ?? spine[0];
}
