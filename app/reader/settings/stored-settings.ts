import type { ReaderPreferences } from "~/services/contracts/account";
import { preferenceKey } from "./preference-key";
import { type ReaderSettings, settingsUnder, writeSettings } from "./reader-settings";

/** Settings on this device. A browser that keeps nothing gives the defaults and forgets. */

export function storedSettings(uid: string, kept: ReaderPreferences | null): ReaderSettings {
  return settingsUnder(readStored(), uid, kept);
}

export function keepSettings(uid: string, settings: ReaderSettings): void {
  try {
    localStorage.setItem(preferenceKey, writeSettings(readStored(), uid, settings));
  } catch {
    // Private windows and full disks: the settings hold as long as the page.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(preferenceKey);
  } catch {
    return null;
  }
}
