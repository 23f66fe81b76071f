import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import { databaseError } from "~/services/.server/directory/database-conflicts";
import type { CredentialService } from "~/services/.server/directory/identity";
import { findPeople } from "~/services/.server/directory/people/people-store";
import { type PersonUndo, undoPeople } from "~/services/.server/directory/people/people-undo";
import type { UndoResult } from "~/services/contracts/imports";

/** Takes back what an import has written, batch by batch, where nobody edited since. */

export type UndoRun = {
  database: Database;
  credentials: CredentialService;
  importId: string;
  accessNow(): Promise<Access>;
  /** False ends the work. */
  onProgress(done: number): Promise<boolean>;
};

const batchSize = 500;

/** False when it was ended before. */
export async function undoRows(run: UndoRun): Promise<boolean> {
  const { database, importId } = run;
  for (let done = 0; ; ) {
    const { rows } = await database.execute<PersonUndo>(sql`
      select place, user_id as "userId", written_version as version, result = 'created' as "isNew", before -> 'columns' as columns,
        before -> 'places' as places, before -> 'join' as "join", before -> 'leave' as leave
      from imports.rows where import_id = ${importId} and result in ('created', 'changed') and undo is null
      order by place limit ${batchSize}`);
    if (rows.length === 0) return true;
    const access = await run.accessNow();
    const ids = rows.map(({ userId }) => userId);
    const people = new Map((await findPeople(database, ids, access.userId)).map((person) => [person.id, person]));
    const allowed = rows.filter(({ userId, isNew }) => {
      const person = people.get(userId);
      return person !== undefined && mayDoToPerson(access, person, isNew ? "DeleteUser" : "EditUserInfo");
    });
    const refused = rows
      .filter((row) => !allowed.includes(row))
      .map(({ place }) => ({ place, undo: "failed" as const }));
    await undoEntries(run, access, allowed, refused);
    done += rows.length;
    if (!(await run.onProgress(done))) return false;
  }
}

async function undoEntries(
  run: UndoRun,
  access: Access,
  undos: PersonUndo[],
  others: { place: number; undo: UndoResult }[],
): Promise<void> {
  try {
    await undoTogether(run, access, undos, others);
  } catch (error) {
    if (!databaseError(error)?.code.startsWith("23") || undos.length === 0) throw error;
    if (undos.length === 1) {
      await undoTogether(run, access, [], [...others, { place: undos[0]?.place ?? 0, undo: "failed" }]);
      return;
    }
    const half = Math.ceil(undos.length / 2);
    await undoEntries(run, access, undos.slice(0, half), others);
    await undoEntries(run, access, undos.slice(half), []);
  }
}

async function undoTogether(
  { database, credentials, importId }: UndoRun,
  access: Access,
  undos: PersonUndo[],
  others: { place: number; undo: UndoResult }[],
): Promise<void> {
  await database.transaction(async (within) => {
    const restored =
      undos.length > 0 ? await undoPeople(within, access, undos, { import: importId, undone: true }) : [];
    const places = new Set(restored.map(({ place }) => place));
    const results = [
      ...undos.map(({ place }) => ({ place, undo: places.has(place) ? "restored" : "kept" })),
      ...others,
    ];
    for (const { uid, isNew } of restored) if (isNew) await credentials.endSessions(access.realm, uid, within);
    await within.execute(sql`
      update imports.rows r set undo = n.undo from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as n (place int, undo text)
      where r.import_id = ${importId} and r.place = n.place`);
  });
}
