import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { dayIn, type Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { annotationOf, mergeAnnotation } from "~/services/.server/library/notes/annotation-store";
import { hiddenNoteSets, noteSetNotes } from "~/services/.server/library/tables";
import type { Annotation, AnnotationChange } from "~/services/contracts/annotations";
import { noteSetLimit, notesPerSet } from "~/services/contracts/class-note-values";
import type { NoteSet } from "~/services/contracts/class-notes";
import { conflict, staleVersion } from "~/services/contracts/service-error";

/** Sets of notes for classes. docs/product/reader.md#notes-for-a-class; decision 107. */

/** Who reads: the permissions of the caller, and the day on which. */
export type SetReader = Pick<Access, "realm" | "uid" | "type" | "shared" | "ownGroups"> & { now: Date };
export type StoredSet = Omit<NoteSet, "notes"> & { bookId: string; groupUid: string | null };

const isAuthor = ({ uid }: SetReader) => sql`s.author_uid = ${uid}::uuid`;
/** The set speaks for its author: as long as the author does not teach the group, nobody else sees it. */
const isTaught = sql`library.teaches(s.realm, s.author_uid, s.group_id)`;
const isForPupil = ({ type, shared, realm, uid, now }: SetReader) =>
  type === "student" && !shared
    ? sql`(s.shown_from <= ${dayIn(realm, now)}::date and submissions.is_pupil_of(s.realm, ${uid}::uuid, s.group_id) and ${isTaught})`
    : sql`false`;
const isOfColleague = ({ ownGroups }: SetReader) =>
  sql`(s.shown_from is not null and s.group_id = any(${sql.param(ownGroups)}::int[]) and ${isTaught})`;

const setColumns = (reader: SetReader) => sql`s.id, s.book_id as "bookId", s.title, s.version,
  to_char(s.shown_from, 'YYYY-MM-DD') as "shownFrom", g.uid as "groupUid",
  case when g.id is not null then json_build_object('id', g.uid, 'name', g.name) end as "group",
  (select author.name from directory.users author where author.uid = s.author_uid and author.realm = s.realm) as teacher,
  case when ${isAuthor(reader)} then 'write' else 'read' end as "right",
  ${isTaught} as "isTaught", ${isForPupil(reader)} as "isForPupil",
  exists (select from library.hidden_note_sets h
    where h.realm = s.realm and h.uid = ${reader.uid}::uuid and h.set_id = s.id) as "isHidden"`;
const setTables = sql`library.note_sets s left join directory.groups g on g.id = s.group_id and g.status <> 'deleted'`;

async function findSetsWhere(
  database: Database | Transaction,
  reader: SetReader,
  condition: SQL,
): Promise<StoredSet[]> {
  const { rows } = await database.execute<StoredSet>(sql`
    select ${setColumns(reader)} from ${setTables}
    where s.realm = ${reader.realm} and ${condition}
      and (${isAuthor(reader)} or ${isForPupil(reader)} or ${isOfColleague(reader)})
    order by s.created_at, s.id`);
  return rows;
}

/** The sets of a book that the caller sees, with their notes. */
export async function findNoteSets(database: Database, reader: SetReader, bookId: string): Promise<NoteSet[]> {
  return withNotes(database, await findSetsWhere(database, reader, sql`s.book_id = ${bookId}`));
}

/** A set without its notes; null if the caller does not see it. */
export async function findNoteSet(database: Database, reader: SetReader, id: string): Promise<StoredSet | null> {
  const [set] = await findSetsWhere(database, reader, sql`s.id = ${id}::uuid`);
  return set ?? null;
}

async function withNotes(database: Database, sets: StoredSet[]): Promise<NoteSet[]> {
  const notes = await findNotes(
    database,
    sets.map(({ id }) => id),
  );
  return sets.map(({ bookId: _book, groupUid: _group, ...set }) => ({ ...set, notes: notes.get(set.id) ?? [] }));
}

const noteColumns = {
  id: noteSetNotes.id,
  version: noteSetNotes.version,
  style: noteSetNotes.style,
  note: noteSetNotes.note,
  target: noteSetNotes.target,
  createdAt: noteSetNotes.createdAt,
  modifiedAt: noteSetNotes.modifiedAt,
};

/** Notes by the id of their set, oldest first. */
async function findNotes(database: Database, setIds: string[]): Promise<Map<string, Annotation[]>> {
  const found = new Map<string, Annotation[]>();
  if (setIds.length === 0) return found;
  const rows = await database
    .select({ setId: noteSetNotes.setId, ...noteColumns })
    .from(noteSetNotes)
    .where(inArray(noteSetNotes.setId, setIds))
    .orderBy(asc(noteSetNotes.createdAt), asc(noteSetNotes.id));
  for (const { setId, ...row } of rows) found.set(setId, [...(found.get(setId) ?? []), annotationOf(row)]);
  return found;
}

/** Groups for which the caller may write, by name. */
export async function findOwnGroups(database: Database, { realm, ownGroups }: Pick<Access, "realm" | "ownGroups">) {
  if (ownGroups.length === 0) return [];
  const { rows } = await database.execute<{ id: string; name: string }>(sql`
    select g.uid as id, g.name from directory.groups g
    where g.realm = ${realm} and g.status <> 'deleted' and g.id = any(${sql.param(ownGroups)}::int[]) order by g.name, g.id`);
  return rows;
}

type Group = { id: number; uid: string };
export type SetDraft = { title: string; shownFrom: string | null; version: number };

/**
 * Creates or changes a set, with its audit entry.
 * @param stored null for a new one
 * @param copyOf id of a set whose notes a new one gets
 * @throws ServiceError 412 if the stored version differs; 409 above `noteSetLimit`
 */
export async function saveSet(
  database: Database,
  access: Access,
  {
    id,
    bookId,
    group,
    draft,
    stored,
    copyOf,
  }: { id: string; bookId: string; group: Group; draft: SetDraft; stored: StoredSet | null; copyOf: string | null },
): Promise<void> {
  const { title, shownFrom, version } = draft;
  const { realm, uid } = access;
  await inTransaction(database, async (transaction) => {
    if (stored) {
      const { rowCount } = await transaction.execute(sql`
        update library.note_sets set title = ${title}, group_id = ${group.id}, shown_from = ${shownFrom}::date,
          version = version + 1, changed_at = now()
        where id = ${id}::uuid and version = ${version}::integer`);
      if (!rowCount) throw staleVersion();
      await noteSetChange(transaction, access, "class_notes.changed", group.uid);
      return;
    }
    if (version !== 0) throw staleVersion();
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`library.note_sets ${realm} ${uid}`}, 0))`,
    );
    const { rows } = await transaction.execute<{ sets: number }>(sql`
      select count(*)::int as sets from library.note_sets s
      where s.realm = ${realm} and s.author_uid = ${uid}::uuid and s.book_id = ${bookId}`);
    if ((rows[0]?.sets ?? 0) >= noteSetLimit) {
      throw conflict("The book has too many sets", [{ attribute: "setId", reason: "too_many" }]);
    }
    const { rowCount } = await transaction.execute(sql`
      insert into library.note_sets (id, realm, book_id, group_id, author_uid, title, shown_from)
      values (${id}::uuid, ${realm}, ${bookId}, ${group.id}, ${uid}::uuid, ${title}, ${shownFrom}::date)
      on conflict do nothing`);
    // Somebody else's set has this id.
    if (!rowCount) throw staleVersion();
    if (copyOf !== null) {
      await transaction.execute(sql`
        insert into library.note_set_notes (set_id, id, version, style, note, target, created_at, modified_at)
        select ${id}::uuid, gen_random_uuid(), 1, n.style, n.note, n.target, n.created_at, n.modified_at
        from library.note_set_notes n where n.set_id = ${copyOf}::uuid`);
    }
    await noteSetChange(transaction, access, "class_notes.created", group.uid);
  });
}

/** Deletes a set with its notes. */
export async function deleteSet(database: Database, access: Access, { id, groupUid }: StoredSet): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { rowCount } = await transaction.execute(sql`delete from library.note_sets where id = ${id}::uuid`);
    if (rowCount && groupUid) await noteSetChange(transaction, access, "class_notes.deleted", groupUid);
  });
}

async function noteSetChange(
  within: Transaction,
  access: Access,
  action: "class_notes.created" | "class_notes.changed" | "class_notes.deleted",
  groupUid: string,
): Promise<void> {
  await writeAudit(within, access, [{ action, subjectType: "group", subjectUid: groupUid }]);
}

/**
 * Applies changes of notes, merged with what other devices of the teacher have stored.
 * @throws ServiceError 409 above `notesPerSet`; nothing is stored then
 */
export function changeSetNotes(
  database: Database,
  setId: string,
  changes: readonly AnnotationChange[],
  now: Date,
): Promise<{ data: Annotation[]; removed: string[] }> {
  return inTransaction(database, async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`library.note_sets ${setId}`}, 0))`);
    const ids = changes.map(({ id }) => id);
    const rows = await transaction
      .select(noteColumns)
      .from(noteSetNotes)
      .where(and(eq(noteSetNotes.setId, setId), inArray(noteSetNotes.id, ids)));
    const stored = new Map(rows.map((row) => [row.id, annotationOf(row)]));
    const touched = new Set(ids);
    for (const change of changes) {
      const { write, remove } = mergeAnnotation(stored.get(change.id) ?? null, change);
      if (remove) {
        await transaction
          .delete(noteSetNotes)
          .where(and(eq(noteSetNotes.setId, setId), eq(noteSetNotes.id, change.id)));
        stored.delete(change.id);
      }
      for (const annotation of write) {
        const row = await writeNote(transaction, setId, annotation, now);
        stored.set(row.id, row);
        touched.add(row.id);
      }
    }
    const { rows: counted } = await transaction.execute<{ notes: number }>(
      sql`select count(*)::int as notes from library.note_set_notes n where n.set_id = ${setId}::uuid`,
    );
    if ((counted[0]?.notes ?? 0) > notesPerSet) {
      throw conflict("The set has too many notes", [{ attribute: "changes", reason: "too_many" }]);
    }
    return {
      data: [...touched].flatMap((id) => stored.get(id) ?? []),
      removed: [...touched].filter((id) => !stored.has(id)),
    };
  });
}

