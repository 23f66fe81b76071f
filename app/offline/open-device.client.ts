import { checkRights } from "./check-rights.client";
import { type DeviceHolder, isSameHolder, type OfflineBook } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";
import type { WhoIsThere } from "./who-is-there";

/** What the offline page shows. `nobody`: the server says that nobody is signed in, or the device remembers nobody. */
export type Device = { holder: DeviceHolder | null; books: OfflineBook[]; isOnline: boolean };

/** Milliseconds that the server may take to say who is signed in, before the device counts as offline. */
const patience = 2000;

/**
 * Whose books open on this device. Where the server can be reached it decides, and says which books may still be read; where not, they
 * are those of whoever was signed in last.
 */
export async function openDevice(): Promise<Device> {
  const there = navigator.onLine ? await whoIsThere() : null;
  if (there) {
    const before = await offlineBooks.holder();
    const language = document.documentElement.lang;
    const isSame = isSameHolder(before, there.holder);
    if (!isSame && !there.isActing)
      await offlineBooks.setHolder(there.holder && { ...there.holder, language, theme: "system" });
    if (there.holder) await checkRights(there.holder);
  }
  const holder = there?.isActing ? null : await offlineBooks.holder();
  const books = holder ? await offlineBooks.of(holder) : [];
  return { holder, books: books.filter(({ state }) => state === "ready"), isOnline: there !== null };
}

async function whoIsThere(): Promise<WhoIsThere | null> {
  try {
    const response = await fetch("/reader/holder", { cache: "no-store", signal: AbortSignal.timeout(patience) });
    return response.ok ? ((await response.json()) as WhoIsThere) : null;
  } catch {
    return null;
  }
}
