import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { postgresAccount } from "./postgres-account";
import { locatePostgres } from "./postgres-binaries";

let folder: string;
const running: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "fabel-postgres-"));
});
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ folder });
  running.push(postgres);
  return postgres;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A test kills the server under an idle connection; the next query reports the failure.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function pidOf(): Promise<number> {
  return Number((await readFile(path.join(folder, "data/postmaster.pid"), "utf8")).split("\n")[0]);
}

/** Starts a PostgreSQL without a parent, as a killed product leaves it when the kernel does not signal PostgreSQL. */
async function leaveBehind(): Promise<void> {
  const account = postgresAccount(locatePostgres(), folder);
  account.own(folder);
  const data = path.join(folder, "data");
  const settings = ["-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`];
  const { file, args, ...identity } = account.command(account.binaries.postgres, ["-D", data, ...settings]);
  spawn(file, args, { cwd: "/", detached: true, stdio: "ignore", ...identity }).unref();
  const state = () => readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "");
  await expect.poll(state, { timeout: 20_000 }).toContain("ready");
}

describe("the embedded PostgreSQL", () => {
  test("keeps its data over a stop and a start", async () => {
    const first = await start();
    await query(await first.database("fabel_eu"), "create table kept (id int); insert into kept values (7)");
    await first.stop();
    const second = await start();
    expect(await query(await second.database("fabel_eu"), "select id from kept")).toEqual([{ id: 7 }]);
  });

  test("listens on no port", async () => {
    const postgres = await start();
    expect(await query(postgres.adminUrl, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  });

  test("stops an orphaned server on the same folder and keeps its data", async () => {
    const first = await start();
    await query(await first.database("fabel_eu"), "create table kept (id int)");
    await first.stop();
    await leaveBehind();
    const pid = await pidOf();
    const next = await start();
    expect(await pidOf()).not.toBe(pid);
    expect(await query(await next.database("fabel_eu"), "select * from kept")).toEqual([]);
  });

  test("starts despite the lock file of an ended server whose pid another process has now", async () => {
    const first = await start();
    const lock = (await readFile(path.join(folder, "data/postmaster.pid"), "utf8")).split("\n");
    await first.stop();
    await writeFile(path.join(folder, "data/postmaster.pid"), [process.ppid, ...lock.slice(1)].join("\n"));
    const second = await start();
    expect(await query(second.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("restarts with its data when the server is killed", async () => {
    const postgres = await start();
    const url = await postgres.database("fabel_eu");
    await query(url, "create table kept (id int); insert into kept values (7)");
    const pid = await pidOf();
    process.kill(pid, "SIGKILL");
    await expect.poll(pidOf, { timeout: 20_000 }).not.toBe(pid);
    await expect
      .poll(() => query(url, "select id from kept").catch(() => null), { timeout: 20_000 })
      .toEqual([{ id: 7 }]);
  });
});
