import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { inHalves } from "~/services/.server/jobs/in-halves";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { batchSizeOf, rowsWithPasswordsAtOnce } from "./batch-size";
import { endRun } from "./end-run";
import { choicesOfQuestions } from "./group-questions";
import type { ImportDeps } from "./import-deps";
import { readImportScope } from "./import-scope";
import { reportImport, type StoredImport } from "./import-store";
import { createGroupIds } from "./new-groups";
import { planBatch, type RowWithPlan } from "./plan-batch";
import type { GroupChoices, RosterRow } from "./roster-row";
import { managedOf } from "./roster-row";
import { countImportRows, endRows, findRowsToWrite, type RowToWrite, toWrite } from "./row-store";
import { createRowsOfFile } from "./rows-of-file";
import { type BatchWriter, failureReason, writeBatch } from "./write-batch";

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
  const counts = await countImportRows(database, stored.id);
  const total = toWrite(counts);
  const size = atOnce ?? (stored.passwords === "none" ? batchSizeOf(total) : rowsWithPasswordsAtOnce);
  let done = Object.values(counts.results).reduce((sum, count) => sum + count, 0);
  let isStopRequested = await reportImport(database, stored.id, done, total);
  const planFrom = (after: number) => planNext(deps, database, stored, accessNow, after, size);
  for (let batch = isStopRequested ? null : await planFrom(0); batch && !isStopRequested; ) {
    if (isStopping()) return false;
    done += batch.size;
    const { last, writer, rows } = batch;
    const planRest = () => (done < total ? planFrom(last) : Promise.resolve(null));
    let next: PlannedBatch | null;
    if (stored.passwords === "none") {
      // The next rows are planned while the database writes these. Whoever is edited in between has another version and is not written.
      [next] = await awaitBoth(planRest(), writeBatch(writer, rows));
    } else {
      // Hashing takes nearly all of the time, so planning ahead would only slow the pages down.
      await writeBatch(writer, rows);
      next = await planRest();
    }
    batch = next;
    isStopRequested = await reportImport(database, stored.id, done, total);
  }
  // A stop requested after everything was written has no effect.
  const isStopped = isStopRequested && done < total;
  await endRun(deps, database, stored, await accessNow(), {
    state: isStopped ? "stopped" : "imported",
    error: null,
    rest: isStopped ? { result: "failed", reason: formMessages.stoppedBefore } : null,
  });
  return true;
}

type PlannedBatch = {
  writer: BatchWriter;
  rows: { stored: RowToWrite; now: RowWithPlan }[];
  last: number;
  /** Number of rows, including those that could not be planned. */
  size: number;
};

/**
 * The next rows after a place, planned with the rights and schools of now; null if there are none.
 * @throws ServiceError 403 if the organisation is deleted or outside the starter's scope by now
 */
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
  if (!scope) throw new ServiceError(403, "forbidden", formMessages.insufficientPermission);
  const rows = await findRowsToWrite(database, stored.id, after, size);
  if (rows.length === 0) return null;
  const passwords = stored.passwords ?? "none";
  const groupIds = createGroupIds(database, access, scope, stored.id);
  const managed = managedOf(stored);
  const writer: BatchWriter = { deps, database, importId: stored.id, access, scope, managed, passwords, groupIds };
  const planned = await plansOf(writer, choicesOfQuestions(stored.groupQuestions), rows);
  const plannedRows = rows.flatMap((row) => {
    const now = planned.get(row.place);
    return now ? [{ stored: row, now }] : [];
  });
  return { writer, rows: plannedRows, last: rows.at(-1)?.place ?? after, size: rows.length };
}

/** Waits for both even if one fails, so that no write is still running when the import ends as failed. */
async function awaitBoth<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

/** The rows' plans by place. A row that cannot be planned fails with a reason. */
async function plansOf(
  writer: BatchWriter,
  groupChoices: GroupChoices,
  rows: readonly RowToWrite[],
): Promise<Map<number, RowWithPlan>> {
  const plans = new Map<number, RowWithPlan>();
  await inHalves(
    rows,
    async (part) => {
      for (const [place, plan] of await planRows(writer, groupChoices, part)) plans.set(place, plan);
    },
    async ({ place }, error) => {
      const problem = { column: null, reason: failureReason(writer, error) };
      await endRows(writer.database, writer.importId, [{ place, result: "failed", problem }]);
    },
  );
  return plans;
}

async function planRows(
  { database, access, scope, managed }: BatchWriter,
  groupChoices: GroupChoices,
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
  const planned = await planBatch(database, { access, scope, managed, groupChoices }, rosterRows, {
    choices,
    rowsOfFile: createRowsOfFile(),
    mayBeAlike,
  });
  return new Map(planned.map((each) => [each.row.place, each]));
}
