import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { processBackend } from "~/composition/process-backend.server";
import type { LedPlace, OwnLedReading } from "~/services/contracts/led-readings";
import { requireUser } from "~/session/guard.server";
import { streamTurns } from "./turn-stream.server";

/** The stream of a teacher's turns to a pupil's screen. docs/product/reader.md#reading-together; decision 106. */

const origin = "http://se.localhost:3000";
let databases: Databases;
let teacher: Browser;
let pupil: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"], { DATA_DIR: await temporaryFolder("data") });
  await processBackend().library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: "led" });
  teacher = await signedInBrowser(origin, "teacher.se");
  pupil = await signedInBrowser(origin, "student.se");
});

const credentialsOf = async (browser: Browser) =>
  (await requireUser(processBackend(), browser.request("/"))).credentials;
const library = () => processBackend().clients.library;

async function start(): Promise<OwnLedReading> {
  const { body } = await library().startLedReading({ params: { id: "led" } }, await credentialsOf(teacher));
  return body;
}
const turn = async (id: string, progression: number) =>
  library().turnLedReading({ params: { id }, body: placeAt(progression) }, await credentialsOf(teacher));
const placeAt = (progression: number): LedPlace => ({ source: "EPUB/one.xhtml", cfi: null, progression });

/** Reads the events of a stream. `until`: up to one with this text, or the end of the stream. */
function eventsOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async until(last: string): Promise<string> {
      while (!text.includes(last)) {
        const part = await reader?.read();
        if (!part || part.done) break;
        text += part.value;
      }
      return text;
    },
    leave: async () => reader?.cancel(),
  };
}

const open = (browser: Browser, id: string) =>
  streamTurns(processBackend(), browser.request(`/reader/together/${id}/turns`), id);

test("sends the place at once, then each turn, and the end", async () => {
  const { id } = await start();
  await turn(id, 0.1);
  const response = await open(pupil, id);
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
  const events = eventsOf(response);
  await events.until('"progression":0.1');
  await turn(id, 0.2);
  await events.until('"progression":0.2');
  await library().endLedReading({ params: { id } }, await credentialsOf(teacher));
  const text = await events.until("event: ended");
  expect(text).toMatch(/^retry: 2000\n\n/);
  expect(text.match(/"progression":0\.\d/g)).toEqual(['"progression":0.1', '"progression":0.2']);
  expect(text).toMatch(/event: ended\ndata: \{"why":"leader"\}\n\n$/);
});

test("given the 45 minutes are over, then it says so", async () => {
  const { id } = await start();
  await databases.eu.execute(
    sql`update library.led_readings set ends_at = now() + interval '1 second' where id = ${id}`,
  );
  expect(await eventsOf(await open(pupil, id)).until("event: ended")).toContain('{"why":"time"}');
});

test("given nobody who may follow, then the stream is an end without a reason of its own", async () => {
  const { id } = await start();
  const unknown = await (await open(pupil, crypto.randomUUID())).text();
  expect(unknown).toBe('event: ended\ndata: {"why":"leader"}\n\n');
  expect(await (await open(teacher, id)).text()).toBe(unknown);
});

test("given no session, then it says so", async () => {
  const { id } = await start();
  const stranger = await signedInBrowser(origin, "student.se");
  stranger.cookies.clear();
  expect(await (await open(stranger, id)).text()).toContain('{"why":"signed_out"}');
});

test("an open stream does not prolong the session", async () => {
  const { id } = await start();
  const leader = await credentialsOf(teacher);
  await databases.eu.execute(sql`update web.sessions set last_seen_at = now() - interval '1 hour'`);
  const events = eventsOf(await open(pupil, id));
  await library().turnLedReading({ params: { id }, body: placeAt(0.5) }, leader);
  await events.until('"progression":0.5');
  await events.leave();
  const { rows } = await databases.eu.execute<{ fresh: number }>(sql`
    select count(*)::int as fresh from web.sessions where last_seen_at > now() - interval '30 minutes'`);
  expect(rows[0]?.fresh).toBe(0);
});
