import type { BookWords, SavedWord } from "~/services/contracts/words";
import { deviceHasBooks } from "./device-has-books";
import { offlineCacheName, offlineFileAddress } from "./offline-address";
import type { OfflineBookReader } from "./offline-book";

/** Words of an offline book: a file beside the book's own in its cache, so that it is removed with them. */

const wordsPath = "META-INF/fabel/words.json";

/** The words in the cache of an offline book; null if it has none. */
export async function readOfflineWords(offlineId: string): Promise<BookWords | null> {
  const response = await fetch(offlineFileAddress(offlineId, wordsPath)).catch(() => null);
  return response?.ok ? ((await response.json()) as BookWords) : null;
}

/** Writes them. @throws if the disk is full */
export function putOfflineWords(cache: Pick<Cache, "put">, offlineId: string, words: BookWords): Promise<void> {
  const headers = { "content-type": "application/json", "x-content-type-options": "nosniff" };
  return cache.put(offlineFileAddress(offlineId, wordsPath), new Response(JSON.stringify(words), { headers }));
}

/** Saves words to the offline copy of a book, with whether they may be used, and a reader's saved words to all copies on this device. */
export async function saveOfflineWords(
  holder: OfflineBookReader,
  bookId: string,
  { words, savedWords, mayUseWords }: { words?: BookWords; savedWords?: readonly SavedWord[]; mayUseWords?: boolean },
): Promise<void> {
  if (!deviceHasBooks()) return;
  const { offlineBooks } = await import("./offline-books-database.client");
  for (const book of await offlineBooks.of(holder)) {
    if (savedWords && book.keepsPlace) await offlineBooks.change(book.offlineId, { savedWords: [...savedWords] });
    if (mayUseWords !== undefined && book.bookId === bookId) {
      await offlineBooks.change(book.offlineId, { mayUseWords });
    }
    if (words && book.bookId === bookId && book.state === "ready") {
      await putOfflineWords(await caches.open(offlineCacheName(book.offlineId)), book.offlineId, words);
    }
  }
}
