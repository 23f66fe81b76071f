import type { Place } from "./place";

/** The position to return to after a reload; stored as long as the tab exists, and used once. */

const returnKey = "reader-return";

/** @param path the page's own path, so that no other book takes it */
export function savePlaceToReturnTo(path: string, place: Place): void {
  try {
    sessionStorage.setItem(returnKey, JSON.stringify({ path, place }));
  } catch {
    // Without storage the book opens at its beginning.
  }
}

export function placeToReturnTo(path: string): Place | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(returnKey) ?? "null") as { path: string; place: Place } | null;
    return stored?.path === path ? stored.place : null;
  } catch {
    return null;
  }
}

export function clearReturnPlace(): void {
  try {
    sessionStorage.removeItem(returnKey);
  } catch {
    // See above.
  }
}
