import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { placeOfPercentage, positionAt, tocEntryAt } from "~/epub/progress";
import type { Realm } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import type { Bookmark } from "~/services/contracts/library";
import { staleVersion } from "~/services/contracts/service-error";
import { bookmarkLists, books } from "./tables";

/** Bookmarks: one list for each reader and book. docs/product/reader.md#entities, #calls. */

type BookmarkList = {
  /** Counts the changes; 0 before the first. */
  version: number;
  bookmarks: Bookmark[];
};

type Whose = ReaderKey & { realm: Realm; bookId: string };

const listOf = ({ realm, uid, profileId, bookId }: Whose) =>
  and(
    eq(bookmarkLists.realm, realm),
    eq(bookmarkLists.uid, uid),
    eq(bookmarkLists.profileId, profileId),
    eq(bookmarkLists.bookId, bookId),
  );

export async function findBookmarks(database: Database, whose: Whose): Promise<BookmarkList> {
  const [row] = await database
    .select({ version: bookmarkLists.version, bookmarks: bookmarkLists.bookmarks })
    .from(bookmarkLists)
    .where(listOf(whose));
  return row ?? { version: 0, bookmarks: [] };
}

/**
 * Replaces the stored list and returns its new version.
 * @param read the version that the client has read; 0 if there was none
 * @throws ServiceError 412 for a stale version
 */
export async function saveBookmarks(
  database: Database,
  whose: Whose,
  read: number,
  bookmarks: Bookmark[],
): Promise<number> {
  const [row] =
    read === 0
      ? await database
          .insert(bookmarkLists)
          .values({ ...whose, version: 1, bookmarks })
          .onConflictDoNothing()
          .returning({ version: bookmarkLists.version })
      : await database
          .update(bookmarkLists)
          .set({ bookmarks, version: sql`${bookmarkLists.version} + 1`, changedAt: new Date() })
          .where(and(listOf(whose), eq(bookmarkLists.version, read)))
          .returning({ version: bookmarkLists.version });
  if (!row) throw staleVersion("The bookmarks have been changed meanwhile");
  return row.version;
}

/** Seed data: adds bookmarks at fractions of a book, 0 to 1, named after the chapter, unless the reader has some already. */
export async function addBookmarks(database: Database, whose: Whose, parts: readonly number[]): Promise<void> {
  const [book] = await database
    .select({ title: books.title, manifest: books.manifest })
    .from(books)
    .where(eq(books.id, whose.bookId));
  if (!book) return;
  const bookmarks = parts.map((part, index) => {
    const place = placeOfPercentage(book.manifest.spine, part);
    return {
      id: String(index + 1),
      name: tocEntryAt(book.manifest, place.index)?.label ?? book.title,
      position: positionAt(book.manifest, place, false),
    };
  });
  await database
    .insert(bookmarkLists)
    .values({ ...whose, version: 1, bookmarks })
    .onConflictDoNothing();
}
