import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Book } from "~/epub/book";
import type { Realm } from "~/realms/realm";
import { type BookRow, bookColumns, bookOf, holdsWord, wordsOf } from "~/services/.server/library/shelf-store";
import type { StoredBook } from "~/services/.server/library/store";
import { books, bookVersions, catalogue } from "~/services/.server/library/tables";
import { cataloguePageSize, type catalogueStates } from "~/services/contracts/book-catalogue";
import { type BookEdits, type Described, edited } from "./book-edits";

/** Database access for a country's catalogue. */

type Within = Database | Transaction;

export type CatalogueRow = {
  book: StoredBook;
  addedAt: string;
  withdrawnAt: string | null;
  isTalking: boolean;
  isSample: boolean;
  /** The empty name means everybody. */
  subscriptions: string[];
};

const moment = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Days for which a replaced version's files are retained: as long as an offline book opens without network. */
export const replacedVersionDays = 30;

const offeredIn = (realm: Realm) => sql`
  select c.book_id, max(c.withdrawn_at) as withdrawn_at, bool_or(c.is_talking) as is_talking, bool_or(c.is_sample) as is_sample,
    array_agg(c.subscription order by c.subscription) as subscriptions
  from library.catalogue c where c.realm = ${realm} group by c.book_id`;

const rowColumns = sql`${bookColumns}, ${moment(sql`b.added_at`)} as "addedAt", ${moment(sql`o.withdrawn_at`)} as "withdrawnAt",
  o.is_talking as "isTalking", o.is_sample as "isSample", o.subscriptions`;

type Row = BookRow & Omit<CatalogueRow, "book">;

function rowOf({ addedAt, withdrawnAt, isTalking, isSample, subscriptions, ...book }: Row): CatalogueRow {
  return { book: bookOf(book), addedAt, withdrawnAt, isTalking, isSample, subscriptions };
}

type CatalogueQuery = {
  q?: string | undefined;
  state?: (typeof catalogueStates)[number] | undefined;
  pageNumber: number;
};

export async function listCatalogue(
  database: Database,
  realm: Realm,
  { q, state, pageNumber }: CatalogueQuery,
): Promise<{ rows: CatalogueRow[]; total: number }> {
  const conditions = wordsOf(q).map(holdsWord);
  if (state) conditions.push(sql`(o.withdrawn_at is not null) = ${state === "withdrawn"}`);
  const where = sql.join([sql`true`, ...conditions], sql` and `);
  const from = sql`from (${offeredIn(realm)}) o join library.books b on b.id = o.book_id where ${where}`;
  const offset = (pageNumber - 1) * cataloguePageSize;
  const [page, counted] = await Promise.all([
    database.execute<Row>(
      sql`select ${rowColumns} ${from} order by b.added_at desc, b.id limit ${cataloguePageSize} offset ${offset}`,
    ),
    database.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ]);
  return { rows: page.rows.map(rowOf), total: counted.rows[0]?.total ?? 0 };
}

export async function findInCatalogue(within: Within, realm: Realm, id: string): Promise<CatalogueRow | null> {
  const { rows } = await within.execute<Row>(sql`
    select ${rowColumns} from (${offeredIn(realm)}) o join library.books b on b.id = o.book_id where b.id = ${id}`);
  return rows[0] ? rowOf(rows[0]) : null;
}

type BookVersion = { version: string; fileName: string | null; addedAt: string; replacedAt: string | null };

export type BookHistory = {
  file: Described;
  manifest: Book;
  editVersion: number;
  realms: Realm[];
  /** The current version first. */
  versions: BookVersion[];
};

