import type { Position } from "~/epub/progress";
import type { Holder } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";

/** Where somebody stopped in a book, for the copy that this device keeps of it, if it does. */
export async function saveOfflinePlace(holder: Holder, bookId: string, lastMark: Position): Promise<void> {
  for (const book of await offlineBooks.of(holder)) {
    if (book.bookId === bookId && book.keepsPlace) await offlineBooks.change(book.offlineId, { lastMark });
  }
}
