import { callServer } from "~/clients/browser-calls.client";
import { afterCheck, type Holder, isCheckDue, type OfflineBook } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";
import { removeOfflineBook } from "./remove-offline-book.client";

/** Asks the server for each kept book whether it may still be read, at most once a day, and removes those that may not. */
export async function checkRights(holder: Holder): Promise<void> {
  for (const book of await offlineBooks.of(holder)) if (isCheckDue(book, Date.now())) await checkRight(book);
}

/** The policy is asked for as an open reader does, and thrown away: that there is one says that the book may be read. */
async function checkRight({ offlineId, bookId }: OfflineBook): Promise<void> {
  const path = `/reader/${encodeURIComponent(bookId)}/policy`;
  const response = await callServer(path, { cache: "no-store" }).catch(() => null);
  const meant = response ? afterCheck(response.status) : "later";
  if (meant === "stay") await offlineBooks.change(offlineId, { checkedAt: Date.now() });
  if (meant === "remove") await removeOfflineBook(offlineId);
}
