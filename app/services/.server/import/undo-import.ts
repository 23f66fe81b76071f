import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Access, permissionContextOf, relationToOrganization } from "~/services/.server/directory/access";
import { type AuditEntry, writeAudit } from "~/services/.server/directory/audit/audit-store";
import { changedValues } from "~/services/.server/directory/audit/changed-values";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import { knownRefusal } from "~/services/.server/directory/database-conflicts";
import { deletePeople, restoreEnded, restorePeople } from "~/services/.server/directory/people/many-deletions";
import {
  joinGroups,
  leaveGroups,
  leavePlaces,
  type PersonLink,
  updatePeople,
  writePlaces,
} from "~/services/.server/directory/people/many-people";
import { findPeople, type Person } from "~/services/.server/directory/people/people-store";
import { attributeLevel, mayOnOrganization } from "~/services/.server/directory/permissions";
import { inHalves } from "~/services/.server/jobs/in-halves";
import { formMessages } from "~/services/contracts/form-messages";
import type { UndoResult } from "~/services/contracts/import-states";
import { ServiceError, staleVersion } from "~/services/contracts/service-error";
import { batchSizeOf } from "./batch-size";
import type { ImportDeps } from "./import-deps";
import { changeImport, moveImport, reportImport, type StoredImport } from "./import-store";
import { removeMadeGroups } from "./made-groups";
import { attributesOf } from "./plan-row";
import { ConcurrentImportError, countApplied, countImportRows, rowsAfter, type StoredRow, undoable } from "./row-store";
import { endUndos, followRestored, reasonsToKeep, type UndoEnd } from "./undo-store";
import { type Before, expectedPerson } from "./write-batch";

/**
 * Undoes an import: deletes people that it created or restored, restores people that it deleted, and resets changed values. Deletes
 * classes that it created if they are empty. People edited since are left unchanged and listed. docs/product/choices.md#own-calls.
 */

/**
 * @param atOnce rows in one transaction; by default derived from the number of rows
 * @returns false if the process stops before the end
 */
export async function undoImport(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  accessNow: () => Promise<Access>,
  isStopping: () => boolean,
  atOnce: number | null = null,
): Promise<boolean> {
  const { results, undo } = await countImportRows(database, stored.id);
  const total = countApplied({ results });
  const size = atOnce ?? batchSizeOf(total);
  let done = undo.restored + undo.kept + undo.failed;
  await reportImport(database, stored.id, done, total);
  for (let after = 0; ; ) {
    if (isStopping()) return false;
    const access = await accessNow();
    const rows = await rowsAfter(database, stored.id, after, size, undoable);
    if (rows.length === 0) break;
    await undoBatch(deps, database, access, stored, rows);
    done += rows.length;
    after = rows.at(-1)?.place ?? after;
    await reportImport(database, stored.id, done, total);
    if (done >= total) break;
  }
  const access = await accessNow();
  if (mayImportInto(access, stored)) {
    await changeImport(database, stored.id, {
      undoneGroups: await removeMadeGroups(deps, database, access, stored.id),
    });
  }
  await inTransaction(database, async (within) => {
    if (!(await moveImport(within, stored.id, ["undoing"], "undone"))) return;
    const counts = (await countImportRows(within, stored.id)).undo;
    if (stored.syncJob) {
      await deps.syncEnded?.(within, { importId: stored.id, jobId: stored.syncJob, state: "undone" });
    }
    const subject = { subjectType: "organization", subjectUid: stored.organizationUid } as const;
    const details = { ...counts, import: stored.id };
    await writeAudit(within, access, [
      { action: "people.import_undone", ...subject, organizationUid: stored.organizationUid, details },
    ]);
  });
  deps.changed(access.uid);
  return true;
}

/** A row to undo, with a person who is unchanged since the import. */
type RowUndo = { row: StoredRow; person: Person };

