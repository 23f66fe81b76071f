import { and, asc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import { inTransaction } from "~/db/.server/transaction";
import type { Book } from "~/epub/book";
import type { Realm } from "~/realms/realm";
import type { SigningKey } from "./signing";
import { books, catalogue, type ShelfRecord, signingKeys } from "./tables";

/** `revision` is another one whenever anything of the book was written, by whatever process: PostgreSQL's own name for that. */
export type StoredBook = { id: string; version: string; revision: string; title: string; shelf: ShelfRecord };

const revision = sql<string>`${books}.xmin::text`;

const queryBook = prepared<StoredBook>(
  "book",
  sql`
    select ${books.id}, ${books.version}, ${revision} as revision, ${books.title}, ${books.shelf}
    from ${books} join ${catalogue} on ${catalogue.bookId} = ${books.id}
    where ${books.id} = ${sql.placeholder("id")} and ${catalogue.realm} = ${sql.placeholder("realm")}
      and ${catalogue.subscription} = any(${sql.placeholder("subscriptions")})
    limit 1`,
);

/** One book that any of the subscriptions opens in the realm. */
export async function findBook(
  database: Database,
  realm: Realm,
  subscriptions: string[],
  id: string,
): Promise<StoredBook | null> {
  const [found] = await queryBook(database, { id, realm, subscriptions: ["", ...subscriptions] });
  return found ?? null;
}

/** About how long a book takes. */
export async function findMinutes(database: Database, id: string): Promise<number> {
  const { rows } = await database.execute<{ minutes: number }>(sql`select minutes from library.books where id = ${id}`);
  return rows[0]?.minutes ?? 0;
}

/** What is known of a book, where that is still its revision. */
export async function findManifest(database: Database, id: string, wanted: string): Promise<Book | null> {
  const [found] = await database
    .select({ manifest: books.manifest })
    .from(books)
    .where(and(eq(books.id, id), eq(revision, wanted)))
    .limit(1);
  return found?.manifest ?? null;
}

/** A book by its own id or by the checksum of the file it came from. */
export async function findStored(
  database: Database,
  wanted: { id?: string; checksum: string },
): Promise<{ id: string; version: string; checksum: string } | null> {
  const columns = { id: books.id, version: books.version, checksum: books.checksum };
  const condition = wanted.id ? eq(books.id, wanted.id) : eq(books.checksum, wanted.checksum);
  const [found] = await database.select(columns).from(books).where(condition).limit(1);
  return found ?? null;
}

/** Whether the database holds no book yet. */
export async function hasNoBooks(database: Database): Promise<boolean> {
  const found = await database.select({ id: books.id }).from(books).limit(1);
  return found.length === 0;
}

export type NewBook = typeof books.$inferInsert;

/** Stores a book or its new version and offers it in the realms, and does what `then` does, in one transaction. */
export async function saveBook(
  database: Database,
  book: NewBook,
  offer: { realms: Realm[]; subscription: string; position: number },
  then: (transaction: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { id: _id, ...changes } = book;
    await transaction.insert(books).values(book).onConflictDoUpdate({ target: books.id, set: changes });
    for (const realm of offer.realms) {
      await transaction
        .insert(catalogue)
        .values({ realm, bookId: book.id, subscription: offer.subscription, position: offer.position })
        .onConflictDoNothing();
    }
    await then(transaction);
  });
}

/** Title and cover of a book in whatever realm; covers are public. */
export async function findCover(
  database: Database,
  id: string,
): Promise<{ version: string; cover: string | null } | null> {
  const [found] = await database
    .select({ version: books.version, manifest: books.manifest })
    .from(books)
    .where(eq(books.id, id))
    .limit(1);
  return found ? { version: found.version, cover: found.manifest.cover } : null;
}

/** The key that signs; made by `create` when there is none yet (two processes at once agree on one). */
export async function currentSigningKey(database: Database, create: () => Promise<SigningKey>): Promise<SigningKey> {
  const oldest = () =>
    database.select().from(signingKeys).orderBy(asc(signingKeys.createdAt), asc(signingKeys.id)).limit(1);
  const [existing] = await oldest();
  if (existing) return existing;
  await database.insert(signingKeys).values(await create());
  const [made] = await oldest();
  if (!made) throw new Error("The signing key that was just stored is gone");
  return made;
}

export async function findSigningKey(database: Database, id: string): Promise<SigningKey | null> {
  const [found] = await database.select().from(signingKeys).where(eq(signingKeys.id, id)).limit(1);
  return found ?? null;
}
