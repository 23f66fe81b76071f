import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPassword, seedRealm } from "#packages/demo/src/people";
import { testDatabase } from "#tests/support/database";
import { signedInCookies } from "#tests/support/http-sign-in";
import { type LedClient, openScreen, sendJson } from "#tests/support/led-screen";
import type { RunningProduct } from "#tests/support/running-product";
import { seedPasswords } from "~/services/.server/auth/passwords/seed-passwords";
import { startPlainProduct } from "./plain-product";

/** Reading together over two processes with one database. docs/product/reader.md#reading-together; decision 106. */

let first: RunningProduct;
let second: RunningProduct;
let teacher: LedClient;
let pupil: LedClient;
let database: Awaited<ReturnType<typeof testDatabase>>["database"];

beforeAll(async () => {
  const [eu, us] = await Promise.all([testDatabase(), testDatabase()]);
  database = eu.database;
  await seedPasswords({ eu: eu.database, us: us.database }, await seedRealm(eu.database, "se"), demoPassword);
  await eu.database.execute(sql`insert into library.books (id, version, checksum, title, shelf, manifest)
    values ('led', 'v1', 'led', 'Led', '{}', '{"spine":[],"toc":[]}')`);
  await eu.database.execute(sql`insert into library.catalogue (realm, book_id) values ('se', 'led')`);
  const environment = {
    ...{ DATABASE_URL_EU: eu.url, DATABASE_URL_US: us.url },
    SESSION_SECRET: "a secret for tests, 32 characters long",
  };
  first = await startPlainProduct({ environment, program: "serve" });
  second = await startPlainProduct({ environment, program: "serve" });
  teacher = await clientOf(first, "teacher.se");
  // Signed in at one process, and led at the other.
  pupil = { ...(await clientOf(first, "student.se")), host: `se.localhost:${second.port}` };
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
});

async function clientOf({ port }: RunningProduct, username: string): Promise<LedClient> {
  const host = `se.localhost:${port}`;
  const cookies = await signedInCookies(`http://${host}`, username);
  return { host, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}

const turnTo = (id: string, progression: number) =>
  sendJson(teacher, "PUT", `/reader/together/${id}`, { source: "EPUB/one.xhtml", cfi: null, progression });

test("turns at one process lead screens at the other, uncompressed and one by one", async () => {
  const started = await sendJson(teacher, "POST", "/reader/together", { bookId: "led" });
  expect(started.status).toBe(200);
  const joined = await sendJson(pupil, "POST", "/reader/together", { code: started.body.code });
  expect(joined).toMatchObject({ status: 200, body: { id: started.body.id, bookId: "led" } });
  const { id } = started.body;
  const screen = await openScreen(pupil, id);
  expect(screen.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
  });
  expect(screen.headers["content-encoding"]).toBeUndefined();
  for (const progression of [0.25, 0.5]) {
    expect((await turnTo(id, progression)).status).toBe(204);
    await screen.has(`"progression":${progression}`);
  }
  expect((await sendJson(teacher, "DELETE", `/reader/together/${id}`)).status).toBe(204);
  await screen.has('event: ended\ndata: {"why":"leader"}');
  await screen.closed;
});

test("a pupil's reading leaves no position behind", async () => {
  const { rows } = await database.execute(sql`
    select 1 from library.last_marks union all select 1 from library.bookmark_lists`);
  expect(rows).toEqual([]);
});

test("given a process that stops, then it ends its streams at once, and the other one goes on", async () => {
  const { body } = await sendJson(teacher, "POST", "/reader/together", { bookId: "led" });
  const screen = await openScreen(pupil, body.id);
  await screen.has("retry:");
  const began = performance.now();
  expect(await second.end("SIGTERM")).toEqual({ code: 0, signal: null });
  // Not the half minute that a request in flight is waited for.
  expect(performance.now() - began).toBeLessThan(20_000);
  await screen.closed;
  const again = await openScreen({ ...pupil, host: teacher.host }, body.id);
  await turnTo(body.id, 0.75);
  await again.has('"progression":0.75');
  again.leave();
});
