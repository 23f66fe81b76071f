import type { Place } from "./place";

/** The position to return to after a reload or a log-in; stored as long as the tab exists, and used once, for the same reader. */

const returnKey = "reader-return";

type Stored = { reader: string; path: string; place: Place };

/**
 * @param reader whose place it is: whoever logs in may be somebody else
 * @param path the page's own path, so that no other book takes it
 */
export function savePlaceToReturnTo(reader: string, path: string, place: Place): void {
  try {
    sessionStorage.setItem(returnKey, JSON.stringify({ reader, path, place } satisfies Stored));
  } catch {
    // Without storage the book opens at its beginning.
  }
}

export function placeToReturnTo(reader: string, path: string): Place | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(returnKey) ?? "null") as Stored | null;
    return stored?.path === path && stored.reader === reader ? stored.place : null;
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
