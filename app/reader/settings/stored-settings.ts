import type { ReaderPreferences } from "~/services/contracts/reader-preferences";
import { preferenceKey } from "./preference-key";
import { type ReaderSettings, settingsUnder, writeFetched, writeReaderSettings } from "./reader-settings";

/** Settings on this device. Without storage the defaults are used and nothing is saved. */

/** Settings from the server are also stored here, because a book on the device may be opened offline next. */
export function readStoredSettings(uid: string, preferences: ReaderPreferences | null): ReaderSettings {
  const settings = settingsUnder(readStored(), uid, preferences);
  if (preferences) store((stored) => writeFetched(stored, uid, settings));
  return settings;
}

export function storeSettings(uid: string, settings: ReaderSettings): void {
  store((stored) => writeReaderSettings(stored, uid, settings));
}

function store(change: (stored: string | null) => string): void {
  try {
    localStorage.setItem(preferenceKey, change(readStored()));
  } catch {
    // Private windows and full disks: the settings last until the page is closed.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(preferenceKey);
  } catch {
    return null;
  }
}
