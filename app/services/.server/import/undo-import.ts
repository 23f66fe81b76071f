import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import { changePerson, findPeople, type Person } from "~/services/.server/directory/people/people-store";
import { deletePerson } from "~/services/.server/directory/people/person-deletion";
import type { UndoResult } from "~/services/contracts/imports";
import { ServiceError } from "~/services/contracts/service-error";
import type { ImportDeps } from "./import-deps";
import {
  countRows,
  endUndo,
  moveImport,
  reportImport,
  rowsAfter,
  type StoredImport,
  type StoredRow,
  written,
} from "./import-store";
import { type Before, joinGroups, leaveGroups } from "./write-row";

/**
 * Takes an import back: whoever was made is deleted, whoever was changed has again what they had. Somebody who was edited since is left
 * as they are and named. docs/product/choices.md#own-calls.
 */

const batchSize = 200;

/** False where the process stops before the end. */
export async function undoImport(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  accessNow: () => Promise<Access>,
  isStopping: () => boolean,
): Promise<boolean> {
  const { results, undo } = await countRows(database, stored.id);
  const total = results.created + results.changed;
  let done = undo.restored + undo.kept + undo.failed;
  await reportImport(database, stored.id, done, total);
  for (let after = 0; ; ) {
    if (isStopping()) return false;
    const access = await accessNow();
    const rows = await rowsAfter(database, stored.id, after, batchSize, written);
    if (rows.length === 0) break;
    const found = await findPeople(
      database,
      rows.flatMap(({ personId }) => personId ?? []),
      access.userId,
    );
    const people = new Map(found.map((person) => [person.id, person]));
    for (const row of rows) {
      const person = row.personId === null ? undefined : people.get(row.personId);
      await endUndo(database, stored.id, row.place, await undoRow(deps, database, access, row, person));
    }
    done += rows.length;
    after = rows.at(-1)?.place ?? after;
    await reportImport(database, stored.id, done, total);
  }
  const access = await accessNow();
  await database.transaction(async (within) => {
    if (!(await moveImport(within, stored.id, ["undoing"], "undone"))) return;
    const counts = (await countRows(within, stored.id)).undo;
    const subject = { subjectType: "organization", subjectUid: stored.organizationUid } as const;
    const details = { ...counts, import: stored.id };
    await writeAudit(within, access, [
      { action: "people.import_undone", ...subject, organizationUid: stored.organizationUid, details },
    ]);
  });
  deps.changed(access.uid);
  return true;
}

async function undoRow(
  { credentials }: ImportDeps,
  database: Database,
  access: Access,
  row: StoredRow,
  person: Person | undefined,
): Promise<UndoResult> {
  if (!person || person.status === "deleted") return row.result === "created" ? "restored" : "kept";
  if (person.version !== row.writtenVersion) return "kept";
  try {
    if (row.result === "created") {
      if (!mayDoToPerson(access, person, "DeleteUser", { exceptSelf: true })) return "failed";
      await deletePerson(database, access, person);
      await credentials.endSessions(access.realm, person.uid);
      return "restored";
    }
    if (!mayDoToPerson(access, person, "EditUserInfo")) return "failed";
    await giveBack(database, access, person, row.before as Before);
    return "restored";
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return error.status === 412 ? "kept" : "failed";
  }
}

async function giveBack(database: Database, access: Access, person: Person, before: Before): Promise<void> {
  await changePerson(database, access, person, {
    columns: before.columns,
    placesToWrite: before.places,
    placesToLeave: before.joined,
    attributes: Object.keys(before.columns),
    expectedVersion: person.version,
    async alongside(within) {
      await leaveGroups(within, person.id, before.joinedGroups);
      await joinGroups(within, access, person.id, before.leftGroups);
    },
  });
}
