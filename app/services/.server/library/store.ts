import { and, asc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import { inTransaction } from "~/db/.server/transaction";
import type { Book } from "~/epub/book";
import type { Realm } from "~/realms/realm";
import { edited } from "./catalogue/book-edits";
import type { SigningKey } from "./signing";
import { books, bookVersions, catalogue, type ShelfRecord, signingKeys } from "./tables";

/** `revision` is PostgreSQL's `xmin`, which changes with every write of the row by any process. */
export type StoredBook = { id: string; version: string; revision: string; title: string; shelf: ShelfRecord };

const revision = sql<string>`${books}.xmin::text`;

const queryBook = prepared<StoredBook>(
  "book",
  sql`
    select ${books.id}, ${books.version}, ${revision} as revision, ${books.title}, ${books.shelf}
    from ${books} join ${catalogue} on ${catalogue.bookId} = ${books.id}
    where ${books.id} = ${sql.placeholder("id")} and ${catalogue.realm} = ${sql.placeholder("realm")}
      and ${catalogue.subscription} = any(${sql.placeholder("subscriptions")})
      and ${catalogue.withdrawnAt} is null and (${sql.placeholder("opensTalking")} or not ${catalogue.isTalking})
    limit 1`,
);

const isSample = sql`${catalogue.isSample} and ${catalogue.withdrawnAt} is null and not ${catalogue.isTalking}`;

const querySample = prepared<StoredBook>(
  "sample book",
  sql`
    select ${books.id}, ${books.version}, ${revision} as revision, ${books.title}, ${books.shelf}
    from ${books} join ${catalogue} on ${catalogue.bookId} = ${books.id}
    where ${books.id} = ${sql.placeholder("id")} and ${catalogue.realm} = ${sql.placeholder("realm")} and ${isSample}
    limit 1`,
);

/** A book that visitors of the realm may open; else null. */
export async function findSample(database: Database, realm: Realm, id: string): Promise<StoredBook | null> {
  const [row] = await querySample(database, { id, realm });
  return row ?? null;
}

/** The realm's sample books in the order of its shelf, those written or read aloud in `language` first. */
export async function listSamples(
  database: Database,
  realm: Realm,
  language: string,
  limit: number,
): Promise<StoredBook[]> {
  const { rows } = await database.execute<StoredBook>(sql`
    select ${books.id}, ${books.version}, ${revision} as revision, ${books.title}, ${books.shelf}
    from ${books} join (
      select ${catalogue.bookId} as id, min(${catalogue.position}) as position from ${catalogue}
      where ${catalogue.realm} = ${realm} and ${isSample} group by 1
    ) offered on offered.id = ${books.id}
    order by ${books.shelf}->>'language' = ${language} desc,
      coalesce(${books.shelf}->'audioLanguages' ? ${language}, false) desc, offered.position, ${books.id}
    limit ${limit}`);
  return rows;
}

/** Rights to open books: subscriptions, and the entitlement to talking books. */
export type BookRights = { subscriptions: readonly string[]; opensTalking: boolean };

/** A book that the rights open in the realm; else null. */
export async function findBook(
  database: Database,
  realm: Realm,
  { subscriptions, opensTalking }: BookRights,
  id: string,
): Promise<StoredBook | null> {
  const [row] = await queryBook(database, { id, realm, opensTalking, subscriptions: ["", ...subscriptions] });
  return row ?? null;
}

/** Whether a book is a talking book in the realm. */
export async function isTalkingBook(database: Database, realm: Realm, bookId: string): Promise<boolean> {
  const ofBook = and(eq(catalogue.realm, realm), eq(catalogue.bookId, bookId), eq(catalogue.isTalking, true));
  return (await database.select({ id: catalogue.bookId }).from(catalogue).where(ofBook).limit(1)).length > 0;
}

/** Estimated reading time of a book in minutes. */
export async function findMinutes(database: Database, id: string): Promise<number> {
  const { rows } = await database.execute<{ minutes: number }>(sql`select minutes from library.books where id = ${id}`);
  return rows[0]?.minutes ?? 0;
}

/** The book's manifest; null if it has another revision by now. */
export async function findManifest(database: Database, id: string, wanted: string): Promise<Book | null> {
  const [row] = await database
    .select({ manifest: books.manifest })
    .from(books)
    .where(and(eq(books.id, id), eq(revision, wanted)))
    .limit(1);
  return row?.manifest ?? null;
}

/** Finds a book by its id, or by the checksum of its file. */
export async function findStored(
  database: Database,
  wanted: { id?: string; checksum: string },
): Promise<{ id: string; version: string; checksum: string } | null> {
  const columns = { id: books.id, version: books.version, checksum: books.checksum };
  const condition = wanted.id ? eq(books.id, wanted.id) : eq(books.checksum, wanted.checksum);
  const [row] = await database.select(columns).from(books).where(condition).limit(1);
  return row ?? null;
}

export type NewBook = typeof books.$inferInsert;

export type Offer = {
  realms: Realm[];
  subscription: string;
  position: number;
  /** Whether a book that was withdrawn in these realms is offered again. */
  bringsBack: boolean;
  /** Of these realms, those whose visitors may open it without an account; in the others that stays as it is. */
  sampleIn: readonly Realm[];
};

/**
 * Stores a book or its new version, offers it in the realms, and runs `then`, all in one transaction. Overrides by super users
 * stay in force.
 */
export async function saveBook(
  database: Database,
  book: NewBook,
  offer: Offer,
  fileName: string | null,
  then: (transaction: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const [stored] = await transaction.select().from(books).where(eq(books.id, book.id)).for("update");
    const fromFile = { title: book.title, shelf: book.shelf };
    const described = edited(fromFile, book.manifest, stored?.edits ?? {});
    const { id: _id, ...changes } = { ...book, ...described, fromFile };
    await transaction
      .insert(books)
      .values({ ...book, ...described, fromFile })
      .onConflictDoUpdate({ target: books.id, set: changes });
    await noteVersion(transaction, book, fileName, stored ?? null);
    const isTalking = book.shelf.isTalking ?? false;
    for (const realm of offer.realms) {
      const ofBook = and(eq(catalogue.realm, realm), eq(catalogue.bookId, book.id));
      const offered = await transaction.select().from(catalogue).where(ofBook);
      // Rights of an existing book were set by a super user, so they stay; the command line may add a subscription.
      if (offered.length === 0 || offer.subscription !== "") {
        const row = { realm, bookId: book.id, subscription: offer.subscription, position: offer.position, isTalking };
        await transaction.insert(catalogue).values(row).onConflictDoNothing();
      }
      if (offer.sampleIn.includes(realm)) await transaction.update(catalogue).set({ isSample: true }).where(ofBook);
      if (offer.bringsBack) await transaction.update(catalogue).set({ withdrawnAt: null }).where(ofBook);
    }
    if (isTalking) await transaction.update(catalogue).set({ isTalking }).where(eq(catalogue.bookId, book.id));
    await then(transaction);
  });
}

/** Records the current version, and marks the previous one as replaced. */
async function noteVersion(
  transaction: Transaction,
  { id: bookId, version, manifest }: NewBook,
  fileName: string | null,
  before: typeof books.$inferSelect | null,
): Promise<void> {
  if (before && before.version !== version) {
    const replaced = { bookId, version: before.version, cover: before.manifest.cover, addedAt: before.addedAt };
    const replacedAt = sql`now()`;
    await transaction
      .insert(bookVersions)
      .values({ ...replaced, replacedAt })
      .onConflictDoUpdate({ target: [bookVersions.bookId, bookVersions.version], set: { replacedAt } });
  }
  await transaction
    .insert(bookVersions)
    .values({ bookId, version, fileName, cover: manifest.cover })
    .onConflictDoUpdate({
      target: [bookVersions.bookId, bookVersions.version],
      set: { replacedAt: null, cover: manifest.cover, ...(fileName === null ? {} : { fileName }) },
    });
}

/** The current signing key; created if there is none (concurrent processes agree on the oldest). */
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
  const [row] = await database.select().from(signingKeys).where(eq(signingKeys.id, id)).limit(1);
  return row ?? null;
}
