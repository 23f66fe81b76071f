import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { readHolder } from "#server/data-dir/data-dir";
import { startProduct } from "#tests/support/running-product";
import { maxEvents } from "~/services/contracts/activity";
import { ask, type HttpCall, signInOverHttp } from "./http-calls";
import { type Measure, quantile } from "./measure";

/**
 * 500 events a second for a minute from 20 readers, sent like a reader's queue does, while the product is killed twice,
 * the second time with its database. docs/performance.md#activity.
 */

const readers = 20;
const eventsAtOnce = 25;
/** Users of the readers; each is used several times, since a user's own events are not rate limited. */
const usernames = ["student.se", "teacher.se", "guardian.se", "admin.se"];

type Node = Awaited<ReturnType<typeof startProduct>>;

export async function benchActivity(_stage: unknown, seconds = 60): Promise<Measure[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "fabel-activity-"));
  const port = await freePort();
  const host = `se.localhost:${port}`;
  const start = () => startProduct({ dataDir, environment: { PORT: String(port) } });
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  let node: Node = await start();
  try {
    const tokens: string[] = [];
    for (const username of usernames) tokens.push((await signInOverHttp({ agent, port, host }, username)).accessToken);
    const call = (reader: number) => ({ port, host, bearer: tokens[reader % tokens.length] ?? "" });
    // Warm-up: a process that has just started still compiles its code.
    await Promise.all(readerNumbers().map((reader) => sendFor(agent, call(reader), 3)));
    const before = await count(dataDir);
    const downtimes: number[] = [];
    const kill = async (after: number, isWithDatabase: boolean) => {
      await delay(after * 1000);
      const database = await postgresPid(dataDir);
      const began = performance.now();
      process.kill(node.pid, "SIGKILL");
      if (isWithDatabase) process.kill(database, "SIGKILL");
      await node.ended;
      node = await start();
      downtimes.push(performance.now() - began);
    };
    const kills = async () => {
      await kill(seconds / 3, false);
      await kill(seconds / 4, true);
    };
    const [sent] = await Promise.all([
      Promise.all(readerNumbers().map((reader) => sendFor(agent, call(reader), seconds))),
      kills(),
    ]);
    const all = sent.reduce((sum, { events }) => sum + events, 0);
    const after = await count(dataDir);
    const times = sent.flatMap(({ milliseconds }) => milliseconds);
    console.log(`${all} events by ${times.length} calls; down for ${downtimes.map(Math.round).join(" and ")} ms`);
    return measuresOf({
      times,
      rate: all / seconds,
      lost: all - (after.ids - before.ids),
      doubled: after.events - after.ids - (before.events - before.ids),
    });
  } finally {
    agent.destroy();
    await node.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const readerNumbers = () => Array.from({ length: readers }, (_, reader) => reader);

type Sent = { events: number; milliseconds: number[] };

/**
 * One reader: queues 25 events a second and sends at most 100 per call, one call at a time. A call without a response
 * is repeated unchanged.
 */
async function sendFor(agent: Agent, to: Pick<HttpCall, "port" | "host" | "bearer">, seconds: number): Promise<Sent> {
  const milliseconds: number[] = [];
  let made = 0;
  let done = 0;
  let queue: object[] = [];
  const began = performance.now() + Math.random() * 1000;
  while (done < seconds * eventsAtOnce) {
    const due = Math.min(seconds, Math.floor((performance.now() - began) / 1000)) * eventsAtOnce;
    for (; made < due; made += 1) queue.push(event(made));
    if (queue.length === 0) {
      await delay(20);
      continue;
    }
    const batch = queue.slice(0, maxEvents);
    const duration = await send(agent, { ...to, body: JSON.stringify(batch) });
    if (duration === null) {
      await delay(250);
      continue;
    }
    milliseconds.push(duration);
    queue = queue.slice(batch.length);
    done += batch.length;
  }
  return { events: done, milliseconds };
}

const event = (place: number) => ({
  id: randomUUID(),
  version: 1,
  sourceApplication: "bookshelf",
  timestamp: new Date().toISOString(),
  name: "page_turned",
  bookId: "lyktan",
  percentage: (place % 100) / 100,
});

/** Duration of the call in milliseconds; null without a response of 200. */
async function send(agent: Agent, to: Pick<HttpCall, "port" | "host" | "bearer" | "body">): Promise<number | null> {
  try {
    const path = "/services/activity/origin/selocalhost/events";
    const { status, milliseconds, body } = await ask(agent, { ...to, path, method: "POST" });
    if (status >= 400 && status < 500) throw new Error(`refused by ${status}: ${body}`);
    return status === 200 ? milliseconds : null;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("refused")) throw error;
    return null;
  }
}

async function count(dataDir: string): Promise<{ events: number; ids: number }> {
  const client = new pg.Client({ connectionString: readHolder(dataDir)?.databaseUrls?.eu });
  await client.connect();
  try {
    const { rows } = await client.query<{ events: number; ids: number }>(
      "select count(*)::int as events, count(distinct id)::int as ids from activity.events",
    );
    return rows[0] ?? { events: 0, ids: 0 };
  } finally {
    await client.end();
  }
}

async function postgresPid(dataDir: string): Promise<number> {
  return Number((await readFile(path.join(dataDir, "postgres/data/postmaster.pid"), "utf8")).split("\n")[0]);
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

type LoadResult = { times: number[]; rate: number; lost: number; doubled: number };

function measuresOf({ times, rate, lost, doubled }: LoadResult): Measure[] {
  const instrument = `${readers} readers, ${eventsAtOnce} events a second each, calls of ${eventsAtOnce} to ${maxEvents}, killed twice`;
  return [
    {
      name: "activity: call with a batch, p95",
      unit: "ms",
      ours: quantile(times, 0.95),
      beside: [{ name: "p50", value: quantile(times, 0.5) }],
      goal: { value: 250, better: "lower" },
      instrument,
    },
    {
      name: "activity: events a second, acknowledged",
      unit: "rows",
      ours: rate,
      beside: [],
      goal: { value: readers * eventsAtOnce, better: "higher" },
      instrument,
    },
    {
      name: "activity: events lost",
      unit: "rows",
      ours: lost,
      beside: [],
      goal: { value: 0, better: "lower" },
      instrument: `${instrument}; acknowledged less stored`,
    },
    {
      name: "activity: events doubled",
      unit: "rows",
      ours: doubled,
      beside: [],
      goal: { value: 0, better: "lower" },
      instrument,
    },
  ];
}
