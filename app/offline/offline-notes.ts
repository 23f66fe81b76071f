import type { Annotation } from "~/services/contracts/annotations";
import { deviceHasBooks } from "./device-has-books";
import type { OfflineBookReader } from "./offline-book";

/** Saves the notes of a book to its offline copy, if this device has one: it opens with them, wherever they were written. */
export async function saveOfflineNotes(
  holder: OfflineBookReader,
  bookId: string,
  annotations: readonly Annotation[],
): Promise<void> {
  if (!deviceHasBooks()) return;
  const { offlineBooks } = await import("./offline-books-database.client");
  for (const book of await offlineBooks.of(holder)) {
    if (book.bookId === bookId && book.keepsPlace) {
      await offlineBooks.change(book.offlineId, { annotations: [...annotations] });
    }
  }
}
