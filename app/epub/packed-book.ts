import type { Book, NavEntry, SpineItem } from "./book";

/**
 * A book as text for a page: what a document or an entry has in common with most others is left out. A thousand chapters are a
 * quarter as long so.
 */

type Usual = Omit<SpineItem, "index" | "id" | "href" | "source">;

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
  characters: 0,
};

type PackedEntry = Omit<NavEntry, "children"> & { children?: PackedEntry[] };

export function packBook(book: Book): string {
  const spine = book.spine.map(unusual);
  const { toc, pageList, landmarks } = book;
  return JSON.stringify({ ...book, spine, toc: packed(toc), pageList: packed(pageList), landmarks: packed(landmarks) });
}

/** Written for speed: a book may have a thousand documents. */
function unusual(item: SpineItem): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item)) {
    const isEmpty = name === "overlays" && Object.keys(item.overlays).length === 0;
    if (name !== "index" && !isEmpty && value !== usual[name as keyof Usual]) kept[name] = value;
  }
  return kept;
}

/** @param text what packBook made */
export function unpackBook(text: string): Book {
  const book = JSON.parse(text) as Book;
  return {
    ...book,
    spine: book.spine.map((item, index) => ({ ...usual, ...item, index })),
    toc: unpacked(book.toc),
    pageList: unpacked(book.pageList),
    landmarks: unpacked(book.landmarks),
  };
}

function packed(entries: readonly NavEntry[]): PackedEntry[] {
  return entries.map(({ children, ...entry }) =>
    children.length > 0 ? { ...entry, children: packed(children) } : entry,
  );
}

function unpacked(entries: readonly PackedEntry[]): NavEntry[] {
  return entries.map((entry) => ({ ...entry, children: unpacked(entry.children ?? []) }));
}
