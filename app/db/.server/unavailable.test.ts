import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import { connectDatabase, type Database } from "./connect";
import { prepared } from "./prepared";
import { inTransaction } from "./transaction";
import { isDatabaseUnavailable, retryOnceIfUnavailable } from "./unavailable";

/** Distinguishes an unavailable database from a wrong statement. */

let server: Server | null = null;
let database: Database | null = null;
afterEach(async () => {
  await database?.$client.end();
  server?.close();
  [server, database] = [null, null];
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Starts a server that handles each connection with `receives`; returns a database URL with its port. */
async function serverThat(receives: (socket: Socket) => void): Promise<string> {
  server = createServer(receives).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `postgresql://fabel@127.0.0.1:${(server.address() as { port: number }).port}/fabel`;
}

test("given a port that refuses connections, then the database is unavailable", async () => {
  const url = await serverThat(() => undefined);
  server?.close();
  database = connectDatabase(url);
  expect(isDatabaseUnavailable(await failureOf(database.execute(sql`select 1`)))).toBe(true);
  const ask = prepared<{ one: number }>("one", sql`select 1 as one`);
  expect(isDatabaseUnavailable(await failureOf(ask(database, {})))).toBe(true);
});

test("given a missing socket, then the database is unavailable", async () => {
  database = connectDatabase("postgresql://fabel@/fabel?host=/nowhere/at/all");
  expect(isDatabaseUnavailable(await failureOf(database.execute(sql`select 1`)))).toBe(true);
});

test("given a server that closes each connection, then the database is unavailable", async () => {
  database = connectDatabase(await serverThat((socket) => socket.destroy()));
  expect(isDatabaseUnavailable(await failureOf(database.execute(sql`select 1`)))).toBe(true);
});

test("given a connection that the server ends during a statement, then the database is unavailable", async () => {
  const { database: living } = await testDatabase();
  expect(
    isDatabaseUnavailable(await failureOf(living.execute(sql`select pg_terminate_backend(pg_backend_pid())`))),
  ).toBe(true);
});

test("given a statement above the time limit, then the database is unavailable and the next one succeeds", async () => {
  const { url } = await testDatabase();
  database = connectDatabase(url, { statementLimit: 200 });
  const failure = await failureOf(database.execute(sql`select pg_sleep(30)`));
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect((await database.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("given a frozen backend, then statements and transactions fail, and the next gets another connection", async () => {
  const { url } = await testDatabase();
  database = connectDatabase(url, { statementLimit: 200, max: 1 });
  const backend = async () =>
    (await database?.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.rows[0]?.pid;
  const frozen: number[] = [];
  const freeze = async () => {
    const pid = Number(await backend());
    process.kill(pid, "SIGSTOP");
    frozen.push(pid);
  };
  try {
    await freeze();
    const begun = Date.now();
    expect(isDatabaseUnavailable(await failureOf(database.execute(sql`select 1`)))).toBe(true);
    expect(Date.now() - begun).toBeLessThan(10_000);
    await freeze();
    const transaction = inTransaction(database, (within) => within.execute(sql`select 1`));
    expect(isDatabaseUnavailable(await failureOf(transaction))).toBe(true);
    expect(frozen).not.toContain(await backend());
  } finally {
    for (const pid of frozen) process.kill(pid, "SIGCONT");
  }
});

test("given a server that accepts a connection and sends nothing, then the database is unavailable", async () => {
  const silent = await serverThat(() => undefined);
  database = connectDatabase(silent, { connectionLimit: 200 });
  expect(isDatabaseUnavailable(await failureOf(database.execute(sql`select 1`)))).toBe(true);
});

test("given a database that allows no connections, then it is unavailable", async () => {
  const [{ database: living }, { url }] = [await testDatabase(), await testDatabase()];
  await living.execute(sql.raw(`alter database ${new URL(url).pathname.slice(1)} allow_connections false`));
  database = connectDatabase(url);
  expect(isDatabaseUnavailable(await failureOf(database.execute(sql`select 1`)))).toBe(true);
});

test("given a wrong statement or a missing file, then the database does not count as unavailable", async () => {
  const { database: living } = await testDatabase();
  for (const wrong of [sql`select nonsense`, sql`select 1 / 0`, sql`select 'x'::uuid`, sql`select lastval()`]) {
    const failure = await failureOf(living.execute(wrong));
    expect(failure).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(failure)).toBe(false);
  }
  expect(isDatabaseUnavailable(Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" }))).toBe(
    false,
  );
  expect(isDatabaseUnavailable(null)).toBe(false);
});

test("repeats work once after a database timeout, and not after another error", async () => {
  const late = new Error("Failed query", { cause: new Error("Query read timeout") });
  let attempts: Error[] = [late];
  const work = async () => {
    const error = attempts.shift();
    if (error) throw error;
    return "done";
  };
  expect(await retryOnceIfUnavailable(work)).toBe("done");
  attempts = [late, late];
  expect(await failureOf(retryOnceIfUnavailable(work))).toBe(late);
  const wrong = new Error("Wrong");
  attempts = [wrong];
  expect(await failureOf(retryOnceIfUnavailable(work))).toBe(wrong);
});
