import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { OwnerBook, OwnerBooksQuery } from "~/services/contracts/owner-books";
import { onOwnShelf, onSchoolShelf, onShelf, type StoredShelf } from "./placed-books";
import { type BookRow, bookColumns, bookOf, holdsWord, isYoungEnough, openTo, wordsOf } from "./shelf-store";
import type { BookRights, StoredBook } from "./store";
import { isReleased } from "./withheld-books";

/** Rights of a shelf's owner to open books: a person, a school or a class. */
export type Openable = BookRights & { upToAge: number | null };

/** A shelf with the rights of its owner; `schools` are the internal ids of a person's schools. */
export type OwnerOfBooks = Openable & StoredShelf & { schools?: readonly number[] };

/** All books that the owner may open, in catalogue order, each with the shelf that holds it. docs/product/control-panel.md#calls. */
export async function findOwnerBooks(
  database: Database,
  owner: OwnerOfBooks,
  { limit, q, placed }: OwnerBooksQuery,
): Promise<Array<{ book: StoredBook; shelf: OwnerBook["shelf"] }>> {
  const school =
    "uid" in owner
      ? onSchoolShelf({ realm: owner.realm, uid: owner.uid, schools: owner.schools ?? [] })
      : onShelf(owner);
  const own = "uid" in owner ? sql`b.id in ${onOwnShelf(owner)}` : sql`false`;
  const released = "uid" in owner ? [isReleased(owner)] : [];
  const conditions = [isYoungEnough(owner), ...released, ...wordsOf(q).map(holdsWord)];
  const { rows } = await database.execute<BookRow & { place: OwnerBook["shelf"] }>(sql`
    with visible as (${openTo(owner)}),
    found as (
      select ${bookColumns}, v.position, case when ${own} then 'own' when b.id in ${school} then 'school' end as place
      from visible v join library.books b on b.id = v.id
      where ${sql.join(conditions, sql` and `)})
    select * from found ${placed ? sql`where place is not null` : sql``} order by position, id limit ${limit}`);
  return rows.map(({ place, ...row }) => ({ book: bookOf(row), shelf: place }));
}
