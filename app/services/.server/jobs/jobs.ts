import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, regions } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import type { IdentityDirectory, StaffCredentials } from "~/services/.server/directory/identity";
import { findLostRows } from "./claims";
import { runJob } from "./job-runner";
import { jobWork, purgeExpiredJobs } from "./job-store";
import type { JobQueue, QueuedWork, WorkRunner } from "./queue";

type JobsDeps = {
  queue: Pick<JobQueue, "serve">;
  databases: Databases;
  identity: IdentityDirectory;
  credentials: StaffCredentials;
  secrets: SecretBox;
  imports: WorkRunner;
  syncs: WorkRunner & { nightly(realm: Realm): Promise<void> };
  /** Uploaded books. */
  uploads: WorkRunner;
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
  const runners: Record<QueuedWork["kind"], WorkRunner> = {
    job: {
      run: (region, id, isStopping) => runJob(deps, region, id, isStopping),
      findLost: (region) => findLostRows(databases[region], jobWork),
    },
    import: deps.imports,
    sync: deps.syncs,
    upload: deps.uploads,
  };
  const kinds = Object.keys(runners) as QueuedWork["kind"][];
  deps.queue.serve({
    run: (region, { id, kind }, isStopping) => runners[kind].run(region, id, isStopping),
    async findLost(region) {
      const lost = await Promise.all(
        kinds.map(async (kind) => (await runners[kind].findLost(region)).map((id) => ({ kind, id }))),
      );
      return lost.flat();
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
