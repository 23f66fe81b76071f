import { newId } from "~/browser-outbox/new-id";

const key = "fabel-device";

/** Random id of this browser, which distinguishes two devices of one user. It does not identify the user. */
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
