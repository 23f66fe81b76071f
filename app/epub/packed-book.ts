import type { Book, BookLabels, NavEntry, SpineItem } from "./book";

/**
 * Compact text form of a book for embedding in a page: arrays instead of objects, default properties of documents omitted, and entries
 * refer to documents by index. For a thousand chapters this is a tenth of the size.
 */

type Usual = Omit<SpineItem, "index" | "id" | "href" | "characters" | "source">;

const usual: Usual = {
  mediaType: "application/xhtml+xml",
  linear: true,
  layout: "reflowable",
  spread: "auto",
  orientation: "auto",
  flow: "auto",
  pageSpread: null,
  alignCenter: false,
  viewport: null,
  overlay: null,
  overlays: {},
  duration: null,
};

type Unusual = Partial<Usual> & Pick<SpineItem, "source">;
type PackedItem = [id: string, href: string, characters: number, unusual?: Unusual];
/** A number is the index of the document with the entry's address. */
type PackedEntry = [label: string, target: number | string | null, children?: PackedEntry[]];
type PackedLabels = Omit<BookLabels, "toc" | "pageList"> & { toc: PackedEntry[]; pageList: PackedEntry[] };
type PackedBook = Omit<Book, "spine" | "toc" | "pageList" | "landmarks" | "translations"> & {
  spine: PackedItem[];
  toc: PackedEntry[];
  pageList: PackedEntry[];
  landmarks: PackedEntry[];
  translations?: Record<string, PackedLabels>;
};

export function packBook(book: Book): string {
  const indices = new Map(book.spine.map(({ href }, index) => [href, index]));
  const packed = (entries: readonly NavEntry[]): PackedEntry[] =>
    entries.map(({ label, href, children }) => {
      const target = (href === null ? null : indices.get(href)) ?? href;
      return children.length > 0 ? [label, target, packed(children)] : [label, target];
    });
  const { translations, ...rest } = book;
  const packedBook: PackedBook = {
    ...rest,
    spine: book.spine.map(packedItem),
    toc: packed(book.toc),
    pageList: packed(book.pageList),
    landmarks: packed(book.landmarks),
    ...(translations && { translations: mapLabels(translations, packed) }),
  };
  return JSON.stringify(packedBook);
}

/** The labels of each language, with their entries converted. */
function mapLabels<From, To>(
  translations: Record<string, { title: string; toc: From; pageList: From }>,
  change: (entries: From) => To,
): Record<string, { title: string; toc: To; pageList: To }> {
  return Object.fromEntries(
    Object.entries(translations).map(([language, { title, toc, pageList }]) => [
      language,
      { title, toc: change(toc), pageList: change(pageList) },
    ]),
  );
}

/** Optimised for speed: a book may have a thousand documents. */
function packedItem({ id, href, characters, index: _, ...item }: SpineItem): PackedItem {
  const unusual: Record<string, unknown> = {};
  let isUsual = true;
  for (const [name, value] of Object.entries(item)) {
    const isEmpty = name === "overlays" && Object.keys(item.overlays).length === 0;
    if (isEmpty || value === usual[name as keyof Usual]) continue;
    unusual[name] = value;
    isUsual = false;
  }
  return isUsual ? [id, href, characters] : [id, href, characters, unusual as Unusual];
}

/** @param text result of packBook */
export function unpackBook(text: string): Book {
  const book = JSON.parse(text) as PackedBook;
  const unpacked = (entries: readonly PackedEntry[]): NavEntry[] =>
    entries.map(([label, target, children = []]) => ({
      label,
      href: typeof target === "number" ? (book.spine[target]?.[1] ?? null) : target,
      children: unpacked(children),
    }));
  const { translations, ...rest } = book;
  return {
    ...rest,
    spine: book.spine.map(([id, href, characters, unusual], index) => ({
      ...usual,
      ...unusual,
      id,
      href,
      characters,
      index,
    })),
    toc: unpacked(book.toc),
    pageList: unpacked(book.pageList),
    landmarks: unpacked(book.landmarks),
    ...(translations && { translations: mapLabels(translations, unpacked) }),
  };
}
