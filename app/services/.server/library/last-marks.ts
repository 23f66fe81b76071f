import { and, desc, eq, lt, lte, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import { inTransaction } from "~/db/.server/transaction";
import { type Position, placeOfPercentage, positionAt, progressAt } from "~/epub/progress";
import type { Realm } from "~/realms/realm";
import { retentionOf } from "~/realms/retention";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { books, lastMarks } from "./tables";

/** Readers' last positions in their books. docs/product/reader.md#entities, #calls (last mark). */

type LastMark = ReaderKey & { realm: Realm; bookId: string; position: Position; progress: number };

/** Maximum number of begun books on a shelf. */
const maxReadings = 20;

type StoredMark = Pick<LastMark, "position" | "progress"> & {
  otherPosition: Position | null;
  otherProgress: number | null;
};

const queryLastMark = prepared<StoredMark>(
  "last-mark",
  sql`
    select ${lastMarks.position}, ${lastMarks.progress},
      ${lastMarks.otherPosition} as "otherPosition", ${lastMarks.otherProgress} as "otherProgress"
    from ${lastMarks}
    where ${lastMarks.realm} = ${sql.placeholder("realm")} and ${lastMarks.uid} = ${sql.placeholder("uid")}
      and ${lastMarks.profileId} = ${sql.placeholder("profileId")} and ${lastMarks.bookId} = ${sql.placeholder("bookId")}`,
);

/** A stored mark; `other`: an older place of another device, which the device that stored the mark did not know. */
export type FoundMark = Pick<LastMark, "position" | "progress"> & {
  other: Pick<LastMark, "position" | "progress"> | null;
};

export async function findLastMark(
  database: Database,
  { realm, uid, profileId, bookId }: Pick<LastMark, "realm" | "uid" | "profileId" | "bookId">,
): Promise<FoundMark | null> {
  const [row] = await queryLastMark(database, { realm, uid, profileId, bookId });
  if (!row) return null;
  const { position, progress, otherPosition, otherProgress } = row;
  const other = otherPosition && otherProgress !== null ? { position: otherPosition, progress: otherProgress } : null;
  return { position, progress, other };
}

/** An opening of the book, and the last position that it has read, to detect a position stored since by another opening. */
type MarkOrigin = { opening: string | null; known: Position | null };

/**
 * Stores a mark unless a newer one is stored, regardless of the device. If the stored one is of another opening and unknown to this one,
 * the older of the two stays beside the newer. docs/decisions/0108-places-of-two-devices.md.
 * @param age seconds since the reader was at this position
 * @returns the position that another opening has stored since the opening in `origin` read the mark; else null
 */
export async function saveLastMark(
  database: Database,
  { position, progress, ...whose }: LastMark,
  age = 0,
  { opening, known }: MarkOrigin = { opening: null, known: null },
): Promise<Position | null> {
  const mark = { position, progress, opening, markedAt: new Date(Date.now() - age * 1000) };
  return inTransaction(database, async (transaction) => {
    const [before] = await transaction.select().from(lastMarks).where(isOf(whose)).for("update");
    if (!before) {
      await transaction
        .insert(lastMarks)
        .values({ ...whose, ...mark })
        .onConflictDoUpdate({
          target: [lastMarks.realm, lastMarks.uid, lastMarks.profileId, lastMarks.bookId],
          set: mark,
          setWhere: lte(lastMarks.markedAt, mark.markedAt),
        });
      return null;
    }
    const isUnknown =
      opening !== null &&
      before.opening !== opening &&
      !isSamePlace(before.position, known) &&
      !isSamePlace(before.position, position);
    const isNewest = before.markedAt <= mark.markedAt;
    if (isUnknown) {
      const older = isNewest ? before : mark;
      const other = { otherPosition: older.position, otherProgress: older.progress, otherOpening: opening };
      await transaction
        .update(lastMarks)
        .set({ ...(isNewest ? mark : {}), ...other })
        .where(isOf(whose));
      return before.position;
    }
    // An opening has shown the other place if it began with it or found it, and its reader went on from here.
    const wasShown = before.opening !== opening || before.otherOpening === opening;
    const change = wasShown ? { ...mark, otherPosition: null, otherProgress: null, otherOpening: null } : mark;
    if (isNewest) await transaction.update(lastMarks).set(change).where(isOf(whose));
    return null;
  });
}

const isOf = ({ realm, uid, profileId, bookId }: Pick<LastMark, "realm" | "uid" | "profileId" | "bookId">) =>
  and(
    eq(lastMarks.realm, realm),
    eq(lastMarks.uid, uid),
    eq(lastMarks.profileId, profileId),
    eq(lastMarks.bookId, bookId),
  );

function isSamePlace(one: Position, other: Position | null): boolean {
  return one.URI === other?.URI && one.charOffset === other.charOffset;
}

/** Adds a mark at a fraction of a book, 0 to 1, unless the reader has one already; does nothing if the book does not exist. */
export async function addLastMark(
  database: Database,
  whose: Pick<LastMark, "realm" | "uid" | "profileId" | "bookId">,
  progress: number,
): Promise<void> {
  const [book] = await database.select({ manifest: books.manifest }).from(books).where(eq(books.id, whose.bookId));
  if (!book) return;
  const position = positionAt(book.manifest, placeOfPercentage(book.manifest.spine, progress), false);
  await database
    .insert(lastMarks)
    .values({ ...whose, position, progress: progressAt(book.manifest, position) })
    .onConflictDoNothing();
}

/** Books that the reader has begun, latest first. */
export async function findReadings(
  database: Database,
  { realm, uid, profileId }: Pick<LastMark, "realm" | "uid" | "profileId">,
): Promise<Array<{ bookId: string; progress: number }>> {
  return database
    .select({ bookId: lastMarks.bookId, progress: lastMarks.progress })
    .from(lastMarks)
    .where(and(eq(lastMarks.realm, realm), eq(lastMarks.uid, uid), eq(lastMarks.profileId, profileId)))
    .orderBy(desc(lastMarks.markedAt))
    .limit(maxReadings);
}

/** Deletes marks that are older than the realm's retention time. */
export async function purgeExpiredMarks(database: Database, realm: Realm, now: Date): Promise<void> {
  const limit = new Date(now);
  limit.setMonth(limit.getMonth() - retentionOf(realm).readingMonths);
  await database.delete(lastMarks).where(and(eq(lastMarks.realm, realm), lt(lastMarks.markedAt, limit)));
}
