import { checkRights } from "./check-rights.client";
import { noteDeviceKeeps } from "./device-keeps";
import { removeUnfinished } from "./download-book.client";
import { announceOfflineBooksChange } from "./keep-progress";
import type { DeviceHolder } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";

/** Whose kept books open here from now on, and which of them may still be read. Loaded by pages on a device that keeps books. */
export async function noteHolder(holder: DeviceHolder | null): Promise<void> {
  await offlineBooks.setHolder(holder);
  await removeUnfinished();
  if (holder) await checkRights(holder);
  if ((await offlineBooks.all()).length === 0) noteDeviceKeeps(false);
  announceOfflineBooksChange();
}
