import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { uploads } from "~/services/.server/library/tables";
import type { BookUpload } from "~/services/contracts/book-catalogue";

/** Files uploaded by super users, with the state of their conversion to a book. */

export type StoredUpload = typeof uploads.$inferSelect;

/** Seconds without a heartbeat after which an upload's process counts as lost. */
const lostAfter = 60;
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

/** An upload in the form of its contract, with the title of its book. */
const presented = sql`u.id, u.file_name as "fileName", u.size::float8 as size, u.state, u.done, u.reason, u.reason_path as "reasonPath", u.notes, u.is_version as "isVersion",
  u.is_same as "isSame", to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  case when b.id is null then null else json_build_object('id', b.id, 'title', b.title) end as book`;

export async function listUploads(database: Database, realm: Realm, bookId: string | null): Promise<BookUpload[]> {
  const ofBook = bookId === null ? sql`true` : sql`u.book_id = ${bookId}`;
  const { rows } = await database.execute<BookUpload>(sql`
    select ${presented} from library.uploads u left join library.books b on b.id = u.book_id
    where u.realm = ${realm} and ${ofBook} order by u.created_at desc, u.id limit ${maxUploads}`);
  return rows;
}

export async function findUpload(database: Database, id: string): Promise<BookUpload | null> {
  const { rows } = await database.execute<BookUpload>(sql`
    select ${presented} from library.uploads u left join library.books b on b.id = u.book_id where u.id = ${id}`);
  return rows[0] ?? null;
}

/** Claims an upload for this process; null if another process has claimed it or it has ended. */
export async function claimUpload(database: Database, id: string): Promise<StoredUpload | null> {
  const lost = sql`${uploads.state} = 'running' and ${uploads.beatAt} < now() - make_interval(secs => ${lostAfter})`;
  const [claimed] = await database
    .update(uploads)
    .set({ state: "running", done: 0, beatAt: sql`now()` })
    .where(and(eq(uploads.id, id), sql`(${uploads.state} = 'waiting' or (${lost}))`))
    .returning();
  return claimed ?? null;
}

/** Stores progress and heartbeat. */
export async function reportUpload(database: Database, id: string, done: number): Promise<void> {
  await database
    .update(uploads)
    .set({ done, beatAt: sql`now()` })
    .where(and(eq(uploads.id, id), eq(uploads.state, "running")));
}

export async function endUpload(
  within: Database | Transaction,
  id: string,
  end: Pick<StoredUpload, "state"> &
    Partial<Pick<StoredUpload, "reason" | "reasonPath" | "notes" | "bookId" | "isVersion" | "isSame" | "done">>,
): Promise<void> {
  await within
    .update(uploads)
    .set({ ...end, beatAt: null, endedAt: sql`now()` })
    .where(eq(uploads.id, id));
}

/** Uploads whose process is lost, and those that have waited in the queue for too long. */
export async function findLostUploads(database: Database): Promise<string[]> {
  const silent = sql`coalesce(${uploads.beatAt}, ${uploads.createdAt}) < now() - make_interval(secs => ${lostAfter})`;
  const rows = await database
    .select({ id: uploads.id })
    .from(uploads)
    .where(sql`${uploads.state} in ('waiting', 'running') and ${silent}`)
    .limit(100);
  return rows.map(({ id }) => id);
}

/** Deletes uploads that are older than a week. @returns ids whose file may still exist */
export async function purgeUploads(database: Database): Promise<string[]> {
  const gone = await database
    .delete(uploads)
    .where(sql`${uploads.createdAt} < now() - make_interval(days => ${retainedDays})`)
    .returning({ id: uploads.id });
  return gone.map(({ id }) => id);
}
