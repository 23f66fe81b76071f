import { sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { Endpoints, Service } from "~/services/.server/dispatch/endpoint";
import { auditingRefusals } from "~/services/.server/dispatch/refused-attempts";
import type { EndedSync } from "~/services/.server/import/import-deps";
import { findLostRows } from "~/services/.server/jobs/claims";
import type { WorkRunner } from "~/services/.server/jobs/queue";
import type { SyncContracts } from "~/services/contracts/sync";
import { jobDecisionEndpoints } from "./job-decision-endpoints";
import { jobEndpoints } from "./job-endpoints";
import { purgeJobs, startJob, syncWork } from "./job-store";
import { createCheckSource, createWithRoster } from "./open-source";
import type { SourceOptions } from "./roster/source-options";
import { noteEnd, processSyncJob } from "./run-sync";
import { syncSettingsEndpoints } from "./settings-endpoints";
import { sourceEndpoints } from "./source-endpoints";
import type { SyncDeps } from "./sync-deps";
import { findNightlySources, readSyncSettings } from "./sync-store";

export type SyncService = {
  service: Service<SyncContracts>;
  /** Functions for the job queue. */
  syncs: WorkRunner & { nightly(realm: Realm): Promise<void> };
  noteEnd(within: Transaction, ended: EndedSync): Promise<void>;
  purgeExpired(region: Region): Promise<void>;
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
};

/** Roster sync for the composition root. docs/product/control-panel.md#sync. */
export function createSync({
  databases,
  jobDatabases,
  ...others
}: {
  databases: Databases;
  jobDatabases: Databases;
  identity: IdentityDirectory;
  secrets: SecretBox;
  queue: SyncDeps["queue"];
  report(error: unknown): void;
  /** Overrides of the default limits for reading over HTTP. */
  limits: SourceOptions["limits"];
}): SyncService {
  const deps: SyncDeps = {
    databases: jobDatabases,
    withRoster: createWithRoster(others),
    ...others,
    checkSource: createCheckSource(others),
  };
  const endpoints = createSyncEndpoints({ ...deps, databases });
  return {
    service: auditingRefusals({ name: "sync", endpoints }, databases),
    syncs: {
      run: (region, id, isStopping) => processSyncJob(deps, region, id, isStopping),
      findLost: (region) => findLostRows(jobDatabases[region], syncWork),
      nightly: (realm) => startNightly(deps, realm),
    },
    noteEnd,
    purgeExpired: (region) => purgeJobs(jobDatabases[region]),
    async erasePeople(realm, uids) {
      const people = sql`${sql.param(uids)}::uuid[]`;
      const database = jobDatabases[regionOf(realm)];
      await database.execute(sql`
        update sync.sources set configured_by = null where realm = ${realm} and configured_by = any (${people})`);
    },
  };
}

/** Starts a run of each source in the country that is synced nightly. Runs of one organisation are serialised. */
export async function startNightly(deps: Pick<SyncDeps, "databases" | "queue">, realm: Realm): Promise<void> {
  const region = regionOf(realm);
  const database = deps.databases[region];
  for (const { id: syncId, organizationId, configuredBy } of await findNightlySources(database, realm)) {
    if (configuredBy === null) continue;
    const { dryRun: isDryRun } = await readSyncSettings(database, organizationId);
    const draft = { realm, organizationId, syncId, isBySchedule: true, isDryRun };
    const starter = { startedBy: configuredBy, actor: null, isSecure: false };
    const { id } = await inTransaction(database, (within) => startJob(within, { ...draft, ...starter }));
    await deps.queue.send(region, { kind: "sync", id });
  }
}

/** Endpoints of roster sync, for administrators of the organisation and above. docs/product/choices.md#default-permissions. */
export function createSyncEndpoints(
  deps: Pick<SyncDeps, "databases" | "secrets" | "queue" | "checkSource">,
): Endpoints<SyncContracts> {
  return {
    ...syncSettingsEndpoints(deps),
    ...sourceEndpoints(deps),
    ...jobEndpoints(deps),
    ...jobDecisionEndpoints(deps),
  };
}
