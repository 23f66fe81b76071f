import type { Book, SpineItem } from "../../epub/book";
import type { ReadingPlace } from "../../epub/progress";

/** The document that a book opens with: where the reader stopped, else the first that is read in order. */
export function firstShown(book: Book, start: ReadingPlace | null): SpineItem | undefined {
  return (start && book.spine[start.index]) ?? book.spine.find((item) => item.linear) ?? book.spine[0];
}
