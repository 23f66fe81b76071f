import type { Pool } from "pg";
import type PgBoss from "pg-boss";
import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, realmRow, realms, regionOf } from "~/realms/realm";

/**
 * pg-boss in each region's own database wakes workers and runs what is due every hour and day. A job's state is in our own tables.
 * Decision 21.
 */

/** What stands in the tables of jobs, of imports, of syncs or of uploaded books. */
export type QueuedWork = { id: string; kind: "job" | "import" | "sync" | "upload" };

export type QueueWork = {
  /**
   * Works on one job or import; `isStopping` is true when the process is about to end and the work should be returned to the queue.
   */
  run(region: Region, work: QueuedWork, isStopping: () => boolean): Promise<void>;
  /** Work whose process is gone. */
  findLost(region: Region): Promise<QueuedWork[]>;
  /**
   * Cleanups of all regions, in one process at a time. Where one throws, pg-boss runs it again after ten minutes, three times.
   */
  hourly(): Promise<void>;
  daily(): Promise<void>;
  /** Once in the country's night. */
  nightly(realm: Realm): Promise<void>;
  report(error: unknown): void;
};

export type JobQueue = {
  /** Begins to work; the first call counts. */
  start(): Promise<void>;
  /**
   * Wakes a worker for a job, an import, a sync or an uploaded book that stands in the database, at once or some seconds later.
   */
  send(region: Region, id: string, kind?: QueuedWork["kind"], after?: number): Promise<void>;
  /** Lets running jobs come to a place where they can be given back, then ends. */
  stop(): Promise<void>;
};

const queues = { work: "fabel-jobs", hourly: "fabel-hourly", daily: "fabel-daily", lost: "fabel-lost" } as const;

/** By the country's own clock. */
const nightlyQueue = (realm: Realm) => `fabel-night-${realm}`;
const nightlyAt = "30 1 * * *";

/** Jobs that one process works on at a time in a region: a long export must not hold up a short action. */
const workersEach = 2;

/** Whose database holds the schedule of the cleanups. */
const cleanupsIn: Region = "eu";
const cleanupRetries = { retryLimit: 3, retryDelay: 600 };

type StartedRegion = { boss: PgBoss; workers: string[] };

export function createJobQueue(databases: Databases, work: QueueWork): JobQueue {
  let started: Promise<Record<Region, StartedRegion>> | null = null;
  let isStopping = false;

  async function startRegion(region: Region): Promise<StartedRegion> {
    const pool = databases[region].$client;
    const { default: Boss } = await import("pg-boss");
    const boss = new Boss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      // Minutes are enough: our own tables keep what people come back for.
      archiveCompletedAfterSeconds: 3600,
      archiveFailedAfterSeconds: 3600,
      deleteAfterDays: 1,
    });
    boss.on("error", (error) => {
      if (!isStopping) work.report(error);
    });
    await oneAtATime(pool, async () => {
      await boss.start();
      // A failed job says so in its own row; only whoever started it sends it again.
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
          if (job) await work.run(region, job.data, () => isStopping).catch(work.report);
        },
      );
      workers.push(id);
    }
    await boss.work(queues.lost, { pollingIntervalSeconds: 10 }, async () => {
      for (const found of await work.findLost(region)) await boss.send(queues.work, found);
    });
    if (region === cleanupsIn) await scheduleCleanups(boss);
    for (const realm of realms.filter((each) => regionOf(each) === region)) {
      const name = nightlyQueue(realm);
      await boss.schedule(name, nightlyAt, {}, { tz: realmRow(realm).timeZone, ...cleanupRetries });
      await boss.work(name, { pollingIntervalSeconds: 60 }, () => work.nightly(realm));
    }
    await boss.schedule(queues.lost, "* * * * *");
    return { boss, workers };
  }

  async function scheduleCleanups(boss: PgBoss): Promise<void> {
    await boss.schedule(queues.hourly, "7 * * * *", {}, cleanupRetries);
    await boss.schedule(queues.daily, "17 3 * * *", {}, cleanupRetries);
    // A product that never runs for an hour cleans up too.
    await boss.sendThrottled(queues.hourly, {}, cleanupRetries, 3600);
    await boss.work(queues.hourly, { pollingIntervalSeconds: 60 }, () => work.hourly());
    await boss.work(queues.daily, { pollingIntervalSeconds: 60 }, () => work.daily());
  }

  function start(): Promise<Record<Region, StartedRegion>> {
    started ??= Promise.all([startRegion("eu"), startRegion("us")]).then(([eu, us]) => ({ eu, us }));
    return started;
  }

  return {
    async start() {
      await start();
    },
    async send(region, id, kind = "job", after = 0) {
      const { boss, workers } = (await start())[region];
      await boss.send(queues.work, { id, kind }, after > 0 ? { startAfter: after } : {});
      if (after > 0) return;
      // Workers of this process need not wait until they look again.
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

/** Processes that start together must not make the queue's tables together: each would hold what the other waits for. */
async function oneAtATime(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('jobs.queue'))");
    await work();
  } finally {
    // Its end gives the lock back, whatever state it is in.
    client.release(true);
  }
}
