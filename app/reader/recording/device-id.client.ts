import { newId } from "~/browser-outbox/new-id";

const key = "fabel-device";

/** A random id of this browser, so that two devices of one reader are told apart. It says nothing of who reads. */
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
