import { createHash } from "node:crypto";
import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { annotations, sharedNotes } from "~/services/.server/library/tables";
import { annotationLimit } from "~/services/contracts/annotation-values";
import type { Annotation, AnnotationChange } from "~/services/contracts/annotations";
import { conflict } from "~/services/contracts/service-error";

/** Highlights and notes of readers: a row each. docs/product/reader.md#highlights-and-notes; decision 100. */

type AnnotationReader = ReaderKey & { realm: Realm };
type AnnotatedBook = AnnotationReader & { bookId: string };

const ofReader = ({ realm, uid, profileId }: AnnotationReader) =>
  and(eq(annotations.realm, realm), eq(annotations.uid, uid), eq(annotations.profileId, profileId));
const ofBook = (whose: AnnotatedBook) => and(ofReader(whose), eq(annotations.bookId, whose.bookId));

const columns = {
  id: annotations.id,
  version: annotations.version,
  style: annotations.style,
  note: annotations.note,
  target: annotations.target,
  createdAt: annotations.createdAt,
  modifiedAt: annotations.modifiedAt,
};
type Row = Pick<typeof annotations.$inferSelect, keyof typeof columns>;

/** A row as the contract has it. */
export const annotationOf = ({ createdAt, modifiedAt, ...row }: Row): Annotation => ({
  ...row,
  created: createdAt.toISOString(),
  modified: modifiedAt.toISOString(),
});

/** A reader's annotations in a book, oldest first. */
export async function findAnnotations(database: Database, whose: AnnotatedBook): Promise<Annotation[]> {
  const rows = await database
    .select(columns)
    .from(annotations)
    .where(ofBook(whose))
    .orderBy(asc(annotations.createdAt), asc(annotations.id));
  return rows.map(annotationOf);
}

/** Rows of one page of all annotations of a reader. */
const pageLength = 500;

/**
 * A reader's annotations in all books, a page at a time.
 * @param after `next` of the page before; null for the first
 */
export async function findAllAnnotations(
  database: Database,
  whose: AnnotationReader,
  after: string | null,
): Promise<{ data: Array<Annotation & { bookId: string }>; next: string | null }> {
  const rows = await database
    .select({ ...columns, bookId: annotations.bookId })
    .from(annotations)
    .where(and(ofReader(whose), after === null ? undefined : isAfter(after)))
    .orderBy(asc(annotations.bookId), asc(annotations.id))
    .limit(pageLength);
  const last = rows.at(-1);
  return {
    data: rows.map(({ bookId, ...row }) => ({ ...annotationOf(row), bookId })),
    next: rows.length === pageLength && last ? `${last.id} ${last.bookId}` : null,
  };
}

function isAfter(cursor: string): SQL | undefined {
  const [id = "", bookId = ""] = cursor.split(/ (.*)/s);
  // An id that is no UUID is not converted, so that a made-up cursor is no error of the database.
  return or(gt(annotations.bookId, bookId), and(eq(annotations.bookId, bookId), gt(sql`${annotations.id}::text`, id)));
}

/**
 * Applies changes, one transaction for all. Each is merged with what other devices have stored since the version that it is based on.
 * @param now no annotation is created or changed later
 * @returns the annotations as they are stored now, and the ids of those that are not
 * @throws ServiceError 409 if the book would have more annotations than `annotationLimit`; nothing is stored then
 */
