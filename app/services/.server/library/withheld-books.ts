import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { FamilyProfile } from "~/services/.server/directory/people/family-profiles";
import { noProfile, type ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { ServiceError } from "~/services/contracts/service-error";
import { withheldCode } from "~/services/contracts/withheld-books";
import type { StoredBook } from "./store";

/** Books that a parent has marked as not for a child. Decision 90. */

type Child = ReaderKey & { realm: Realm };

/** Condition: a withheld row `w` is about the child. */
function isOf({ realm, uid, profileId }: Child): SQL {
  return sql`w.realm = ${realm} and w.uid = ${uid}::uuid and w.profile_id = ${profileId}::uuid`;
}

/** Condition: a book `b` is not withheld from the reader; true for everybody but children. */
export function isReleased(reader: Child): SQL {
  if (reader.profileId === noProfile) return sql`true`;
  return sql`not exists (select from library.withheld_books w where ${isOf(reader)} and w.book_id = b.id)`;
}

/** Ids of the books withheld from a reader. */
export async function findWithheldIds(database: Database, reader: Child): Promise<string[]> {
  if (reader.profileId === noProfile) return [];
  const { rows } = await database.execute<{ id: string }>(
    sql`select w.book_id as id from library.withheld_books w where ${isOf(reader)}`,
  );
  return rows.map(({ id }) => id);
}

/** @throws ServiceError 403 withheld for a book that is not for the child who reads */
export async function requireReleased(database: Database, reader: Child, bookId: string): Promise<void> {
  if (reader.profileId === noProfile) return;
  const { rows } = await database.execute(
    sql`select 1 from library.withheld_books w where ${isOf(reader)} and w.book_id = ${bookId}`,
  );
  if (rows.length > 0) throw new ServiceError(403, withheldCode, "A parent has marked this book as not for this child");
}

/** The books withheld from a child, latest first; also books that the family may not open any more. */
export async function findWithheldBooks(database: Database, child: Child): Promise<StoredBook[]> {
  const { rows } = await database.execute<StoredBook>(sql`
    select b.id, b.version, b.xmin::text as revision, b.title, b.shelf
    from library.withheld_books w join library.books b on b.id = w.book_id
    where ${isOf(child)} order by w.marked_at desc, b.id`);
  return rows.map(({ id, version, revision, title, shelf }) => ({ id, version, revision, title, shelf }));
}

export async function withhold(database: Database, { realm, uid, profileId }: Child, bookId: string): Promise<void> {
  await database.execute(sql`
    insert into library.withheld_books (realm, uid, profile_id, book_id)
    values (${realm}, ${uid}::uuid, ${profileId}::uuid, ${bookId}) on conflict do nothing`);
}

export async function release(database: Database, child: Child, bookId: string): Promise<void> {
  await database.execute(sql`delete from library.withheld_books w where ${isOf(child)} and w.book_id = ${bookId}`);
}

/** Which of a family's children have the book on their shelf, and from which it is withheld. */
export async function placesForChildren(
  database: Database,
  { realm, uid }: Pick<Child, "realm" | "uid">,
  profiles: readonly FamilyProfile[],
  bookId: string,
): Promise<Map<string, { isOnShelf: boolean; isWithheld: boolean }>> {
  const { rows } = await database.execute<{ id: string; isOnShelf: boolean; isWithheld: boolean }>(sql`
    select p.id,
      exists (select from library.own_books o where o.realm = ${realm} and o.uid = ${uid}::uuid and o.profile_id = p.id
        and o.book_id = ${bookId}) as "isOnShelf",
      exists (select from library.withheld_books w where w.realm = ${realm} and w.uid = ${uid}::uuid and w.profile_id = p.id
        and w.book_id = ${bookId}) as "isWithheld"
    from unnest(${sql.param(profiles.map(({ id }) => id))}::uuid[]) as p (id)`);
  return new Map(rows.map(({ id, ...places }) => [id, places]));
}