/** A book's history, for super users. */
export async function findHistory(within: Within, id: string): Promise<BookHistory | null> {
  const [row] = await within
    .select({
      title: books.title,
      shelf: books.shelf,
      manifest: books.manifest,
      fromFile: books.fromFile,
      editVersion: books.editVersion,
    })
    .from(books)
    .where(eq(books.id, id));
  if (!row) return null;
  const { title, shelf, manifest, fromFile, editVersion } = row;
  const realms = await within
    .selectDistinct({ realm: catalogue.realm })
    .from(catalogue)
    .where(eq(catalogue.bookId, id));
  const { rows: versions } = await within.execute<BookVersion>(sql`
    select version, file_name as "fileName", ${moment(sql`added_at`)} as "addedAt", ${moment(sql`replaced_at`)} as "replacedAt"
    from library.book_versions where book_id = ${id} order by replaced_at desc nulls first, added_at desc`);
  return {
    file: fromFile ?? { title, shelf },
    manifest,
    editVersion,
    realms: realms.map(({ realm }) => realm as Realm),
    versions,
  };
}

/** Stores a book's overrides. @returns false if `version` is stale */
export async function saveEdits(
  transaction: Transaction,
  id: string,
  { file, manifest }: BookHistory,
  edits: BookEdits,
  version: number,
): Promise<boolean> {
  const updated = await transaction
    .update(books)
    .set({ ...edited(file, manifest, edits), fromFile: file, edits, editVersion: sql`${books.editVersion} + 1` })
    .where(and(eq(books.id, id), eq(books.editVersion, version)))
    .returning({ id: books.id });
  return updated.length > 0;
}

/** Sets who may open a book in a country; its position and withdrawal stay. */
export async function saveRights(
  transaction: Transaction,
  realm: Realm,
  bookId: string,
  { subscriptions, isTalking, isSample }: { subscriptions: readonly string[]; isTalking: boolean; isSample: boolean },
): Promise<void> {
  const names = subscriptions.length > 0 ? [...subscriptions] : [""];
  const ofBook = and(eq(catalogue.realm, realm), eq(catalogue.bookId, bookId));
  await transaction.execute(sql`
    insert into library.catalogue (realm, book_id, subscription, position, withdrawn_at)
    select ${realm}, ${bookId}, name, min(c.position), max(c.withdrawn_at)
    from library.catalogue c, unnest(${sql.param(names)}::text[]) as name
    where c.realm = ${realm} and c.book_id = ${bookId} group by name
    on conflict do nothing`);
  await transaction.delete(catalogue).where(and(ofBook, sql`not (${inArray(catalogue.subscription, names)})`));
  await transaction.update(catalogue).set({ isTalking, isSample }).where(ofBook);
}

/** @returns false if nothing changed */
export async function saveWithdrawn(
  transaction: Transaction,
  realm: Realm,
  bookId: string,
  isWithdrawn: boolean,
): Promise<boolean> {
  const changed = await transaction
    .update(catalogue)
    .set({ withdrawnAt: isWithdrawn ? sql`now()` : null })
    .where(
      and(
        eq(catalogue.realm, realm),
        eq(catalogue.bookId, bookId),
        sql`(${catalogue.withdrawnAt} is null) = ${isWithdrawn}`,
      ),
    )
    .returning({ id: catalogue.bookId });
  return changed.length > 0;
}

/** A version of a book whose files still exist, with the path of its cover; else null. */
export async function findVersion(
  database: Database,
  bookId: string,
  version: string,
): Promise<{ cover: string | null } | null> {
  const [row] = await database
    .select({ cover: bookVersions.cover })
    .from(bookVersions)
    .where(and(eq(bookVersions.bookId, bookId), eq(bookVersions.version, version)));
  return row ?? null;
}

/** Deletes the rows of versions replaced long enough ago, before their files are deleted. */
export async function deleteReplacedVersions(
  database: Database,
  now: Date,
): Promise<Array<{ bookId: string; version: string }>> {
  const { rows } = await database.execute<{ bookId: string; version: string }>(sql`
    delete from library.book_versions v
    where v.replaced_at < ${now.toISOString()}::timestamptz - make_interval(days => ${replacedVersionDays})
      and not exists (select from library.books b where b.id = v.book_id and b.version = v.version)
    returning v.book_id as "bookId", v.version`);
  return rows;
}
