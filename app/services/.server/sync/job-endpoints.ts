import { inTransaction } from "~/db/.server/transaction";
import { regionOf } from "~/realms/realm";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { syncContracts as contracts, type SyncContracts } from "~/services/contracts/sync";
import { listJobs, listLogs, startJob } from "./job-store";
import { presentSyncJobs, respondWithJob } from "./present-sync";
import { auditSync } from "./sync-audit";
import type { SyncDeps } from "./sync-deps";
import { authoriseJob, authoriseSource, starterOf } from "./sync-rights";
import { readSyncSettings } from "./sync-store";

type Names = "triggerSync" | "getSyncJobs" | "getSyncJob" | "getSyncLogs";

/** Runs of a source: start one, and show what they did. */
export function jobEndpoints(deps: Pick<SyncDeps, "databases" | "queue">): Endpoints<Pick<SyncContracts, Names>> {
  return {
    triggerSync: endpoint({
      contract: contracts.triggerSync,
      authorise: (input, caller) => authoriseSource(deps, input, caller),
      async handle(_, { database, access, organization, source }) {
        const { dryRun: isDryRun } = await readSyncSettings(database, organization.id);
        const { realm } = access;
        const { id } = await inTransaction(database, async (within) => {
          const of = { realm, organizationId: organization.id, syncId: source.id, isBySchedule: false, isDryRun };
          const started = await startJob(within, { ...of, ...starterOf(access) });
          if (started.isNew) {
            const details = { sync: source.id, job: started.id };
            await auditSync(within, access, organization.uid, "sync.started", details);
          }
          return started;
        });
        await deps.queue.send(regionOf(realm), { kind: "sync", id });
        return { status: 200, body: { jobId: id } };
      },
    }),

    getSyncJobs: endpoint({
      contract: contracts.getSyncJobs,
      authorise: (input, caller) => authoriseSource(deps, input, caller),
      async handle({ query }, { database, source }) {
        const { jobs, total } = await listJobs(database, source.id, query);
        return { status: 200, body: { data: await presentSyncJobs(database, jobs), meta: { totalCount: total } } };
      },
    }),

    getSyncJob: endpoint({
      contract: contracts.getSyncJob,
      authorise: (input, caller) => authoriseJob(deps, input, caller),
      handle: (_, { database, job }) => respondWithJob(database, job.id),
    }),

    getSyncLogs: endpoint({
      contract: contracts.getSyncLogs,
      authorise: (input, caller) => authoriseJob(deps, input, caller),
      async handle(_, { database, job }) {
        return { status: 200, body: { data: await listLogs(database, job.id) } };
      },
    }),
  };
}
