import { isOurCache, isShellCache, offlineCacheName } from "./offline-address";
import { offlineBooks } from "./offline-books-database.client";

/** Removes one book and its files from the device. The database entry first: without it no file of the book is served. */
export async function removeOfflineBook(offlineId: string): Promise<void> {
  await offlineBooks.remove(offlineId);
  await caches.delete(offlineCacheName(offlineId));
}

/**
 * Removes all users' books from the device, and every cache of ours. @param butShell keeps the cached offline page,
 * which contains no personal data
 */
export async function removeAllOfflineBooks(butShell = false): Promise<void> {
  await offlineBooks.clear();
  for (const name of await caches.keys()) {
    if (isOurCache(name) && !(butShell && isShellCache(name))) await caches.delete(name);
  }
}
