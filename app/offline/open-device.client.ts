import i18next from "i18next";
import { checkRights } from "./check-rights.client";
import { type DeviceHolder, isSameHolder, type OfflineBook } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";
import type { WhoIsThere } from "./who-is-there";

/** What the offline page shows. `nobody`: the server says that nobody is signed in, or the device remembers nobody. */
export type Device = { holder: DeviceHolder | null; books: OfflineBook[]; isOnline: boolean };

/** Milliseconds that the server may take to say who is signed in, before the device counts as offline. */
const patience = 2000;

/** What the offline page shows: the device, and what its address asks for. */
export type OfflinePageData = {
  device: Device;
  /** Id of the book to open; null: the list of books. */
  wanted: string | null;
  /** Somebody has just left, and the server does not know yet. */
  isLeaving: boolean;
};

/**
 * Opens the device for the offline page. The reader's program is loaded meanwhile if a book is asked for, and the texts in the holder's
 * language are there when the page is: the page that comes from the cache names neither.
 */
export async function loadOfflinePage({ request }: { request: Request }): Promise<OfflinePageData> {
  const search = new URL(request.url).searchParams;
  const wanted = search.get("book");
  if (wanted !== null) import("./offline-reader.client").catch(console.warn);
  const device = await openDevice().catch((error: unknown) => {
    console.warn("The device could not be asked for its books", error);
    return { holder: null, books: [], isOnline: navigator.onLine };
  });
  if (device.holder) await i18next.loadLanguages(device.holder.language).catch(console.warn);
  return { device, wanted, isLeaving: wanted === null && search.has("left") };
}

/**
 * Whose books open on this device. Where the server can be reached it decides, and says which books may still be read; where not, they
 * are those of whoever was signed in last.
 */
async function openDevice(): Promise<Device> {
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
