import { newId } from "~/browser-outbox/new-id";

const key = "fabel-device";

/** A random id of this browser, to distinguish two devices of one reader. It does not identify the reader. */
export function deviceId(): string {
  try {
    const known = localStorage.getItem(key);
    if (known) return known;
    const made = newId();
    localStorage.setItem(key, made);
    return made;
  } catch {
    return newId();
  }
}
