import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Region, regionOf } from "~/realms/realm";
import type { EndedSync } from "~/services/.server/import/import-deps";
import { findRunningImporter, insertImport, moveImport, readImport } from "~/services/.server/import/import-store";
import { clearRows, countApplied, countImportRows, toWrite } from "~/services/.server/import/row-store";
import { holdClaim } from "~/services/.server/jobs/claims";
import { accessOfStarter } from "~/services/.server/jobs/job-access";
import { ServiceError } from "~/services/contracts/service-error";
import { compareRoster } from "./compare-roster";
import { claimSyncJob, findJob, log, logAll, moveJob, type StoredSyncJob, supersedeJobs, syncWork } from "./job-store";
import { storeSyncedPeople, storeSyncedRoster } from "./people-store";
import { RosterSourceError, type SourceFault } from "./roster/roster";
import type { SyncDeps } from "./sync-deps";
import { isAboveLimits, isNothingToDecide, sharesOf, verdictOf } from "./sync-job.machine";
import { SyncProblem } from "./sync-problem";
import { clearSourceFile, findSource } from "./sync-store";

/**
 * One run of a sync: reads the source, compares it, and starts the import of the rows, or waits for a user's decision.
 * docs/product/control-panel.md#sync.
 */

/** Seconds until the next attempt while another run of the organisation is active. */
const waitSeconds = 5;

/** Runs a queued job; gives it back if the process is stopping. */
export async function processSyncJob(
  deps: SyncDeps,
  region: Region,
  id: string,
  isStopping: () => boolean,
): Promise<void> {
  const database = deps.databases[region];
  const claim = await claimSyncJob(database, id);
  const job = await findJob(database, id);
  if (!claim || !job) {
    // Another run of the organisation is active, so try again later.
    if (job?.state === "queued") await deps.queue.send(region, { kind: "sync", id }, waitSeconds);
    return;
  }
  await holdClaim({
    ...{ database, table: syncWork, claim, isStopping, report: deps.report },
    async work({ signal, isLost }) {
      try {
        await readSource(deps, database, job, signal);
        return true;
      } catch (error) {
        if (!signal.aborted) throw error;
        // The rows of a lost run are those of the process that has it now.
        if (!isLost()) await discardRows(database, job.id);
        return false;
      }
    },
    async failed(error) {
      await discardRows(database, job.id);
      const problem = problemOf(error);
      if (problem.code === "internal_error") deps.report(error);
      await fail(database, job, problem);
    },
  });
}

type Problem = { code: string; values: Record<string, string | number>; others: readonly SourceFault[] };

function problemOf(error: unknown): Problem {
  if (error instanceof RosterSourceError) return { code: error.code, values: error.values, others: error.others };
  if (error instanceof SyncProblem) return { code: error.code, values: {}, others: [] };
  const isOfRights = error instanceof ServiceError && error.status < 500;
  return { code: isOfRights ? "no_rights" : "internal_error", values: {}, others: [] };
}

async function fail(database: Database, job: StoredSyncJob, { code, values, others }: Problem): Promise<void> {
  await inTransaction(database, async (within) => {
    if (!(await moveJob(within, job.id, "fail", { problem: { code, values } }))) return;
    await logAll(within, job.id, "error", [{ code, values }, ...others]);
    await clearSourceFile(within, job.syncId);
  });
}

async function readSource(deps: SyncDeps, database: Database, job: StoredSyncJob, signal: AbortSignal): Promise<void> {
  const source = await findSource(database, job.syncId);
  if (!source) return;
  const access = await accessOfStarter(deps, job, `sync ${job.id}`);
  await discardRows(database, job.id);
  await log(database, job.id, "info", "started", { name: source.name });
  const { realm, organizationId, startedBy, actor, isSecure } = job;
  const draft = { realm, organizationId, fileName: source.name, startedBy, actor, isSecure, syncJob: job.id };
  const importId = await inTransaction(database, (within) => insertImport(within, draft));
  const comparison = await deps.withRoster(database, source, signal, (roster) =>
    compareRoster({ database, secrets: deps.secrets }, { job, importId, access, roster, signal }),
  );
  if (!comparison) throw new SyncProblem("no_rights");
  const { counts, compared, roster } = comparison;
  const verdict = verdictOf(compared, job.isDryRun);
  await inTransaction(database, async (within) => {
    const changes = { counts, roster };
    if (verdict === "release") await beginWriting(within, importId, job);
    if (!(await moveJob(within, job.id, verdict, changes))) return;
    if (verdict === "dry") await noteNothing(within, job, importId);
    await supersedeJobs(within, job.syncId, job.id);
    await clearSourceFile(within, job.syncId);
    const { updates, deactivations } = compared;
    await log(within, job.id, "info", "compared", { ...counts, updates, deactivations });
    if (verdict === "dry") await log(within, job.id, "info", "dry");
    if (verdict === "dry" && isAboveLimits(compared))
      await log(within, job.id, "warning", "would_hold", rounded(sharesOf(compared)));
    if (counts.orphans > 0) await log(within, job.id, "info", "orphans", { number: counts.orphans });
    if (verdict === "hold") await log(within, job.id, "warning", "held", rounded(sharesOf(compared)));
  });
  if (verdict === "release") await deps.queue.send(regionOf(realm), { kind: "import", id: importId });
}

