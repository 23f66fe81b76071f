import type { Database } from "~/db/.server/connect";
import type { ImportCounts } from "~/services/.server/import/import-store";
import { countApplied, countRowsOf, toWrite } from "~/services/.server/import/row-store";
import { notFound } from "~/services/contracts/service-error";
import type { Sync, SyncJob } from "~/services/contracts/sync";
import { findJob, type StoredSyncJob } from "./job-store";
import { isAboveLimits, jobActions, publicState, sharesOf } from "./sync-job.machine";
import type { StoredSource } from "./sync-store";

/** Converts syncs and their jobs for the response. */

/** Counts the rows of all jobs in one statement. */
export async function presentSyncJobs(database: Database, jobs: readonly StoredSyncJob[]): Promise<SyncJob[]> {
  const ids = jobs.flatMap(({ importId, importCounts }) => (importId && !importCounts ? [importId] : []));
  const counted = await countRowsOf(database, ids);
  return jobs.map((job) => presentJob(job, job.importCounts ?? counted.get(job.importId ?? "") ?? null));
}

function presentJob(job: StoredSyncJob, rows: ImportCounts | null): SyncJob {
  const state = publicState(job.state, job.importState);
  const { outcomes, results, undo } = rows ?? {};
  const [updates, moves, deactivations] = [outcomes?.changed ?? 0, outcomes?.moved ?? 0, outcomes?.gone ?? 0];
  const applied = rows ? countApplied(rows) : 0;
  const compared = job.counts && { ...job.counts, updates: updates + moves, deactivations };
  return {
    jobId: job.id,
    syncId: job.syncId,
    syncName: job.syncName,
    organization: { id: job.organizationUid, name: job.organizationName },
    importId: job.importId,
    state,
    isDryRun: job.isDryRun,
    isBySchedule: job.isBySchedule,
    startedBy: job.startedByName === null ? null : { id: job.startedBy, name: job.startedByName },
    problem: job.problem,
    progress: { done: job.done, total: state === "writing" || state === "undoing" ? job.total : null },
    counts: {
      creates: outcomes?.new ?? 0,
      updates,
      moves,
      deactivations,
      returns: outcomes?.returning ?? 0,
      orphans: job.counts?.orphans ?? 0,
      suspectedTwins: outcomes?.likely ?? 0,
      unchanged: job.counts?.unchanged ?? 0,
      problems: (outcomes?.wrong ?? 0) + (outcomes?.refused ?? 0) + (outcomes?.duplicate ?? 0),
      skipped: job.counts?.skipped ?? 0,
      refusedRows: job.counts?.refusedRows ?? 0,
    },
    written: applied,
    unwritten: (results?.edited ?? 0) + (results?.refused ?? 0) + (results?.failed ?? 0),
    restored: undo?.restored ?? 0,
    retained: (undo?.kept ?? 0) + (undo?.failed ?? 0),
    shares: compared && sharesOf(compared),
    isAboveLimits: compared !== null && isAboveLimits(compared),
    createdAt: job.createdAt,
    endedAt: job.endedAt,
    actions: jobActions({
      state,
      isExpired: job.isExpired,
      applied,
      rows: rows && { toWrite: toWrite(rows), undecided: rows.undecided },
    }),
  };
}

export function presentSync(source: StoredSource, lastJob: SyncJob | null): Sync {
  const { id, type, name, version, address, tokenAddress, clientId, secret, revision, createdAt, changedAt } = source;
  return {
    ...{ syncId: id, type, name, version, address, tokenAddress, clientId, revision, createdAt, changedAt, lastJob },
    hasSecret: secret !== null,
  };
}

/** The response about one job, as it is now. @throws ServiceError 404 */
export async function respondWithJob(database: Database, id: string) {
  const job = await findJob(database, id);
  const [data] = await presentSyncJobs(database, job ? [job] : []);
  if (!data) throw notFound();
  return { status: 200 as const, body: { data } };
}
