import type { BookPlace } from "~/reader/book/place";

/** sessionStorage key of the position to restore after a reload or a sign-in; used once, for the same user. */

const returnKey = "reader-return";

type Stored = { reader: string; path: string; place: BookPlace };

/**
 * @param reader reader key of the user, because someone else may sign in
 * @param path the page's path, so that no other book uses it
 */
export function savePlaceToReturnTo(reader: string, path: string, place: BookPlace): void {
  try {
    sessionStorage.setItem(returnKey, JSON.stringify({ reader, path, place } satisfies Stored));
  } catch {
    // Without storage the book opens at its beginning.
  }
}

export function placeToReturnTo(reader: string, path: string): BookPlace | null {
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
    // As above.
  }
}