/** Stores the matches of a dry run that has nothing to decide, as a release would, since nobody can release it. */
async function noteNothing(within: Transaction, job: StoredSyncJob, importId: string): Promise<void> {
  const counts = await countImportRows(within, importId);
  if (isNothingToDecide({ toWrite: toWrite(counts), undecided: counts.undecided })) {
    await noteMatches(within, job, importId);
  }
}

/** Stores people, schools and classes of a run, for the next one. */
async function noteMatches(within: Transaction, { id, syncId }: StoredSyncJob, importId: string): Promise<void> {
  const stored = await readImport(within, importId);
  await storeSyncedPeople(within, syncId, importId);
  await storeSyncedRoster(within, syncId, id, stored?.managed?.organizations ?? []);
}

const rounded = ({ deactivations, updates }: { deactivations: number; updates: number }) => ({
  deactivations: Math.round(deactivations),
  updates: Math.round(updates),
});

type Starter = { startedBy: string; actor: string | null; isSecure: boolean };

/** @throws SyncProblem if another import is running in the same tree */
async function beginWriting(
  within: Transaction,
  importId: string,
  { startedBy, actor, isSecure }: Starter,
): Promise<void> {
  const stored = await readImport(within, importId);
  if (!stored) throw new SyncProblem("internal_error");
  const writer = await findRunningImporter(within, stored.rootId, importId);
  if (writer !== null) throw new SyncProblem("busy", writer);
  const changes = { passwords: "none" as const, error: null, startedBy, actor, isSecure };
  if (!(await moveImport(within, importId, ["ready"], "importing", changes))) throw new SyncProblem("internal_error");
}

/** Deletes the rows of an earlier, interrupted attempt at the same run. */
async function discardRows(database: Database, jobId: string): Promise<void> {
  await inTransaction(database, async (within) => {
    const { rows } = await within.execute<{ id: string }>(
      sql`select id from imports.imports where sync_job = ${jobId} and state in ('reading', 'ready')`,
    );
    for (const { id } of rows) {
      await clearRows(within, id);
      await within.execute(sql`delete from imports.imports where id = ${id}`);
    }
  });
}

/**
 * Starts the import of a run, with the rights of the user who releases it. `busy`: another import is running in the same tree.
 * `elsewhere`: the run is not waiting for a decision.
 */
export async function releaseJob(
  deps: Pick<SyncDeps, "queue">,
  database: Database,
  job: StoredSyncJob,
  { audit, ...starter }: Starter & { audit(within: Transaction): Promise<void> },
): Promise<"released" | { busy: string } | "elsewhere"> {
  const { importId } = job;
  if (importId === null || job.isExpired) return "elsewhere";
  try {
    const isMoved = await inTransaction(database, async (within) => {
      if (!(await moveJob(within, job.id, "release"))) return false;
      await beginWriting(within, importId, starter);
      await log(within, job.id, "info", "released");
      await audit(within);
      return true;
    });
    if (!isMoved) return "elsewhere";
  } catch (error) {
    if (error instanceof SyncProblem) return error.code === "busy" ? { busy: error.who } : "elsewhere";
    throw error;
  }
  await deps.queue.send(regionOf(job.realm), { kind: "import", id: importId });
  return "released";
}

/** Records the end of a run's import or undo, in the transaction that ends it. */
export async function noteEnd(within: Transaction, { importId, jobId, state }: EndedSync): Promise<void> {
  const job = await findJob(within, jobId);
  if (!job) return;
  const counts = await countImportRows(within, importId);
  if (state === "undone") {
    const { restored, kept, failed } = counts.undo;
    await log(within, jobId, "info", "undone", { restored, kept: kept + failed });
    return;
  }
  await noteMatches(within, job, importId);
  const { edited, refused, failed } = counts.results;
  const values = { written: countApplied(counts), unwritten: edited + refused + failed };
  await log(
    within,
    jobId,
    state === "stopped" ? "warning" : "info",
    state === "stopped" ? "stopped" : "written",
    values,
  );
}
