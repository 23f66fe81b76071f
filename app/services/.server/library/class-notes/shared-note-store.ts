import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import { noProfile } from "~/services/.server/directory/people/reader-profile";
import { sharedNotes } from "~/services/.server/library/tables";
import { sharedNoteLimit } from "~/services/contracts/class-note-values";
import type { PupilNote, SharedNote } from "~/services/contracts/class-notes";
import { conflict, notFound } from "~/services/contracts/service-error";

/** Copies of notes that pupils share with their teachers. docs/product/reader.md#notes-for-a-class; decision 107. */

type Pupil = { realm: Realm; uid: string };

const columns = {
  id: sharedNotes.id,
  style: sharedNotes.style,
  note: sharedNotes.note,
  target: sharedNotes.target,
  sharedAt: sharedNotes.sharedAt,
};
const ofPupil = ({ realm, uid }: Pupil) => and(eq(sharedNotes.realm, realm), eq(sharedNotes.uid, uid));
const sharedNoteOf = <Row extends { sharedAt: Date }>({ sharedAt, ...row }: Row) => ({
  ...row,
  sharedAt: sharedAt.toISOString(),
});

/** A pupil's shared notes in a book. */
export async function findSharedNotes(database: Database, pupil: Pupil, bookId: string): Promise<SharedNote[]> {
  const rows = await database
    .select(columns)
    .from(sharedNotes)
    .where(and(ofPupil(pupil), eq(sharedNotes.bookId, bookId)))
    .orderBy(asc(sharedNotes.sharedAt), asc(sharedNotes.id));
  return rows.map(sharedNoteOf);
}

/** A pupil's shared notes in all books. */
export async function findAllSharedNotes(
  database: Database,
  pupil: Pupil,
): Promise<Array<SharedNote & { bookId: string }>> {
  const rows = await database
    .select({ ...columns, bookId: sharedNotes.bookId })
    .from(sharedNotes)
    .where(ofPupil(pupil))
    .orderBy(asc(sharedNotes.sharedAt), asc(sharedNotes.id));
  return rows.map(sharedNoteOf);
}

/** Ids of a pupil's groups. */
export async function findGroupsOfPupil(database: Database, { realm, uid }: Pupil): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(sql`
    select g.id from directory.users u join directory.memberships m on m.user_id = u.id
    join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
    where u.realm = ${realm} and u.uid = ${uid}::uuid and u.type = 'student' order by g.id`);
  return rows.map(({ id }) => id);
}

/**
 * Shares a copy of the pupil's own annotation, or replaces the copy.
 * @throws ServiceError 404 for an unknown annotation, 409 without a group or above `sharedNoteLimit`
 */
export function copyNote(
  database: Database,
  pupil: Pupil,
  { bookId, id, groupIds }: { bookId: string; id: string; groupIds: number[] },
): Promise<SharedNote> {
  const { realm, uid } = pupil;
  if (groupIds.length === 0) throw conflict("There is no group", [{ attribute: "group", reason: "no_group" }]);
  return inTransaction(database, async (transaction) => {
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`library.shared_notes ${realm} ${uid}`}, 0))`,
    );
    await transaction.execute(sql`
      insert into library.shared_notes (realm, uid, book_id, id, group_ids, style, note, target)
      select a.realm, a.uid, a.book_id, a.id, ${sql.param(groupIds)}::int[], a.style, a.note, a.target
      from library.annotations a
      where a.realm = ${realm} and a.uid = ${uid}::uuid and a.profile_id = ${noProfile}::uuid and a.book_id = ${bookId}
        and a.id = ${id}::uuid
      on conflict (realm, uid, book_id, id) do update set group_ids = excluded.group_ids, style = excluded.style,
        note = excluded.note, target = excluded.target, shared_at = now()`);
    const [row] = await transaction
      .select(columns)
      .from(sharedNotes)
      .where(and(ofPupil(pupil), eq(sharedNotes.bookId, bookId), eq(sharedNotes.id, id)));
    if (!row) throw notFound();
    const { rows } = await transaction.execute<{ notes: number }>(sql`
      select count(*)::int as notes from library.shared_notes s where s.realm = ${realm} and s.uid = ${uid}::uuid`);
    if ((rows[0]?.notes ?? 0) > sharedNoteLimit) {
      throw conflict("Too many notes are shared", [{ attribute: "noteId", reason: "too_many" }]);
    }
    return sharedNoteOf(row);
  });
}

/** Deletes the copy, if there is one. */
export async function takeBackNote(database: Database, pupil: Pupil, bookId: string, id: string): Promise<void> {
  await database.delete(sharedNotes).where(and(ofPupil(pupil), eq(sharedNotes.bookId, bookId), eq(sharedNotes.id, id)));
}

/** Notes of one page of a group. */
const notesPerPage = 100;

/**
 * What the pupils of a group share with its teachers, latest first: notes of pupils who were in it, or in one below it, when they
 * shared them, and still are.
 * @param before `next` of the page before; null for the first
 */
export async function findNotesOfGroup(
  database: Database,
  { realm, groupId }: { realm: Realm; groupId: number },
  before: { sharedAt: string; id: string } | null,
): Promise<{ data: PupilNote[]; next: string | null }> {
  const { rows } = await database.execute<PupilNote & { place: string }>(sql`
    select s.id, s.style, s.note, s.target, s.book_id as "bookId", b.title as "bookTitle",
      to_char(s.shared_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sharedAt",
      to_char(s.shared_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
      json_build_object('id', u.uid, 'name', u.name) as pupil
    from directory.users u
    join library.shared_notes s on s.realm = u.realm and s.uid = u.uid
    join library.books b on b.id = s.book_id
    where u.realm = ${realm} and u.type = 'student' and u.status <> 'deleted'
      and u.uid in (select p.uid from submissions.pupils_of(${groupId}) p)
      and exists (select from directory.memberships m
        where m.user_id = u.id and m.group_id = any(s.group_ids)
          and ${groupId} in (select above.id from submissions.groups_above(m.group_id) above))
      and (${before?.sharedAt ?? null}::timestamptz is null
        or (s.shared_at, s.id) < (${before?.sharedAt ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by s.shared_at desc, s.id desc limit ${notesPerPage}`);
  const last = rows.at(-1);
  return {
    data: rows.map(({ place: _place, ...row }) => row),
    next: rows.length === notesPerPage && last ? `${last.place} ${last.id}` : null,
  };
}
