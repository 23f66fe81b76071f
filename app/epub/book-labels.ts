import type { Book } from "./book";

/** The language that a book's title and contents are in where they are asked for in one; its own where it has none in that. */
export function labelLanguage(book: Book, language: string): string {
  return book.translations?.[language] ? language : book.language;
}

/** The book with its title and contents in a language that it has them in; else as it is. */
export function inLanguage(book: Book, language: string): Book {
  const labels = book.translations?.[language];
  // The title's direction is told for the book's own language alone.
  return labels ? { ...book, ...labels, language, textDirection: null } : book;
}
