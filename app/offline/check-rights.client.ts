import { callServer } from "~/clients/browser-calls.client";
import { afterCheck, isCheckDue, type OfflineBook, type OfflineBookReader } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";
import { removeOfflineBook } from "./remove-offline-book.client";

/** Checks for each offline book, at most once a day, whether it may still be read, and removes it if not. */
export async function checkRights(holder: OfflineBookReader): Promise<void> {
  for (const book of await offlineBooks.of(holder)) if (isCheckDue(book, Date.now())) await checkRight(book);
}

/** Requests the policy like the reader, and discards it: a success response proves the permission. */
async function checkRight({ offlineId, bookId }: OfflineBook): Promise<void> {
  const path = `/reader/${encodeURIComponent(bookId)}/policy`;
  const response = await callServer(path, { cache: "no-store" }).catch(() => null);
  const meant = response ? afterCheck(response.status) : "later";
  if (meant === "stay") await offlineBooks.change(offlineId, { checkedAt: Date.now() });
  if (meant === "remove") await removeOfflineBook(offlineId);
}
