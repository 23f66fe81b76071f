import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readHolder } from "#server/data-dir/data-dir";
import { startPlainProduct } from "./plain-product";

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "fabel-crash-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function openDatabase(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: readHolder(dataDir)?.databaseUrls?.eu });
  // The test breaks the connection by killing the server.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Inserts rows one by one until the connection breaks. @returns the last acknowledged row */
async function writeUntilBroken(client: pg.Client, onRow: (row: number) => void): Promise<number> {
  let last = 0;
  for (;;) {
    try {
      await client.query("insert into acknowledged values ($1)", [last + 1]);
    } catch {
      return last;
    }
    last += 1;
    onRow(last);
  }
}

async function postgresPid(): Promise<number> {
  return Number((await readFile(path.join(dataDir, "postgres/data/postmaster.pid"), "utf8")).split("\n")[0]);
}

describe("kill -9", () => {
  const victims: Array<[string, boolean]> = [
    ["of the product", false],
    ["of the product and PostgreSQL together", true],
  ];
  test.each(victims)("kill -9 %s loses no acknowledged row, and the next start is ready", async (_, withPostgres) => {
    const product = await startPlainProduct({ dataDir });
    const client = await openDatabase();
    await client.query("create table if not exists acknowledged (row int)");
    await client.query("truncate acknowledged");
    const postgres = await postgresPid();
    const last = await writeUntilBroken(client, (row) => {
      if (row !== 200) return;
      process.kill(product.pid, "SIGKILL");
      if (withPostgres) process.kill(postgres, "SIGKILL");
    });
    expect(await product.ended).toEqual({ code: null, signal: "SIGKILL" });
    expect(last).toBeGreaterThanOrEqual(200);

    const next = await startPlainProduct({ dataDir });
    try {
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
      const reader = await openDatabase();
      const { rows } = await reader.query("select count(*)::int as rows from acknowledged where row <= $1", [last]);
      await reader.end();
      expect(rows).toEqual([{ rows: last }]);
    } finally {
      await next.stop();
    }
  });
});
