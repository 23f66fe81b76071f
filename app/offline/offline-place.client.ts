import type { Position } from "~/epub/progress";
import type { OfflineBookReader } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";

/** Saves the last position in a book to its offline copy, if this device has one. */
export async function saveOfflinePlace(holder: OfflineBookReader, bookId: string, lastMark: Position): Promise<void> {
  for (const book of await offlineBooks.of(holder)) {
    if (book.bookId === bookId && book.keepsPlace) await offlineBooks.change(book.offlineId, { lastMark });
  }
}
