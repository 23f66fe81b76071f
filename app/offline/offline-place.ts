import type { Position } from "~/epub/progress";
import { deviceHasBooks } from "./device-has-books";
import type { OfflineBookReader } from "./offline-book";

/** Saves the last position in a book to its offline copy, if this device has one: it opens there, wherever the book was read. */
export async function saveOfflinePlace(holder: OfflineBookReader, bookId: string, lastMark: Position): Promise<void> {
  if (!deviceHasBooks()) return;
  const { offlineBooks } = await import("./offline-books-database.client");
  for (const book of await offlineBooks.of(holder)) {
    if (book.bookId === bookId && book.keepsPlace) await offlineBooks.change(book.offlineId, { lastMark });
  }
}
