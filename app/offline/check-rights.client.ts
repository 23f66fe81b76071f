import { callServer } from "~/clients/browser-calls.client";
import { afterCheck, type Holder, isCheckDue, type KeptBook } from "./kept-book";
import { keptBooks } from "./kept-books-database.client";
import { removeKept } from "./remove-kept.client";

/** Asks the server for each kept book whether it may still be read, at most once a day, and removes those that may not. */
export async function checkRights(holder: Holder): Promise<void> {
  for (const book of await keptBooks.of(holder)) if (isCheckDue(book, Date.now())) await checkRight(book);
}

/** The policy is asked for as an open reader does, and thrown away: that there is one says that the book may be read. */
async function checkRight({ keptId, bookId }: KeptBook): Promise<void> {
  const path = `/reader/${encodeURIComponent(bookId)}/policy`;
  const response = await callServer(path, { cache: "no-store" }).catch(() => null);
  const meant = response ? afterCheck(response.status) : "later";
  if (meant === "stay") await keptBooks.change(keptId, { checkedAt: Date.now() });
  if (meant === "remove") await removeKept(keptId);
}
