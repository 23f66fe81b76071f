import type { Databases } from "~/db/.server/connect";
import { regions } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import type { CredentialService, IdentityDirectory } from "~/services/.server/directory/identity";
import { runJob } from "./job-runner";
import { findLostJobs, forgetExpiredJobs } from "./job-store";
import { createJobQueue, type JobQueue } from "./queue";

export type JobsDeps = {
  databases: Databases;
  identity: IdentityDirectory;
  credentials: CredentialService;
  secrets: SecretBox;
  /** Other parts' work of the day, e.g. the purge of deleted people. */
  daily(): Promise<void>;
  /** People were changed for this person: what is kept to be shown to them is old. */
  changed(uid: string): void;
  report(error: unknown): void;
};

export type Jobs = {
  /** Takes the jobs that the control-panel service is asked for. */
  queue: Pick<JobQueue, "send">;
  /** Begins to work; a job that is asked for begins it too. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Long work in the background, in the process that serves or in any other on the same databases. */
export function createJobs(deps: JobsDeps): Jobs {
  const { databases, report } = deps;
  const queue = createJobQueue(databases, {
    run: (region, jobId, isStopping) => runJob(deps, region, jobId, isStopping),
    findLost: (region) => findLostJobs(databases[region]),
    daily: () => workOfTheDay(deps),
    report,
  });
  return {
    queue,
    start: queue.start,
    stop: queue.stop,
  };
}

/** Each by itself: what fails today is done tomorrow, and keeps nothing else from being done, in the other region least of all. */
export async function workOfTheDay({
  databases,
  daily,
  report,
}: Pick<JobsDeps, "databases" | "daily" | "report">): Promise<void> {
  const works = [daily(), ...regions.map((region) => forgetExpiredJobs(databases[region]))];
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === "rejected") report(outcome.reason);
}
