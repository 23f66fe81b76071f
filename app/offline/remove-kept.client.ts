import { isOurCache, isShellCache, keptCache } from "./kept-address";
import { keptBooks } from "./kept-books-database.client";

/** Takes one book off the device, whole. The record goes first: without it nothing of the book is served. */
export async function removeKept(keptId: string): Promise<void> {
  await keptBooks.remove(keptId);
  await caches.delete(keptCache(keptId));
}

/** Takes all books of everybody off the device, and every cache of ours. @param butShell leaves the offline page, which is nobody's */
export async function removeAllKept(butShell = false): Promise<void> {
  await keptBooks.clear();
  for (const name of await caches.keys()) {
    if (isOurCache(name) && !(butShell && isShellCache(name))) await caches.delete(name);
  }
}
