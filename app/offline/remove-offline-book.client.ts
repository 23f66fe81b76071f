import { isOurCache, isShellCache, offlineCacheName } from "./offline-address";
import { offlineBooks } from "./offline-books-database.client";

/** Takes one book off the device, whole. The record goes first: without it nothing of the book is served. */
export async function removeOfflineBook(offlineId: string): Promise<void> {
  await offlineBooks.remove(offlineId);
  await caches.delete(offlineCacheName(offlineId));
}

/** Takes all books of everybody off the device, and every cache of ours. @param butShell leaves the offline page, which is nobody's */
export async function removeAllOfflineBooks(butShell = false): Promise<void> {
  await offlineBooks.clear();
  for (const name of await caches.keys()) {
    if (isOurCache(name) && !(butShell && isShellCache(name))) await caches.delete(name);
  }
}