async function writeNote(
  transaction: Transaction,
  setId: string,
  { id, version, style, note, target, created, modified }: Annotation,
  now: Date,
): Promise<Annotation> {
  const notLater = (time: string) => new Date(Math.min(now.getTime(), Date.parse(time)));
  const values = { version, style, note, target, createdAt: notLater(created), modifiedAt: notLater(modified) };
  const [row] = await transaction
    .insert(noteSetNotes)
    .values({ setId, id, ...values })
    .onConflictDoUpdate({ target: [noteSetNotes.setId, noteSetNotes.id], set: values })
    .returning(noteColumns);
  if (!row) throw new Error("The note was not written");
  return annotationOf(row);
}

/** Stores whether a pupil sees a set. */
export async function setHidden(
  database: Database,
  { realm, uid }: { realm: Realm; uid: string },
  setId: string,
  isHidden: boolean,
): Promise<void> {
  if (isHidden) await database.insert(hiddenNoteSets).values({ realm, uid, setId }).onConflictDoNothing();
  else {
    await database
      .delete(hiddenNoteSets)
      .where(and(eq(hiddenNoteSets.realm, realm), eq(hiddenNoteSets.uid, uid), eq(hiddenNoteSets.setId, setId)));
  }
}

/** Sets of one page of an author's export. */
const setsPerPage = 10;

