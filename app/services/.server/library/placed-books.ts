import { and, eq, inArray } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/reader-profile";
import { ownBooks, schoolBooks } from "./tables";

/** Books that somebody has put on a person's own shelf or on a school's. docs/product/control-panel.md#calls (Shelves). */

/** Whose shelf: a reader's, or a school's by both of its ids. */
export type Shelf = { realm: Realm } & (ReaderKey | { organizationId: number; organizationUid: string });

const ownBook = ({ realm, uid, profileId }: ReaderKey & { realm: Realm }, bookId: string) =>
  and(eq(ownBooks.realm, realm), eq(ownBooks.uid, uid), eq(ownBooks.profileId, profileId), eq(ownBooks.bookId, bookId));

/** A book that stands there already stays. @returns whether it is new there */
export async function placeBook(within: Transaction, shelf: Shelf, bookId: string): Promise<boolean> {
  const placed =
    "uid" in shelf
      ? await within
          .insert(ownBooks)
          .values({ ...shelf, bookId })
          .onConflictDoNothing()
          .returning()
      : await within
          .insert(schoolBooks)
          .values({ ...shelf, bookId })
          .onConflictDoNothing()
          .returning();
  return placed.length > 0;
}

/** @returns whether it stood there */
export async function removeBook(within: Transaction, shelf: Shelf, bookId: string): Promise<boolean> {
  const removed =
    "uid" in shelf
      ? await within.delete(ownBooks).where(ownBook(shelf, bookId)).returning()
      : await within
          .delete(schoolBooks)
          .where(
            and(
              eq(schoolBooks.realm, shelf.realm),
              eq(schoolBooks.organizationId, shelf.organizationId),
              eq(schoolBooks.bookId, bookId),
            ),
          )
          .returning();
  return removed.length > 0;
}

/** Whether a book stands on a person's own shelf, and on which schools' by uid. */
export async function placesOfBook(
  database: Database,
  { schools, ...owner }: ReaderKey & { realm: Realm; schools: readonly number[] },
  bookId: string,
): Promise<{ mine: boolean; schools: string[] }> {
  const [mine, ofSchools] = await Promise.all([
    database.select({ bookId: ownBooks.bookId }).from(ownBooks).where(ownBook(owner, bookId)),
    database
      .select({ uid: schoolBooks.organizationUid })
      .from(schoolBooks)
      .where(
        and(
          eq(schoolBooks.realm, owner.realm),
          inArray(schoolBooks.organizationId, [...schools, -1]),
          eq(schoolBooks.bookId, bookId),
        ),
      ),
  ]);
  return { mine: mine.length > 0, schools: ofSchools.map((school) => school.uid) };
}
