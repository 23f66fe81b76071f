import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { accessibilityGapsOf } from "~/epub/accessibility-statements";
import type { Realm } from "~/realms/realm";
import type { WorkTable } from "~/services/.server/jobs/claims";
import { claimsOf } from "~/services/.server/library/shelf-book";
import { type StoredAccessibility, uploads } from "~/services/.server/library/tables";
import type { BookUpload } from "~/services/contracts/book-catalogue";

/** Files uploaded by super users, with the state of their conversion to a book. */

export type StoredUpload = typeof uploads.$inferSelect;

/** Days for which an upload's result is shown. */
const retainedDays = 7;
const maxUploads = 50;

export async function insertUpload(
  database: Database,
  upload: Pick<StoredUpload, "id" | "realm" | "uid" | "actor" | "fileName" | "size" | "bookId">,
): Promise<StoredUpload> {
  const [made] = await database
    .insert(uploads)
    .values({ ...upload, isVersion: upload.bookId !== null })
    .returning();
  if (!made) throw new Error("the new upload was not returned");
  return made;
}

/** An upload in the form of its contract, with the title of its book and what the book's file says of its accessibility. */
const presented = sql`u.id, u.file_name as "fileName", u.size::float8 as size, u.state, u.done, u.reason, u.reason_path as "reasonPath", u.notes, u.is_version as "isVersion",
  u.is_same as "isSame", to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  case when b.id is null then null else json_build_object('id', b.id, 'title', b.title) end as book,
  coalesce(b.from_file -> 'shelf', b.shelf) -> 'accessibility' as accessibility`;

type UploadRow = Omit<BookUpload, "book"> & {
  book: { id: string; title: string } | null;
  accessibility: StoredAccessibility | null;
};

function uploadOf({ accessibility, book, ...upload }: UploadRow): BookUpload {
  return { ...upload, book: book && { ...book, gaps: accessibilityGapsOf(claimsOf(accessibility ?? undefined)) } };
}

export async function listUploads(database: Database, realm: Realm, bookId: string | null): Promise<BookUpload[]> {
  const ofBook = bookId === null ? sql`true` : sql`u.book_id = ${bookId}`;
  const { rows } = await database.execute<UploadRow>(sql`
    select ${presented} from library.uploads u left join library.books b on b.id = u.book_id
    where u.realm = ${realm} and ${ofBook} order by u.created_at desc, u.id limit ${maxUploads}`);
  return rows.map(uploadOf);
}

export async function findUpload(database: Database, id: string): Promise<BookUpload | null> {
  const { rows } = await database.execute<UploadRow>(sql`
    select ${presented} from library.uploads u left join library.books b on b.id = u.book_id where u.id = ${id}`);
  return rows[0] ? uploadOf(rows[0]) : null;
}

/** Uploads as work that processes claim. */
export const uploadWork: WorkTable = {
  name: sql`library.uploads`,
  isOpen: sql`state in ('waiting', 'running')`,
  onClaim: [sql`state = 'running'`, sql`done = 0`],
  onReturn: [sql`state = 'waiting'`],
};

/** Reads an upload as it is stored. */
export async function readUpload(database: Database, id: string): Promise<StoredUpload | null> {
  return (await database.select().from(uploads).where(eq(uploads.id, id)))[0] ?? null;
}

/** Stores progress. */
export async function reportUpload(database: Database, id: string, done: number): Promise<void> {
  await database
    .update(uploads)
    .set({ done })
    .where(and(eq(uploads.id, id), eq(uploads.state, "running")));
}

export type UploadEnd = Pick<StoredUpload, "state"> &
  Partial<Pick<StoredUpload, "reason" | "reasonPath" | "notes" | "bookId" | "isSame" | "done">>;

export async function endUpload(within: Database | Transaction, id: string, end: UploadEnd): Promise<void> {
  await within
    .update(uploads)
    .set({ ...end, beatAt: null, endedAt: sql`now()` })
    .where(eq(uploads.id, id));
}

/** Deletes uploads that are older than a week. @returns ids whose file may still exist */
export async function purgeUploads(database: Database): Promise<string[]> {
  const gone = await database
    .delete(uploads)
    .where(sql`${uploads.createdAt} < now() - make_interval(days => ${retainedDays})`)
    .returning({ id: uploads.id });
  return gone.map(({ id }) => id);
}
