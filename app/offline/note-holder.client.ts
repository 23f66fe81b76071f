import { checkRights } from "./check-rights.client";
import { setDeviceHasBooks } from "./device-has-books";
import { removeUnfinished } from "./download-book.client";
import { announceOfflineBooksChange } from "./download-progress";
import type { DeviceHolder } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";

/**
 * Sets the user whose offline books can be opened from now on, and checks their permissions. Loaded by pages on a
 * device with offline books.
 */
export async function noteHolder(holder: DeviceHolder | null): Promise<void> {
  await offlineBooks.setHolder(holder);
  await removeUnfinished();
  if (holder) await checkRights(holder);
  if ((await offlineBooks.all()).length === 0) setDeviceHasBooks(false);
  announceOfflineBooksChange();
}
