import type { Book } from "~/epub/book";
import { packBook, unpackBook } from "~/epub/packed-book";

/**
 * A book's text for the page, made once. Whoever packs a book writes the page as well, and would unpack it for that at once; the browser
 * packs none, and unpacks what it got.
 */

const texts = new WeakMap<Book, string>();
const packedLately = new Map<string, Book>();
const mostPacked = 20;

/** @param book nobody may change it afterwards */
export function packOnce(book: Book): string {
  const text = texts.get(book) ?? packBook(book);
  texts.set(book, text);
  packedLately.delete(text);
  packedLately.set(text, book);
  const [oldest] = packedLately.keys();
  if (oldest !== undefined && packedLately.size > mostPacked) packedLately.delete(oldest);
  return text;
}

/** The book behind a page's text. */
export function packedBook(text: string): Book {
  return packedLately.get(text) ?? unpackBook(text);
}