type ExportedSet = Pick<NoteSet, "id" | "title" | "shownFrom" | "notes"> & { bookId: string };

/** An author's sets in all books with their notes. @param after id of the last one of the page before */
export async function findSetsOfAuthor(
  database: Database,
  { realm, uid }: { realm: Realm; uid: string },
  after: string | null,
): Promise<{ sets: ExportedSet[]; next: string | null }> {
  const { rows } = await database.execute<Omit<ExportedSet, "notes">>(sql`
    select s.id, s.book_id as "bookId", s.title, to_char(s.shown_from, 'YYYY-MM-DD') as "shownFrom"
    from library.note_sets s
    where s.realm = ${realm} and s.author_uid = ${uid}::uuid and (${after}::uuid is null or s.id > ${after}::uuid)
    order by s.id limit ${setsPerPage}`);
  const notes = await findNotes(
    database,
    rows.map(({ id }) => id),
  );
  return {
    sets: rows.map((row) => ({ ...row, notes: notes.get(row.id) ?? [] })),
    next: rows.length === setsPerPage ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Ids of the sets that a pupil has hidden. */
export async function findHiddenSets(
  database: Database,
  { realm, uid }: { realm: Realm; uid: string },
): Promise<string[]> {
  const rows = await database
    .select({ id: hiddenNoteSets.setId })
    .from(hiddenNoteSets)
    .where(and(eq(hiddenNoteSets.realm, realm), eq(hiddenNoteSets.uid, uid)));
  return rows.map(({ id }) => id);
}
