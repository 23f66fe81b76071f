import type { Book } from "~/epub/book";
import { packBook, unpackBook } from "~/epub/packed-book";

/**
 * Cache of packed books. The server packs a book for the loader data and then renders the page from that data, so it
 * would unpack the same text again at once. The browser never packs, so it unpacks the text it received.
 */

const texts = new WeakMap<Book, string>();
const packedLately = new Map<string, Book>();
const maxPacked = 20;

/** @param book must not be modified afterwards */
export function packOnce(book: Book): string {
  const text = texts.get(book) ?? packBook(book);
  texts.set(book, text);
  packedLately.delete(text);
  packedLately.set(text, book);
  const [oldest] = packedLately.keys();
  if (oldest !== undefined && packedLately.size > maxPacked) packedLately.delete(oldest);
  return text;
}

/** Unpacks the book from a page's loader data, from the cache if possible. */
export function packedBook(text: string): Book {
  return packedLately.get(text) ?? unpackBook(text);
}