export function changeStoredAnnotations(
  database: Database,
  whose: AnnotatedBook,
  changes: readonly AnnotationChange[],
  now: Date,
): Promise<{ data: Annotation[]; removed: string[] }> {
  return inTransaction(database, async (transaction) => {
    const { realm, uid, profileId, bookId } = whose;
    const name = `library.annotations ${realm} ${uid} ${profileId} ${bookId}`;
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    const stored = await findStored(transaction, whose, changes);
    const touched = new Set<string>();
    for (const change of changes) {
      const { write, remove } = mergeAnnotation(stored.get(change.id) ?? null, change);
      touched.add(change.id);
      if (remove) {
        await transaction.delete(annotations).where(and(ofBook(whose), eq(annotations.id, change.id)));
        // Removing the note also takes back its copy, which nothing would show any more.
        await transaction
          .delete(sharedNotes)
          .where(
            and(
              eq(sharedNotes.realm, realm),
              eq(sharedNotes.uid, uid),
              eq(sharedNotes.bookId, bookId),
              eq(sharedNotes.id, change.id),
            ),
          );
        stored.delete(change.id);
      }
      for (const annotation of write) {
        const row = await writeRow(transaction, whose, annotation, now);
        stored.set(row.id, row);
        touched.add(row.id);
      }
    }
    const [{ count } = { count: 0 }] = await transaction
      .select({ count: sql<number>`count(*)::int` })
      .from(annotations)
      .where(ofBook(whose));
    if (count > annotationLimit) {
      throw conflict("The book has too many notes", [{ attribute: "changes", reason: "too_many" }]);
    }
    const ids = [...touched];
    return {
      data: ids.flatMap((id) => stored.get(id) ?? []),
      removed: ids.filter((id) => !stored.has(id)),
    };
  });
}

async function findStored(
  transaction: Transaction,
  whose: AnnotatedBook,
  changes: readonly AnnotationChange[],
): Promise<Map<string, Annotation>> {
  const ids = changes.map(({ id }) => id);
  const rows = await transaction
    .select(columns)
    .from(annotations)
    .where(and(ofBook(whose), inArray(annotations.id, ids)));
  return new Map(rows.map((row) => [row.id, annotationOf(row)]));
}

async function writeRow(
  transaction: Transaction,
  whose: AnnotatedBook,
  { id, version, style, note, target, created, modified }: Annotation,
  now: Date,
): Promise<Annotation> {
  const notLater = (time: string) => new Date(Math.min(now.getTime(), Date.parse(time)));
  const values = { version, style, note, target, createdAt: notLater(created), modifiedAt: notLater(modified) };
  const { realm, uid, profileId, bookId } = whose;
  const [row] = await transaction
    .insert(annotations)
    .values({ realm, uid, profileId, bookId, id, ...values })
    .onConflictDoUpdate({
      target: [annotations.realm, annotations.uid, annotations.profileId, annotations.bookId, annotations.id],
      set: values,
    })
    .returning(columns);
  if (!row) throw new Error("The annotation was not written");
  return annotationOf(row);
}

/**
 * Merges one change with the stored annotation, so that nothing that somebody wrote is lost:
 *
 * - Without a newer version the change applies.
 * - A change of one that was removed elsewhere restores it.
 * - The removal of one that was changed elsewhere is left out: it has text that the person who removed it had not seen.
 * - Of two changes the later one applies; the note of the other becomes an annotation of its own, unless it is part of it.
 */
export function mergeAnnotation(
  stored: Annotation | null,
  { read, annotation }: AnnotationChange,
): { write: Annotation[]; remove: boolean } {
  if (!annotation) return { write: [], remove: stored !== null && stored.version <= read };
  if (!stored) return { write: [{ ...annotation, version: read + 1 }], remove: false };
  if (isSame(stored, annotation)) return { write: [], remove: false };
  const isStale = stored.version > read;
  const isNewer = !isStale || annotation.modified >= stored.modified;
  const [wins, loses] = isNewer ? [annotation, stored] : [stored, annotation];
  const winner = { ...wins, created: stored.created, version: stored.version + 1 };
  const isLost = isStale && loses.note !== "" && !wins.note.includes(loses.note);
  return {
    write: [...(isNewer ? [winner] : []), ...(isLost ? [{ ...loses, id: copyId(loses), version: 1 }] : [])],
    remove: false,
  };
}

function isSame(one: Annotation, other: Annotation): boolean {
  return one.style === other.style && one.note === other.note && one.target.cfi === other.target.cfi;
}

/** The same for the same text, so that a repeated call makes no second copy: a UUID of version 8 (RFC 9562, section 5.8). */
function copyId({ id, note }: Annotation): string {
  const hex = createHash("sha256").update(`${id} ${note}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
