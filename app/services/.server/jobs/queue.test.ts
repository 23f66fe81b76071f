import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { testDatabase, testDatabases } from "#tests/support/database";
import { connectDatabase } from "~/db/.server/connect";
import { type Region, realmRow, realms } from "~/realms/realm";
import { createJobQueue } from "./queue";

describe("the job queue", () => {
  it("runs a job in its region, schedules recurring work by the country's time zone, and stops after the job", async () => {
    const databases = await testDatabases();
    const ran: string[] = [];
    let begun: (() => void) | undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const queue = createJobQueue(databases, (error) => {
      throw error;
    });
    queue.serve({
      async run(region: Region, { id }, isStopping) {
        ran.push(`${region} ${id}`);
        begun?.();
        // A job checks between two batches whether to stop.
        while (!isStopping()) await new Promise((resolve) => setImmediate(resolve));
        ran.push("given back");
      },
      findLost: async () => [],
      everyMinute: async () => {},
      hourly: async () => void ran.push("hourly"),
      daily: async () => {},
      nightly: async () => {},
    });
    await queue.send("us", { kind: "job", id: "one" });
    await hasBegun;
    await queue.stop();
    expect(ran).toEqual(["hourly", "us one", "given back"]);
    const scheduled = await databases.eu.execute(
      sql`select name, options ->> 'retryLimit' as retries from pgboss.schedule order by name`,
    );
    expect(scheduled.rows.filter(({ name }) => !String(name).startsWith("fabel-night-"))).toEqual([
      { name: "fabel-daily", retries: "3" },
      { name: "fabel-hourly", retries: "3" },
      { name: "fabel-lost", retries: null },
    ]);
    const nights = sql`select name, cron, timezone from pgboss.schedule where name like 'fabel-night-%' order by name`;
    expect((await databases.us.execute(nights)).rows, "by the country's own clock").toEqual([
      { name: "fabel-night-us", cron: "30 1 * * *", timezone: realmRow("us").timeZone },
    ]);
    expect((await databases.eu.execute(nights)).rows).toHaveLength(realms.length - 1);
  });

  it("is installed by one process at a time when several start concurrently on an empty database", async () => {
    const { url } = await testDatabase();
    const work = {
      run: async () => {},
      findLost: async () => [],
      everyMinute: async () => {},
      hourly: async () => {},
      daily: async () => {},
      nightly: async () => {},
    };
    const processes = Array.from({ length: 6 }, () => {
      const database = connectDatabase(url);
      const queue = createJobQueue({ eu: database, us: database }, () => {});
      queue.serve(work);
      return { database, queue };
    });
    const started = await Promise.allSettled(processes.map(({ queue }) => queue.start()));
    for (const [index, { queue, database }] of processes.entries()) {
      if (started[index]?.status === "fulfilled") await queue.stop();
      await database.$client.end();
    }
    expect(started.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []))).toEqual([]);
  });

  it("given nothing to run, then nothing can be sent", async () => {
    const queue = createJobQueue(await testDatabases(), () => {});
    await expect(queue.send("eu", { kind: "job", id: "one" })).rejects.toThrow(
      "The job queue was started before `serve`",
    );
  });

  it("installs nothing when it is stopped before it was started", async () => {
    const databases = await testDatabases();
    const nothing = async () => {};
    const queue = createJobQueue(databases, nothing);
    const cleanups = { everyMinute: nothing, hourly: nothing, daily: nothing, nightly: nothing };
    queue.serve({ run: nothing, findLost: async () => [], ...cleanups });
    await queue.stop();
    const found = await databases.eu.execute(sql`select 1 from pg_namespace where nspname = 'pgboss'`);
    expect(found.rows).toEqual([]);
  });
});
