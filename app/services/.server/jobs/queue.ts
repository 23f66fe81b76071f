import type { Pool } from "pg";
import type PgBoss from "pg-boss";
import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, realmRow, realms, regionOf } from "~/realms/realm";
import { inBackgroundSpan } from "~/tracing/spans.server";

/**
 * pg-boss in each region's own database wakes workers, runs the hourly and daily cleanups and starts the nightly syncs. The state of
 * jobs is in our own tables. Decision 21.
 */

/** Refers to a row of the tables of jobs, imports, syncs or uploads. */
export type QueuedWork = { kind: "job" | "import" | "sync" | "upload"; id: string };

/** Runs one kind of work that the queue notifies about. */
export type WorkRunner = {
  /** Claims a row and works on it; does nothing if another process has it. */
  run(region: Region, id: string, isStopping: () => boolean): Promise<void>;
  /** Ids of rows to notify about again; see claims.ts. */
  findLost(region: Region): Promise<string[]>;
};

type QueueWork = {
  /** Runs one piece of work; `isStopping` is true when the process is about to end and the work should be given back. */
  run(region: Region, work: QueuedWork, isStopping: () => boolean): Promise<void>;
  /** Work whose process has died, or whose notification is lost. */
  findLost(region: Region): Promise<QueuedWork[]>;
  /** Short cleanups of a region. */
  everyMinute(region: Region): Promise<void>;
  /** Cleanups of all regions; runs in one process at a time. If one throws, pg-boss retries three times, every ten minutes. */
  hourly(): Promise<void>;
  daily(): Promise<void>;
  /** Runs once a night, in the country's time zone. */
  nightly(realm: Realm): Promise<void>;
};

export type JobQueue = {
  /** Sets the functions that the workers run. Called once, before the queue is started or anything is sent. */
  serve(work: QueueWork): void;
  /** Starts the workers; repeated calls have no effect. */
  start(): Promise<void>;
  /**
   * Notifies the workers of a region about a stored row, at once or `after` some seconds. The row is what counts: a notification that is lost
   * costs a minute, and a second one does nothing. Decision 74.
   */
  send(region: Region, work: QueuedWork, after?: number): Promise<void>;
  /** Waits until running jobs can be returned to the queue, then stops. */
  stop(): Promise<void>;
};

const queues = { work: "fabel-jobs", hourly: "fabel-hourly", daily: "fabel-daily", lost: "fabel-lost" } as const;

/** In the country's time zone. */
const nightlyQueue = (realm: Realm) => `fabel-night-${realm}`;
const nightlyAt = "30 1 * * *";

/** Concurrent jobs per process and region: a long export must not block short actions. */
const workersEach = 2;

/** The region whose database holds the cleanup schedule. */
const cleanupsIn: Region = "eu";
const cleanupRetries = { retryLimit: 3, retryDelay: 600 };

type StartedRegion = { boss: PgBoss; workers: string[] };

/**
 * Services send to the queue, and its workers run code of services. So the queue is created first, then the services, and `serve` adds
 * what the workers run.
 */
export function createJobQueue(databases: Databases, report: (error: unknown) => void): JobQueue {
  let served: QueueWork | null = null;
  let started: Promise<Record<Region, StartedRegion>> | null = null;
  let isStopping = false;

  async function startRegion(region: Region, work: QueueWork): Promise<StartedRegion> {
    const pool = databases[region].$client;
    const { default: Boss } = await import("pg-boss");
    const boss = new Boss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      // A short retention is enough: our own tables have the results that users look at.
      archiveCompletedAfterSeconds: 3600,
      archiveFailedAfterSeconds: 3600,
      deleteAfterDays: 1,
    });
    boss.on("error", (error) => {
      if (!isStopping) report(error);
    });
    await oneAtATime(pool, async () => {
      await boss.start();
      // No retries: a failed job is marked in its own row, and only its user can start it again.
      const ofRealms = realms.filter((realm) => regionOf(realm) === region).map(nightlyQueue);
      for (const name of [...Object.values(queues), ...ofRealms])
        await boss.createQueue(name, { name, retryLimit: 0, expireInHours: 12 });
    });
    const workers: string[] = [];
    for (let worker = 0; worker < workersEach; worker += 1) {
      const id = await boss.work<QueuedWork>(
        queues.work,
        { batchSize: 1, pollingIntervalSeconds: 5 },
        async ([job]) => {
          if (!job) return;
          const run = () => work.run(region, job.data, () => isStopping);
          await inBackgroundSpan(`process ${job.data.kind}`, run).catch(report);
        },
      );
      workers.push(id);
    }
    await boss.work(queues.lost, { pollingIntervalSeconds: 10 }, async () => {
      await inBackgroundSpan("process every-minute", () => work.everyMinute(region)).catch(report);
      for (const lostWork of await work.findLost(region)) await boss.send(queues.work, lostWork);
    });
    if (region === cleanupsIn) await scheduleCleanups(boss, work);
    for (const realm of realms.filter((each) => regionOf(each) === region)) {
      const name = nightlyQueue(realm);
      await boss.schedule(name, nightlyAt, {}, { tz: realmRow(realm).timeZone, ...cleanupRetries });
      await boss.work(name, { pollingIntervalSeconds: 60 }, () =>
        inBackgroundSpan("process nightly", () => work.nightly(realm)),
      );
    }
    await boss.schedule(queues.lost, "* * * * *");
    return { boss, workers };
  }

  async function scheduleCleanups(boss: PgBoss, work: QueueWork): Promise<void> {
    await boss.schedule(queues.hourly, "7 * * * *", {}, cleanupRetries);
    await boss.schedule(queues.daily, "17 3 * * *", {}, cleanupRetries);
    // Also runs at startup, for processes that never run for an hour.
    await boss.sendThrottled(queues.hourly, {}, cleanupRetries, 3600);
    await boss.work(queues.hourly, { pollingIntervalSeconds: 60 }, () =>
      inBackgroundSpan("process hourly", () => work.hourly()),
    );
    await boss.work(queues.daily, { pollingIntervalSeconds: 60 }, () =>
      inBackgroundSpan("process daily", () => work.daily()),
    );
  }

  function start(): Promise<Record<Region, StartedRegion>> {
    if (served === null) throw new Error("The job queue was started before `serve`");
    started ??= Promise.all([startRegion("eu", served), startRegion("us", served)]).then(([eu, us]) => ({ eu, us }));
    return started;
  }

  return {
    serve(work) {
      served = work;
    },
    async start() {
      await start();
    },
    async send(region, work, after = 0) {
      const { boss, workers } = (await start())[region];
      await boss.send(queues.work, work, after > 0 ? { startAfter: after } : {});
      if (after > 0) return;
      // Wakes the workers of this process before their next poll.
      for (const worker of workers) boss.notifyWorker(worker);
    },
    async stop() {
      isStopping = true;
      if (!started) return;
      const all = Object.values(await started);
      await Promise.all(all.map(({ boss }) => boss.stop({ graceful: true, timeout: 20_000 })));
    },
  };
}

/** Processes that start together must not create the queue's tables concurrently, since they would deadlock. */
async function oneAtATime(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('jobs.queue'))");
    await work();
  } finally {
    // Closing the connection releases the lock in any case.
    client.release(true);
  }
}
