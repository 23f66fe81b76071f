import { useLocation } from "@remix-run/react";
import { createContext, useEffect, useState } from "react";
import { bcp47 } from "~/realms/realm";
import { useShellData } from "~/shell/shell-data";
import { deviceHasBooks } from "./device-has-books";
import { onOfflineBooksChange } from "./download-progress";
import { offlinePath } from "./offline-address";
import type { DeviceHolder, OfflineBook } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";

/** Current user of the session, as stored on the device; null for visitors, and during impersonation. */
export function useDeviceHolder(): DeviceHolder | null {
  const shell = useShellData();
  const user = shell?.user;
  if (!shell || !user || user.actor) return null;
  return { uid: user.uid, profileId: user.child?.id ?? null, language: bcp47(shell.locale), theme: shell.theme };
}

/**
 * On a device with offline books, stores the current user: from then on only that user's books open. Unchanged during
 * impersonation; the offline page itself is a visitor's page, and checks with the server if it can. Called once, by the
 * root.
 */
export function useHolderOfPage(): void {
  const shell = useShellData();
  const holder = useDeviceHolder();
  const { pathname } = useLocation();
  const isKnown = shell !== undefined && !shell.user?.actor && pathname !== offlinePath;
  const key = JSON.stringify(holder);
  useEffect(() => {
    if (!isKnown || !deviceHasBooks()) return;
    const holder = JSON.parse(key) as DeviceHolder | null;
    void import("./note-holder.client").then(({ noteHolder }) => noteHolder(holder)).catch(console.warn);
  }, [isKnown, key]);
}

const none: readonly OfflineBook[] = [];

/** The user's books on this device; none until the device's database was read. */
export function useOfflineBooks(): readonly OfflineBook[] {
  const holder = useDeviceHolder();
  const uid = holder?.uid ?? null;
  const profileId = holder?.profileId ?? null;
  const [books, setBooks] = useState(none);
  useEffect(() => {
    if (uid === null) return;
    let isCurrent = true;
    const read = async () => {
      const stored = deviceHasBooks() ? await offlineBooks.of({ uid, profileId }) : [];
      const offlineBook = stored.filter(({ state }) => state === "ready");
      if (isCurrent) setBooks((before) => (offlineBook.length + before.length === 0 ? before : offlineBook));
    };
    const ask = () => void read().catch(console.warn);
    ask();
    const stop = onOfflineBooksChange(ask);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [uid, profileId]);
  return books;
}

/** Ids of the books on this device, for the cards of a shelf. */
export const BooksOnDevice = createContext<ReadonlySet<string>>(new Set());
