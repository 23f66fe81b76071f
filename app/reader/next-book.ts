import { callServer } from "~/clients/browser-calls.client";
import type { ShelfBook } from "~/services/contracts/library";

/** The book after the open one on the user's shelf. */
export type NextBook = Pick<ShelfBook, "id" | "title" | "language" | "coverUrl">;

/** @returns null if there is no other book, or the service could not be reached */
export async function fetchNextBook(bookId: string): Promise<NextBook | null> {
  try {
    const response = await callServer(`/reader/${encodeURIComponent(bookId)}/next`);
    return response.ok ? ((await response.json()) as { next: NextBook | null }).next : null;
  } catch (error) {
    console.warn("The next book was not found out", error);
    return null;
  }
}
