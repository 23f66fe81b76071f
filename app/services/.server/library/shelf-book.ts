import type { BookDetails, ShelfBook } from "~/services/contracts/library";
import type { StoredBook } from "./store";

/** A stored book in the form of the shelf. @param origin origin that serves covers */
export function shelfBook(book: StoredBook, origin: string): ShelfBook {
  const { hasCover, series = null, publisher: _p, accessibility: _a, blurbs: _b, ...shelf } = book.shelf;
  return {
    id: book.id,
    version: book.version,
    title: book.title,
    ...shelf,
    series,
    coverUrl: hasCover ? `${origin}/services/library/v1/covers/${book.id}/${book.version}` : null,
  };
}

/** A stored book in the form of its own page, without its length. */
export function bookDetails(book: StoredBook, origin: string): Omit<BookDetails, "minutes"> {
  const { publisher = null, blurbs = {}, accessibility = { features: [], summary: null } } = book.shelf;
  return { ...shelfBook(book, origin), publisher, blurbs, accessibility: { summaries: {}, ...accessibility } };
}
