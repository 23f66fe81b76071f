import i18next from "i18next";
import { checkRights } from "./check-rights.client";
import { type DeviceHolder, isSameHolder, type OfflineBook } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";
import type { SessionHolder } from "./session-holder";

/** Data of this device. `holder` is null if no user is signed in, or none is stored on the device. */
export type Device = { holder: DeviceHolder | null; books: OfflineBook[]; isOnline: boolean };

/** Milliseconds to wait for the server's response before the device counts as offline. */
const timeLimit = 2000;

/** Loader data of the offline page. */
type OfflinePageData = {
  device: Device;
  /** Id of the book to open; null: the list of books. */
  wanted: string | null;
  /** The user has signed out offline, and the server does not know yet. */
  isLeaving: boolean;
};

/**
 * Client loader of the offline page. Meanwhile it loads the reader if a book is requested, and the translations of the
 * stored user's language, because the cached page contains neither.
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
 * Determines whose books can be opened. If the server is available, its session decides, and permissions are checked;
 * otherwise the last signed-in user's books are used.
 */
async function openDevice(): Promise<Device> {
  const there = navigator.onLine ? await fetchHolder() : null;
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

async function fetchHolder(): Promise<SessionHolder | null> {
  try {
    const response = await fetch("/reader/holder", { cache: "no-store", signal: AbortSignal.timeout(timeLimit) });
    return response.ok ? ((await response.json()) as SessionHolder) : null;
  } catch {
    return null;
  }
}
