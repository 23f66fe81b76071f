import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { dayIn } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { inAlphabet } from "~/services/.server/directory/lists/list-grouping";
import type { PersonType } from "~/services/.server/directory/rules";
import { sheetFileName } from "~/services/.server/jobs/print-sheet";
import { printPasswords, sheetKind } from "~/services/.server/jobs/sheets";
import { batchSizeOf, rowsWithPasswordsAtOnce } from "./batch-size";
import type { ImportDeps } from "./import-deps";
import { readImportScope } from "./import-scope";
import { changeImport, clearParts, moveImport, reportImport, type StoredImport } from "./import-store";
import { createGroupIds } from "./new-groups";
import { planBatch, type RowWithPlan } from "./plan-batch";
import type { RosterRow } from "./roster-row";
import { managedOf } from "./roster-row";
import { clearSecrets, countApplied, countRows, type RowToWrite, rowsToWrite, toWrite } from "./row-store";
import { partsWriter } from "./stored-file";
import { type BatchWriter, writeBatch } from "./write-batch";

/** Imports the rows of a preview, each planned again against the current directory. docs/product/control-panel.md#validation. */

/**
 * @param atOnce rows in one transaction; by default derived from the number of rows
 * @returns false if the process stops before the end; the next process continues with the remaining rows
 */
export async function runImport(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  accessNow: () => Promise<Access>,
  isStopping: () => boolean,
  atOnce: number | null = null,
): Promise<boolean> {
  const counts = await countRows(database, stored.id);
  const total = toWrite(counts);
  const size = atOnce ?? (stored.passwords === "none" ? batchSizeOf(total) : rowsWithPasswordsAtOnce);
  let done = Object.values(counts.results).reduce((sum, count) => sum + count, 0);
  let isStopRequested = await reportImport(database, stored.id, done, total);
  const planFrom = (after: number) => planNext(deps, database, stored, accessNow, after, size);
  for (let batch = isStopRequested ? null : await planFrom(0); batch && !isStopRequested; ) {
    if (isStopping()) return false;
    done += batch.rows.length;
    const { last, writer, rows } = batch;
    const planRest = () => (done < total ? planFrom(last) : Promise.resolve(null));
    let next: PlannedBatch | null;
    if (stored.passwords === "none") {
      // The next rows are planned while the database writes these. Whoever is edited in between has another version and is not written.
      [next] = await bothEnded(planRest(), writeBatch(writer, rows));
    } else {
      // Hashing takes nearly all of the time, so planning ahead would only slow the pages down.
      await writeBatch(writer, rows);
      next = await planRest();
    }
    batch = next;
    isStopRequested = await reportImport(database, stored.id, done, total);
  }
  // A stop requested after everything was written has no effect.
  await end(deps, database, stored, await accessNow(), isStopRequested && done < total);
  return true;
}

type PlannedBatch = { writer: BatchWriter; rows: { stored: RowToWrite; now: RowWithPlan }[]; last: number };

/** The next rows after a place, planned with the rights and schools of now; null if there are none or the organisation is gone. */
async function planNext(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  accessNow: () => Promise<Access>,
  after: number,
  size: number,
): Promise<PlannedBatch | null> {
  const access = await accessNow();
  const scope = await readImportScope(database, access, stored.organizationId);
  if (!scope) return null;
  const rows = await rowsToWrite(database, stored.id, after, size);
  if (rows.length === 0) return null;
  const passwords = stored.passwords ?? "none";
  const groupIds = createGroupIds(database, access, scope, stored.id);
  const managed = managedOf(stored);
  const writer: BatchWriter = { deps, database, importId: stored.id, access, scope, managed, passwords, groupIds };
  const planned = await plansOf(writer, rows);
  const plannedRows = rows.flatMap((row) => {
    const now = planned.get(row.place);
    return now ? [{ stored: row, now }] : [];
  });
  return { writer, rows: plannedRows, last: rows.at(-1)?.place ?? after };
}

/** Waits for both even if one fails, so that no write is still running when the import ends as failed. */
async function bothEnded<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

