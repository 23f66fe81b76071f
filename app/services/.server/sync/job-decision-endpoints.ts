import { inTransaction } from "~/db/.server/transaction";
import { regionOf } from "~/realms/realm";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { findRunningImporter, moveImport, readImport } from "~/services/.server/import/import-store";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { conflict } from "~/services/contracts/service-error";
import { syncContracts as contracts, type SyncContracts } from "~/services/contracts/sync";
import { log, moveJob } from "./job-store";
import { respondWithJob } from "./present-sync";
import { releaseJob } from "./run-sync";
import { auditSync } from "./sync-audit";
import type { SyncDeps } from "./sync-deps";
import { authoriseJob, starterOf } from "./sync-rights";

type Names = "releaseSyncJob" | "refuseSyncJob" | "undoSyncJob";

/** Endpoints by which a user releases, refuses or undoes a run. */
export function jobDecisionEndpoints(
  deps: Pick<SyncDeps, "databases" | "queue">,
): Endpoints<Pick<SyncContracts, Names>> {
  return {
    releaseSyncJob: endpoint({
      contract: contracts.releaseSyncJob,
      authorise: (input, caller) => authoriseJob(deps, input, caller),
      async handle(_, { database, access, organization, job }) {
        const outcome = await releaseJob(deps, database, job, {
          ...starterOf(access),
          audit: (within) => auditSync(within, access, organization.uid, "sync.released", { job: job.id }),
        });
        if (typeof outcome === "object") throw conflict(fillMessage("importRuns", { name: outcome.busy }));
        // A repeated call changes nothing.
        if (outcome === "elsewhere" && job.state !== "released") throw conflict(formMessages.conflict);
        return respondWithJob(database, job.id);
      },
    }),

    refuseSyncJob: endpoint({
      contract: contracts.refuseSyncJob,
      authorise: (input, caller) => authoriseJob(deps, input, caller),
      async handle(_, { database, access, organization, job }) {
        const isMoved = await inTransaction(database, async (within) => {
          if (!(await moveJob(within, job.id, "refuse"))) return false;
          if (job.importId) await moveImport(within, job.importId, ["ready"], "discarded");
          await log(within, job.id, "info", "refused");
          await auditSync(within, access, organization.uid, "sync.refused", { job: job.id });
          return true;
        });
        if (!isMoved && job.state !== "refused") throw conflict(formMessages.conflict);
        return respondWithJob(database, job.id);
      },
    }),

    undoSyncJob: endpoint({
      contract: contracts.undoSyncJob,
      authorise: (input, caller) => authoriseJob(deps, input, caller),
      async handle(_, { database, access, job }) {
        const { importId } = job;
        if (importId === null) throw conflict(formMessages.conflict);
        await inTransaction(database, async (within) => {
          const stored = await readImport(within, importId);
          if (!stored) throw conflict(formMessages.conflict);
          const writer = await findRunningImporter(within, stored.rootId, importId);
          if (writer !== null) throw conflict(fillMessage("importRuns", { name: writer }));
          const changes = { ...starterOf(access), error: null };
          const isMoved =
            !stored.isExpired && (await moveImport(within, importId, ["imported", "stopped"], "undoing", changes));
          if (!isMoved && !["undoing", "undone"].includes(stored.state)) throw conflict(formMessages.conflict);
        });
        await deps.queue.send(regionOf(access.realm), { kind: "import", id: importId });
        return respondWithJob(database, job.id);
      },
    }),
  };
}