async function undoBatch(
  deps: ImportDeps,
  database: Database,
  access: Access,
  stored: StoredImport,
  rows: readonly StoredRow[],
): Promise<void> {
  const importId = stored.id;
  const ids = rows.flatMap(({ personId }) => personId ?? []);
  const people = new Map((await findPeople(database, ids, access.userId)).map((person) => [person.id, person]));
  const kept = await reasonsToKeep(
    database,
    importId,
    rows.map(({ place }) => place),
  );
  const ends: UndoEnd[] = [];
  const wanted: RowUndo[] = [];
  for (const row of rows) {
    const person = row.personId === null ? undefined : people.get(row.personId);
    const reason = kept.get(row.place);
    const undo = person && !reason ? endWithoutUndo(access, stored, row, person) : goneResult(row);
    if (person && reason) ends.push(keptFor(row, reason));
    else if (person && undo === null && changesIdentity(access, row, person))
      ends.push(notAllowed(row, formMessages.everyOrganization));
    else if (person && undo === null) wanted.push({ row, person });
    else if (undo === "failed") ends.push(notAllowed(row));
    else if (undo) ends.push({ place: row.place, undo });
  }
  await endUndos(database, importId, ends);
  await inHalves(
    wanted,
    (part) => inTransaction(database, (within) => undoRows(deps, within, access, importId, part)),
    async ({ row }, error) => {
      // Another process has undone the row.
      if (error instanceof ConcurrentImportError) throw error;
      const known = error instanceof ServiceError ? error : knownRefusal(error);
      if (!known || known.status >= 500) deps.report(error);
      await endUndos(database, importId, [
        known?.status === 412 ? keptFor(row, formMessages.editedMeanwhile) : failed(row, known),
      ]);
    },
  );
}

function keptFor({ place }: StoredRow, reason: string): UndoEnd {
  return { place, undo: "kept", problem: { column: null, reason } };
}

function notAllowed({ place }: StoredRow, reason: string = formMessages.insufficientPermission): UndoEnd {
  return { place, undo: "failed", problem: { column: null, reason } };
}

/**
 * Whether the undo would change how somebody identifies themselves who has come to belong elsewhere since the import. docs/security.md,
 * line 36.
 */
function changesIdentity(access: Access, row: StoredRow, person: Person): boolean {
  if (person.status === "deleted" || !row.before) return false;
  const context = permissionContextOf(access, person);
  const attributes = attributesOf((row.before as Before).columns);
  return attributes.some((attribute) => attributeLevel(context, attribute).needsEveryOrganization);
}

/** @param error null for an error that nobody expected */
function failed({ place }: StoredRow, error: ServiceError | null): UndoEnd {
  if (!error || error.status >= 500) {
    return { place, undo: "failed", problem: { column: null, reason: formMessages.notSaved } };
  }
  const detail = error.details?.[0];
  const problem = { column: detail?.attribute ?? null, reason: detail?.reason ?? error.message };
  return { place, undo: "failed", problem };
}

/** A deleted person needs no deletion, and no values can be reset. */
function goneResult({ result }: StoredRow): UndoResult {
  return result === "created" || result === "returned" ? "restored" : "kept";
}

/** The result for a row that is not undone; null if it can be undone. */
function endWithoutUndo(access: Access, stored: StoredImport, row: StoredRow, person: Person): UndoResult | null {
  const isBack = row.result === "deactivated" && person.status === "deleted";
  if (person.status === "deleted" && !isBack) return goneResult(row);
  // A person who has left the import's organisation is outside every scope there, so the right to import is checked instead.
  if (row.result === "deactivated" && !isBack) return mayImportInto(access, stored) ? null : "failed";
  const isAllowed = isDeletion(row)
    ? mayDoToPerson(access, person, "DeleteUser", { exceptSelf: true })
    : mayDoToPerson(access, person, isBack ? "RestoreUser" : "EditUserInfo");
  return isAllowed ? null : "failed";
}

function mayImportInto(access: Access, { organizationId: id, above }: StoredImport): boolean {
  return mayOnOrganization(relationToOrganization(access, { id, above }), "ImportUsers");
}

