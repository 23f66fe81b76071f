import type { Position } from "~/epub/progress";
import type { Holder } from "./kept-book";
import { keptBooks } from "./kept-books-database.client";

/** Where somebody stopped in a book, for the copy that this device keeps of it, if it does. */
export async function noteKeptPlace(holder: Holder, bookId: string, lastMark: Position): Promise<void> {
  for (const book of await keptBooks.of(holder)) {
    if (book.bookId === bookId && book.keepsPlace) await keptBooks.change(book.keptId, { lastMark });
  }
}
