import type { Book } from "./book";

/** The requested language if the book has title and contents in it, else the book's own language. */
export function labelLanguage(book: Book, language: string): string {
  return book.translations?.[language] ? language : book.language;
}

/** The book with title and contents in the requested language; unchanged if there is no such translation. */
export function inLanguage(book: Book, language: string): Book {
  const labels = book.translations?.[language];
  // The package declares the title's direction for the book's own language only.
  return labels ? { ...book, ...labels, language, textDirection: null } : book;
}
