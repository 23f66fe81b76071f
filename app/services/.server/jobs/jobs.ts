import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, regions } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import type { IdentityDirectory, StaffCredentials } from "~/services/.server/directory/identity";
import { runJob } from "./job-runner";
import { findLostJobs, purgeExpiredJobs } from "./job-store";
import type { JobQueue } from "./queue";

type JobsDeps = {
  queue: Pick<JobQueue, "serve">;
  databases: Databases;
  identity: IdentityDirectory;
  credentials: StaffCredentials;
  secrets: SecretBox;
  /** Imports use the same queue. */
  imports: {
    run(region: Region, id: string, isStopping: () => boolean): Promise<void>;
    findLost(region: Region): Promise<string[]>;
  };
  /** Syncs use the same queue. */
  syncs: {
    run(region: Region, id: string, isStopping: () => boolean): Promise<void>;
    findLost(region: Region): Promise<string[]>;
    nightly(realm: Realm): Promise<void>;
  };
  /** Uploaded books use the same queue. */
  uploads: {
    run(region: Region, id: string): Promise<void>;
    findLost(region: Region): Promise<string[]>;
  };
  /** Cleanups of other modules, e.g. of expired sessions every hour and of deleted people every day. Must be idempotent. */
  cleanups: Record<"hourly" | "daily", Array<() => Promise<unknown>>> & {
    everyMinute(region: Region): Promise<void>;
  };
  /** Invalidates this user's display cache after people were changed. */
  changed(uid: string): void;
  report(error: unknown): void;
};

/** Has the queue run background jobs, in the web process or in any other process with access to the same databases. */
export function serveJobs(deps: JobsDeps): void {
  const { databases, cleanups, report } = deps;
  const run = (cleanup: () => Promise<unknown>) => cleanup();
  deps.queue.serve({
    run(region, { id, kind }, isStopping) {
      if (kind === "upload") return deps.uploads.run(region, id);
      if (kind === "job") return runJob(deps, region, id, isStopping);
      return (kind === "import" ? deps.imports : deps.syncs).run(region, id, isStopping);
    },
    async findLost(region) {
      const [jobs, imports, syncs, uploads] = await Promise.all([
        findLostJobs(databases[region]),
        deps.imports.findLost(region),
        deps.syncs.findLost(region),
        deps.uploads.findLost(region),
      ]);
      return [
        ...jobs.map((id) => ({ id, kind: "job" as const })),
        ...imports.map((id) => ({ id, kind: "import" as const })),
        ...syncs.map((id) => ({ id, kind: "sync" as const })),
        ...uploads.map((id) => ({ id, kind: "upload" as const })),
      ];
    },
    everyMinute: cleanups.everyMinute,
    hourly: () => cleanUp(cleanups.hourly.map(run), report),
    daily: () =>
      cleanUp([...cleanups.daily.map(run), ...regions.map((region) => purgeExpiredJobs(databases[region]))], report),
    nightly: deps.syncs.nightly,
  });
}

/**
 * Waits for all cleanups, so that a failure in one region does not stop the other. Reports each failure and then throws, so that pg-boss
 * retries.
 */
export async function cleanUp(cleanups: Promise<unknown>[], report: (error: unknown) => void): Promise<void> {
  const outcomes = await Promise.allSettled(cleanups);
  const failures = outcomes.filter((outcome) => outcome.status === "rejected");
  for (const { reason } of failures) report(reason);
  if (failures.length > 0) throw new Error(`${failures.length} of ${cleanups.length} cleanups failed`);
}
