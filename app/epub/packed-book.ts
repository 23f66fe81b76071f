import type { Book, NavEntry, SpineItem } from "./book";

/**
 * A book as text for a page: what nearly every document and entry has is told by its place, what a document has in common with most
 * others is left out, and an entry that leads to a document tells which. A thousand chapters are a tenth as long so.
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
/** A number is the index of the document that has the address. */
type PackedEntry = [label: string, target: number | string | null, children?: PackedEntry[]];
type PackedBook = Omit<Book, "spine" | "toc" | "pageList" | "landmarks"> & {
  spine: PackedItem[];
  toc: PackedEntry[];
  pageList: PackedEntry[];
  landmarks: PackedEntry[];
};

export function packBook(book: Book): string {
  const indices = new Map(book.spine.map(({ href }, index) => [href, index]));
  const packed = (entries: readonly NavEntry[]): PackedEntry[] =>
    entries.map(({ label, href, children }) => {
      const target = (href === null ? null : indices.get(href)) ?? href;
      return children.length > 0 ? [label, target, packed(children)] : [label, target];
    });
  const packedBook: PackedBook = {
    ...book,
    spine: book.spine.map(packedItem),
    toc: packed(book.toc),
    pageList: packed(book.pageList),
    landmarks: packed(book.landmarks),
  };
  return JSON.stringify(packedBook);
}

/** Written for speed: a book may have a thousand documents. */
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

/** @param text what packBook made */
export function unpackBook(text: string): Book {
  const book = JSON.parse(text) as PackedBook;
  const unpacked = (entries: readonly PackedEntry[]): NavEntry[] =>
    entries.map(([label, target, children = []]) => ({
      label,
      href: typeof target === "number" ? (book.spine[target]?.[1] ?? null) : target,
      children: unpacked(children),
    }));
  return {
    ...book,
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
  };
}
