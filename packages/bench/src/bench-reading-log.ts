import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { type RunningProduct, startProduct } from "#tests/support/running-product";
import type { Stage } from "./bench-stage";
import { cookieOf, insertBooks, prepareDemoPeople } from "./large-realm";
import { type Measure, quantile } from "./measure";

/**
 * A thousand open books for a minute on one node, which is killed and restarted twice: each sends its entries every
 * three seconds and retains unaccepted ones, like the reader's outbox. docs/performance.md#around-the-book.
 */

const readers = 1000;
const entriesEach = 20;
const pause = 3000;
const kills = 2;
/** Milliseconds after that minute in which pending entries may be sent. */
const timeLimit = 90_000;

type Entry = Record<string, unknown>;

export async function benchReadingLog(stage: Stage): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-log-"));
  const postgres = await startEmbeddedPostgres({ folder, settings: { max_connections: "60" } });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const eu = await postgres.database("fabel_log");
  const us = await postgres.database("fabel_log_other");
  let port = 0;
  const start = async (): Promise<RunningProduct> => {
    const started = await startProduct({
      program: "serve",
      environment: {
        ...(port === 0 ? {} : { PORT: String(port) }),
        DEMO: "0",
        SESSION_SECRET: "a secret for measuring, of more than enough letters",
        DATABASE_URL_EU: eu,
        DATABASE_URL_US: us,
      },
    });
    port = started.port;
    return started;
  };
  let product: RunningProduct | null = null;
  try {
    await prepareDemoPeople({ eu, us });
    await insertBooks(eu, 1);
    product = await start();
    const cookie = await cookieOf(stage, `http://se.localhost:${port}`, "student.se");
    const post = (entries: readonly Entry[]) => send(agent, port, cookie, entries);

    const inserts = await insertsOf(postgres.adminUrl, path.join(folder, "postgres.log"), async () => {
      for (let call = 0; call < 20; call += 1) {
        await post(Array.from({ length: 5 }, (_, index) => entryOf("counted", call * 5 + index)));
      }
    });

    const times: number[] = [];
    const waiting: Entry[][] = Array.from({ length: readers }, () => []);
    const began = Date.now();
    const reading = waiting.map(async (left, reader) => {
      // Spreads the openings over time.
      await setTimeout((reader / readers) * pause);
      for (let made = 0; made < entriesEach || left.length > 0; made += 1) {
        if (made < entriesEach) left.push(entryOf(`reader-${reader}`, made));
        if (Date.now() - began > entriesEach * pause + timeLimit) return;
        const sent = [...left];
        const since = performance.now();
        if (await post(sent).catch(() => false)) {
          times.push(performance.now() - since);
          left.splice(0, sent.length);
        }
        await setTimeout(pause);
      }
    });
    let downFor = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      await setTimeout(Math.max(0, began + (kill * entriesEach * pause) / (kills + 1) - Date.now()));
      const since = Date.now();
      await product.end("SIGKILL");
      product = await start();
      downFor += Date.now() - since;
    }
    await Promise.all(reading);
    const stored = await countStored(eu);
    return [
      {
        name: `entries of the reading log lost, of ${readers * entriesEach}`,
        unit: "rows",
        ours: readers * entriesEach - stored,
        beside: [],
        goal: { value: 0, better: "lower" },
        instrument: `${readers} readers for a minute; the server killed ${kills} times, ${Math.round(downFor / 1000)} s down in all`,
      },
      {
        name: "statements that write, of a POST of five entries",
        unit: "queries",
        ours: inserts / 20,
        beside: [],
        goal: { value: 1, better: "lower" },
        instrument: "PostgreSQL's own log of 20 calls, log_statement = mod",
      },
      {
        name: "POST of entries that was taken, p95",
        unit: "ms",
        ours: quantile(times, 0.95),
        beside: [{ name: "p50", value: quantile(times, 0.5) }],
        instrument: `${times.length} calls, those right after a start among them`,
      },
    ];
  } finally {
    agent.destroy();
    await product?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function entryOf(sessionId: string, index: number): Entry {
  const timestamp = Math.floor(Date.now() / 1000) - 3600 + index * 3;
  const percentage = index / 100;
  return {
    ...{ bookId: "bench-1", sessionId, deviceId: "bench", percentage, timestamp, source: "bookshelf-web" },
    location: { type: "FlowableBookLocation", percentage },
    language: "en",
  };
}

/** Whether the product accepted the entries. */
function send(agent: http.Agent, port: number, cookie: string, entries: readonly Entry[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const origin = `http://se.localhost:${port}`;
    const headers = { host: `se.localhost:${port}`, origin, cookie, "content-type": "application/json" };
    const options = {
      host: "127.0.0.1",
      port,
      path: "/reader/readlogs",
      method: "POST",
      headers,
      agent,
      timeout: 20_000,
    };
    const request = http.request(options, (response) => {
      response.on("error", reject).resume();
      response.on("end", () => resolve((response.statusCode ?? 500) < 300));
    });
    request.on("error", reject).on("timeout", () => request.destroy(new Error("no answer")));
    request.end(JSON.stringify(entries));
  });
}

async function insertsOf(adminUrl: string, log: string, work: () => Promise<unknown>): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const write = async (what: "mod" | "none") => {
    await client.query(`alter system set log_statement = '${what}'`);
    await client.query("select pg_reload_conf()");
    // Each connection reloads its settings before its next statement.
    await client.query("select pg_sleep(0.5)");
  };
  try {
    await write("mod");
    const { size } = await stat(log);
    await work();
    const written = (await readFile(log)).subarray(size).toString("utf8");
    return written
      .split(/(?=LOG: {2}(?:execute|statement))/)
      .filter((each) => /insert into library\.reading_log/.test(each)).length;
  } finally {
    await write("none");
    await client.end();
  }
}

async function countStored(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from library.reading_log where session_id like 'reader-%'",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
