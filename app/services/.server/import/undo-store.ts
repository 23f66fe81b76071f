import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { formMessages } from "~/services/contracts/form-messages";
import type { UndoResult } from "~/services/contracts/import-states";
import { ConcurrentImportError, isApplied, sameRow } from "./row-store";

/** Expected and stored results of an undo, by row. */

type Within = Database | Transaction;

const isDeletion = sql`r.result in ('created', 'returned')`;
const isGone = sql`(u.id is null or (u.status = 'deleted' and r.result <> 'deactivated'))`;
const writtenAt = sql`coalesce(r.written_at, i.imported_at)`;
/**
 * Why the undo keeps the row's person `u`, as an English form message; null if it does not. A new person who has logged in, or was given
 * a login by somebody else than the import, is in use.
 */
const reasonToKeep = sql`case when u.version <> r.written_version then ${formMessages.editedMeanwhile}
  when not ${isDeletion} then null when used.at > ${writtenAt} then ${formMessages.signedInSince}
  when given.at > ${writtenAt} then ${formMessages.signInGiven} end`;
const rowsWithPeople = sql`imports.rows r join imports.imports i on i.id = r.import_id left join directory.users u on u.id = r.person_id
  left join directory.last_sign_ins used on used.user_id = u.id left join directory.last_logins_given given on given.user_id = u.id`;

/** The outcome of undoing the imported rows now; missing rights are detected by the undo itself. */
export async function countUndo(
  within: Within,
  id: string,
): Promise<{ deleted: number; restored: number; retained: number }> {
  const isRetained = sql`case when ${isGone} then not ${isDeletion} else ${reasonToKeep} is not null end`;
  const { rows } = await within.execute<{ deleted: number; restored: number; retained: number }>(sql`
    select count(*) filter (where is_retained)::int as retained, count(*) filter (where not is_retained and is_deletion)::int as deleted,
      count(*) filter (where not is_retained and not is_deletion)::int as restored
    from (select ${isRetained} as is_retained, ${isDeletion} as is_deletion from ${rowsWithPeople}
      where r.import_id = ${id} and ${isApplied} and (r.undo is null or r.undo = 'failed')) counted`);
  return rows[0] ?? { deleted: 0, restored: 0, retained: 0 };
}

/** Why the undo keeps the people of some rows, by place; rows that can be undone are left out. */
export async function reasonsToKeep(
  within: Within,
  id: string,
  places: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await within.execute<{ place: number; reason: string }>(sql`
    select r.place, ${reasonToKeep} as reason from ${rowsWithPeople}
    where r.import_id = ${id} and r.place = any (${sql.param([...places])}::int[]) and not ${isGone} and ${reasonToKeep} is not null`);
  return new Map(rows.map(({ place, reason }) => [place, reason]));
}

/** People whom the undo left unchanged, with the reason, in the file's order. */
export async function peopleNotUndone(
  within: Within,
  id: string,
  most: number,
): Promise<{ name: string; reason: string }[]> {
  const { rows } = await within.execute<{ name: string; reason: string | null }>(sql`
    select coalesce(u.name, r.name) as name, (select each ->> 'reason' from jsonb_array_elements(r.view -> 'problems') each
      where each ? 'undo' limit 1) as reason
    from imports.rows r left join directory.users u on u.id = r.person_id
    where r.import_id = ${id} and r.undo = 'kept' and coalesce(u.name, r.name) is not null order by r.place limit ${most}`);
  return rows.map(({ name, reason }) => ({ name, reason: reason ?? formMessages.editedMeanwhile }));
}

/** Resets rows whose undo failed, without their reason, so that they are tried again. */
export async function clearFailedUndos(within: Within, id: string): Promise<void> {
  await within.execute(sql`
    update imports.rows r set undo = null, view = jsonb_set(r.view, '{problems}', coalesce((
      select jsonb_agg(each) from jsonb_array_elements(r.view -> 'problems') each where not each ? 'undo'), '[]'))
    where r.import_id = ${id} and r.undo = 'failed'`);
}

export type UndoEnd = { place: number; undo: UndoResult; problem?: { column: string | null; reason: string } };

/** @throws ConcurrentImportError */
export async function endUndos(within: Within, id: string, ends: readonly UndoEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const values = ends.map(({ place, undo, problem }) => ({
    ...{ place, undo },
    problems: problem ? [{ ...problem, address: null, value: null, people: [], undo: true }] : [],
  }));
  const { rowCount } = await within.execute(sql`
    with e as materialized (
      select ${id}::uuid as import, given.* from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (place int, undo text,
        problems jsonb))
    update imports.rows r set undo = e.undo,
      view = case when e.problems = '[]' then r.view else jsonb_set(r.view, '{problems}', (r.view -> 'problems') || e.problems) end
    from e where ${sameRow} and r.undo is null`);
  if (rowCount !== ends.length) throw new ConcurrentImportError();
}

/** `version`: the person's version after the undo; `seen`: the version before the undone import. */
type RestoredPerson = { uid: string; seen: number; version: number };

/** An undo does not count as an edit for earlier imports: a person who was unchanged since one of them still is. */
export async function followRestored(within: Within, id: string, people: readonly RestoredPerson[]): Promise<void> {
  if (people.length === 0) return;
  await within.execute(sql`
    with p as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given (uid uuid, seen int, version int))
    update imports.rows r set written_version = p.version from p
    where r.person_uid = p.uid and r.written_version = p.seen and r.import_id <> ${id} and ${isApplied}
      and (r.undo is null or r.undo = 'failed')`);
}
