import type { Book, SpineItem } from "~/epub/book";

/** Whether a document is read aloud. */
export function isVoiced({ overlay, overlays }: Pick<SpineItem, "overlay" | "overlays">): boolean {
  return overlay !== null || Object.keys(overlays).length > 0;
}

export function isNarrated({ spine }: Pick<Book, "spine">): boolean {
  return spine.some(isVoiced);
}
