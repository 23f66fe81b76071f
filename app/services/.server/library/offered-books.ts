import { type SQL, sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { rightsOf } from "./authorise-book";
import { findBook } from "./store";

/** Queries on books for other services. */

/** Title of a book that one of the caller's subscriptions opens; else null. */
export function createBookTitles(databases: Databases): (caller: Caller, bookId: string) => Promise<string | null> {
  return async (caller, bookId) => {
    const book = await findBook(databases[caller.region], caller.realm, rightsOf(requireCaller(caller).person), bookId);
    return book?.title ?? null;
  };
}

/** Condition: the book is in the realm's catalogue and not withdrawn. */
export function isBookOffered(realm: SQL, bookId: SQL): SQL {
  return sql`exists (select from library.catalogue offered where offered.realm = ${realm} and offered.book_id = ${bookId} and offered.withdrawn_at is null)`;
}
