import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { groupsAround } from "~/services/.server/directory/groups/groups-of-person";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { groupBooks, ownBooks, schoolBooks } from "./tables";

/** Books that were added to the shelf of a person, a school or a class. docs/product/control-panel.md#calls (Shelves). */

/** The shelf of a school, by both of its ids. */
type SchoolShelf = { organizationId: number; organizationUid: string };
/** The shelf of a class or another group, by both of its ids. */
export type GroupShelf = { groupId: number; groupUid: string };
/** A shelf of a reader, a school or a class. */
export type StoredShelf = { realm: Realm } & (ReaderKey | SchoolShelf | GroupShelf);

/** Table and condition for the rows of a shelf. */
function rowsOf(shelf: StoredShelf) {
  if ("uid" in shelf) {
    const { uid, profileId } = shelf;
    const condition = and(eq(ownBooks.realm, shelf.realm), eq(ownBooks.uid, uid), eq(ownBooks.profileId, profileId));
    return { table: ownBooks, condition };
  }
  if ("groupId" in shelf) {
    const condition = and(eq(groupBooks.realm, shelf.realm), eq(groupBooks.groupId, shelf.groupId));
    return { table: groupBooks, condition };
  }
  const ofSchool = eq(schoolBooks.organizationId, shelf.organizationId);
  return { table: schoolBooks, condition: and(eq(schoolBooks.realm, shelf.realm), ofSchool) };
}

/** Adds a book to a shelf, if it is not on it yet. @returns whether it was added */
export async function placeBook(within: Transaction, shelf: StoredShelf, bookId: string): Promise<boolean> {
  const row = { ...shelf, bookId };
  const placed =
    "uid" in row
      ? await within.insert(ownBooks).values(row).onConflictDoNothing().returning()
      : "groupId" in row
        ? await within.insert(groupBooks).values(row).onConflictDoNothing().returning()
        : await within.insert(schoolBooks).values(row).onConflictDoNothing().returning();
  return placed.length > 0;
}

/** @returns whether the book was on the shelf */
export async function removeBook(within: Transaction, shelf: StoredShelf, bookId: string): Promise<boolean> {
  const { table, condition } = rowsOf(shelf);
  const removed = await within
    .delete(table)
    .where(and(condition, eq(table.bookId, bookId)))
    .returning();
  return removed.length > 0;
}

/** A reader with the internal ids of their schools. */
type ReaderOfSchools = ReaderKey & { realm: Realm; schools: readonly number[] };

/** Ids of the books on a reader's own shelf. */
export function onOwnShelf({ realm, uid, profileId }: ReaderKey & { realm: Realm }): SQL {
  return sql`(select o.book_id from library.own_books o
    where o.realm = ${realm} and o.uid = ${uid}::uuid and o.profile_id = ${profileId}::uuid)`;
}

/** Ids of the books on the shelves of a reader's schools. A class's books are shown on the school shelf of its pupils. */
export function onSchoolShelf({ realm, uid, schools }: Omit<ReaderOfSchools, "profileId">): SQL {
  return sql`(select s.book_id from library.school_books s
      where s.realm = ${realm} and s.organization_id = any(${sql.param([...schools])}::int[])
    union all
    select c.book_id from library.group_books c
      where c.realm = ${realm} and c.group_id in ${groupsAround(realm, uid)})`;
}

/** Ids of the books on the shelf of one school or class. */
export function onShelf(shelf: { realm: Realm } & (SchoolShelf | GroupShelf)): SQL {
  return "groupId" in shelf
    ? sql`(select c.book_id from library.group_books c where c.realm = ${shelf.realm} and c.group_id = ${shelf.groupId})`
    : sql`(select s.book_id from library.school_books s
        where s.realm = ${shelf.realm} and s.organization_id = ${shelf.organizationId})`;
}

/** Whether a book is on a person's own shelf, and on the shelves of which of the given schools and groups, by uid. */
export async function placesOfBook(
  database: Database,
  { schools, groups, ...owner }: ReaderOfSchools & { groups: readonly number[] },
  bookId: string,
): Promise<{ mine: boolean; schools: string[]; groups: string[] }> {
  const { condition: isOwn } = rowsOf(owner);
  const [mine, ofSchools, ofGroups] = await Promise.all([
    database
      .select({ bookId: ownBooks.bookId })
      .from(ownBooks)
      .where(and(isOwn, eq(ownBooks.bookId, bookId))),
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
    database
      .select({ uid: groupBooks.groupUid })
      .from(groupBooks)
      .where(
        and(
          eq(groupBooks.realm, owner.realm),
          inArray(groupBooks.groupId, [...groups, -1]),
          eq(groupBooks.bookId, bookId),
        ),
      ),
  ]);
  const uids = (rows: Array<{ uid: string }>) => rows.map(({ uid }) => uid);
  return { mine: mine.length > 0, schools: uids(ofSchools), groups: uids(ofGroups) };
}
