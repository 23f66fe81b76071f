import type { Book, SpineItem } from "~/epub/book";

/** Whether a document is read aloud. */
export function isVoiced({ overlay, overlays }: Pick<SpineItem, "overlay" | "overlays">): boolean {
  return overlay !== null || Object.keys(overlays).length > 0;
}

export function isNarrated({ spine }: Pick<Book, "spine">): boolean {
  return spine.some(isVoiced);
}

/** Whether the reader can read the book aloud: it has a narration, or the browser a voice for its language. */
export function isReadAloud({ book, snapshot }: { book: Pick<Book, "spine">; snapshot: { voice: unknown } }): boolean {
  return isNarrated(book) || snapshot.voice !== null;
}

/** The next document with narration, if the shown ones have none; null if they have, or if no such document follows. */
export function nextVoiced({ spine }: Pick<Book, "spine">, displayed: readonly SpineItem[]): SpineItem | null {
  const last = displayed.at(-1)?.index ?? 0;
  const next = spine.find((item) => item.index > last && item.linear && isVoiced(item));
  return next && !displayed.some(isVoiced) ? next : null;
}