async function plansOf(
  { database, access, scope, managed }: BatchWriter,
  rows: readonly RowToWrite[],
): Promise<Map<number, RowWithPlan>> {
  const rosterRows: RosterRow[] = rows.map(({ place, sheet, row, cells, roster }) => ({
    ...{ place, sheet, row, cells },
    ...(roster ? { roster } : {}),
  }));
  const choices = new Map(rows.flatMap(({ place, choice }) => (choice === null ? [] : [[place, choice] as const])));
  // Match by name only rows that needed a decision: for others a match may be a person that this import has created.
  const undecided = new Set(rows.flatMap(({ place, outcome }) => (outcome === "likely" ? [place] : [])));
  const mayBeAlike = ({ place }: RosterRow) => undecided.has(place);
  const planned = await planBatch(database, { access, scope, managed }, rosterRows, {
    choices,
    keysInFile: new Map(),
    mayBeAlike,
  });
  return new Map(planned.map((each) => [each.row.place, each]));
}

async function end(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  access: Access,
  isStopped: boolean,
): Promise<void> {
  const counts = await countRows(database, stored.id);
  const { created, deactivated } = counts.results;
  if (stored.passwords === "generated") await printSlips(deps, database, stored);
  await inTransaction(database, async (within) => {
    const state = isStopped ? "stopped" : "imported";
    if (!(await moveImport(within, stored.id, ["importing"], state))) return;
    if (stored.syncJob) await deps.syncEnded?.(within, { importId: stored.id, jobId: stored.syncJob, state });
    // A nightly run without changes is not logged.
    if (stored.syncJob && countApplied(counts) === 0) return;
    await clearSecrets(within, stored.id);
    await writeAudit(within, access, [
      {
        action: "people.imported",
        subjectType: "organization",
        subjectUid: stored.organizationUid,
        organizationUid: stored.organizationUid,
        details: {
          created,
          changed: countApplied(counts) - created - deactivated,
          ...(deactivated > 0 ? { deactivated } : {}),
          import: stored.id,
        },
      },
    ]);
  });
  deps.changed(access.uid);
}

/** Prints the generated passwords on sheets to cut, by class; afterwards they are deleted from the rows. */
async function printSlips(deps: ImportDeps, database: Database, stored: StoredImport): Promise<void> {
  if (!stored.sheetWords) return;
  const people = await slipPeople(deps, database, stored);
  if (people.length === 0) return;
  await clearParts(database, stored.id, "slips");
  const stream = partsWriter(database, deps.secrets, stored.id, "slips");
  const finished = new Promise<void>((resolve, reject) => stream.on("finish", resolve).on("error", reject));
  await printPasswords(stream, people, stored.sheetWords.words);
  if (!stream.writableEnded) stream.end();
  await finished;
  const name = sheetFileName(stored.sheetWords.fileName, people, dayIn(stored.realm, new Date()));
  await changeImport(database, stored.id, { slips: { name, size: stream.bytesStored } });
}

async function slipPeople(
  { secrets }: ImportDeps,
  database: Database,
  { id, realm }: Pick<StoredImport, "id" | "realm">,
) {
  const { rows } = await database.execute<{
    name: string;
    username: string;
    group: string | null;
    school: string | null;
    shared: boolean;
    type: PersonType;
    secret: Buffer;
  }>(sql`
    select u.name, u.username, u.shared, u.type, r.secret, own.name as "group", (
      select o.name from directory.associations a join directory.organizations o on o.id = a.organization_id
      where a.user_id = u.id and a.active and o.status <> 'deleted' order by o.name limit 1) as school
    from imports.rows r join directory.users u on u.uid = r.person_uid
    left join lateral (
      select g.name from directory.memberships m join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
      where m.user_id = u.id order by g.type = 'class' desc, ${inAlphabet(realm, sql`g.name`)} limit 1) own on true
    where r.import_id = ${id} and r.result = 'created' and r.secret is not null
    order by ${inAlphabet(realm, sql`own.name`)} nulls last, ${inAlphabet(realm, sql`u.name`)}, u.id`);
  return rows.flatMap(({ secret, ...person }) => {
    const password = secrets.open(secret);
    return password === null ? [] : [{ ...person, kind: sheetKind(person), secret: password }];
  });
}