/** Whether the removal of a person from the source ended their memberships alone, since they stay elsewhere. */
function hasLeft({ row, person }: RowUndo): boolean {
  const isLeft = row.result === "deactivated" && person.status !== "deleted";
  // Whoever only left some of their schools has these in `places`.
  return isLeft && (row.before as Before).places.length === 0;
}

const isDeletion = ({ result }: StoredRow) => result === "created" || result === "returned";

type Reset = RowUndo & { before: Before };

/** @throws ServiceError 412 if a person was edited in the meantime */
async function undoRows(
  { credentials }: ImportDeps,
  within: Transaction,
  access: Access,
  importId: string,
  rows: readonly RowUndo[],
): Promise<void> {
  const made = rows.filter(({ row }) => isDeletion(row));
  const ended = rows.filter(({ person }) => person.status === "deleted");
  const left = rows.filter(hasLeft);
  const changed = rows
    .filter((each) => each.row.result !== "created" && each.person.status !== "deleted" && !hasLeft(each))
    .map((each): Reset => ({ ...each, before: each.row.before as Before }));
  const identity = ({ row, person }: RowUndo) => ({ key: row.place, id: person.id, version: person.version });
  const updated = await updatePeople(
    within,
    changed.map((each) => ({ ...identity(each), columns: each.before.columns })),
  );
  const versions = new Map(updated.map(({ id, version }) => [id, version]));
  const { saved: deleted, deleted: deletedUids } = await deletePeople(
    within,
    access,
    made.map((each) => ({ ...identity(each), version: versions.get(each.person.id) ?? each.person.version })),
  );
  const back = [
    ...(await restorePeople(within, access, ended.map(identity))),
    ...(await restoreEnded(within, access, left.map(identity))),
  ];
  if (updated.length < changed.length || deleted.length < made.length || back.length < ended.length + left.length)
    throw staleVersion();
  await resetPlaces(within, access, changed);
  if (deletedUids.length > 0) await credentials.endSessions(access.realm, deletedUids, within);
  const edited = changed.filter(({ row }) => !isDeletion(row));
  await writeAudit(within, access, [...ended.map(returnOf), ...edited.map(restorationOf)]);
  const versionsNow = new Map([...updated, ...deleted, ...back].map(({ id, version }) => [id, version]));
  const restored = rows.flatMap(({ row, person: { id, uid } }) => {
    const versionBefore = expectedPerson(row)?.version;
    const version = versionsNow.get(id);
    return versionBefore === undefined || version === undefined ? [] : [{ uid, seen: versionBefore, version }];
  });
  await followRestored(within, importId, restored);
  await endUndos(
    within,
    importId,
    rows.map(({ row }) => ({ place: row.place, undo: "restored" })),
  );
}

/** Resets the schools and groups of people to what they were before the import. */
async function resetPlaces(within: Transaction, access: Access, changed: readonly Reset[]): Promise<void> {
  const ties = (ids: (before: Before) => readonly number[]): PersonLink[] =>
    changed.flatMap(({ person, before }) => ids(before).map((id) => ({ userId: person.id, id })));
  await writePlaces(
    within,
    access.realm,
    changed.flatMap(({ person, before }) =>
      before.places.map((place) => ({ ...place, userId: person.id, role: person.type })),
    ),
  );
  await leavePlaces(
    within,
    ties(({ joined }) => joined),
  );
  await leaveGroups(
    within,
    ties(({ joinedGroups }) => joinedGroups),
  );
  await joinGroups(
    within,
    access.realm,
    ties(({ leftGroups }) => leftGroups),
  );
}

function returnOf({ person }: RowUndo): AuditEntry {
  return { action: "user.restored", subjectType: "user", subjectUid: person.uid };
}

function restorationOf({ person, before }: Reset): AuditEntry {
  const details = { attributes: Object.keys(before.columns) };
  const changes = changedValues("user", person, before.columns);
  return { action: "user.changed", subjectType: "user", subjectUid: person.uid, details, changes };
}
