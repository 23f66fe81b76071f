import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuthScene, authScene, originOf } from "#tests/support/auth-scene";
import { type Fault, faults, faultyFetch } from "#tests/support/fault-injector";
import { createNotesService, createNotesTable, notesContracts } from "#tests/support/notes-service";
import { secretBox } from "~/security/secret-box.server";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import { createIdempotency } from "~/services/.server/dispatch/idempotency";
import { ServiceError } from "~/services/contracts/service-error";
import { retries } from "./attempts";
import { type CallContext, type ClientOf, createClient } from "./client";
import { httpTransport } from "./http";
import { inProcessTransport } from "./in-process";

type Notes = ClientOf<typeof notesContracts>;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let scene: AuthScene;
let remote: ChildProcess;
let baseUrl: string;
let credentials: CallContext;
let uid: string;
const clients: Partial<Record<"in process" | "over HTTP", Notes>> = {};

beforeAll(async () => {
  scene = await authScene();
  await createNotesTable(scene.databases);
  const person = scene.identity.add({ realm: "se", username: "elsa" });
  uid = person.uid;
  await scene.auth.credentials.setPassword("se", uid, "ett langt losen 7", { temporary: false });
  const tokens = await scene.signIn("elsa", "ett langt losen 7");
  credentials = { accessToken: tokens.access_token, realm: "se", requestId: "r-1", ipAddress: null };

  const service = createNotesService(scene.databases);
  const idempotency = createIdempotency(scene.databases, secretBox("a secret of the test", "idempotency"));
  clients["in process"] = createClient(
    notesContracts,
    inProcessTransport(async (name, input, { accessToken, ...rest }, { idempotencyKey }) => {
      const from = { ...rest, origin: originOf("se") };
      const caller = accessToken ? await scene.auth.callers.user(accessToken, from) : scene.auth.callers.visitor(from);
      return dispatch(
        service,
        name,
        input,
        caller,
        idempotencyKey ? { key: idempotencyKey, store: idempotency } : undefined,
      );
    }),
  );

  const urls = { eu: urlOf(scene, "eu"), us: urlOf(scene, "us") };
  remote = spawn(process.execPath, ["--import", "tsx", "tests/support/notes-process.ts"], {
    env: { ...process.env, NOTES_PROCESS: JSON.stringify({ urls, people: [person] }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(remote.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  baseUrl = `http://127.0.0.1:${String(port).trim()}/services/activity`;
  clients["over HTTP"] = createClient(notesContracts, httpTransport(baseUrl));
});

afterAll(async () => {
  remote.kill();
  await once(remote, "exit");
});

beforeEach(async () => {
  await scene.databases.eu.$client.query("truncate public.notes");
});

function urlOf({ databases }: AuthScene, region: "eu" | "us"): string {
  return String(databases[region].$client.options.connectionString);
}

async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw new Error(`Not refused as expected: ${error}`);
  return error;
}

describe.each(["in process", "over HTTP"] as const)("client %s", (way) => {
  const notes = () => clients[way] as Notes;

  it("transmits parameters, query, headers and body, and returns the response", async () => {
    const added = await notes().addNote({ body: { text: "å ä ö 日本" } }, credentials);
    expect(added).toMatchObject({ status: 201, body: { text: "å ä ö 日本" } });
    const found = await notes().findNotes(
      { params: { group: "a/b c" }, query: { q: "å&=?", page: "3", tags: ["x", "y"] }, headers: { "if-match": '"7"' } },
      credentials,
    );
    expect(found.body).toEqual({
      group: "a/b c",
      q: "å&=?",
      page: 3,
      tags: ["x", "y"],
      uid,
      read: '"7"',
      profile: null,
      count: 1,
    });
    const tooLong = notes().findNotes({ params: { group: "g" }, headers: { "if-match": "x".repeat(11) } }, credentials);
    expect(await refusal(tooLong)).toMatchObject({ status: 400, details: [{ attribute: "if-match" }] });
    expect((await notes().removeNotes({}, credentials)).body).toBeUndefined();
  });

  it("sends the session's profile only with calls whose contract has the profile header", async () => {
    const child = { ...credentials, profileId: "0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c" };
    const found = await notes().findNotes({ params: { group: "g" }, headers: { "if-match": '"7"' } }, child);
    expect(found.body).toMatchObject({ read: '"7"', profile: child.profileId });
    expect((await notes().addNote({ body: { text: "a" } }, child)).status).toBe(201);
    const nobody = await notes().findNotes({ params: { group: "g" } }, { ...credentials, profileId: null });
    expect(nobody.body).toMatchObject({ profile: null });
  });

  it("fills in the contract's default values", async () => {
    const found = await notes().findNotes({ params: { group: "g" }, query: {} }, credentials);
    expect(found.body).toMatchObject({ q: "", page: 1, tags: [] });
  });

  it("rejects input that violates the contract (400) and names the attribute", async () => {
    const error = await refusal(notes().addNote({ body: { text: "" } }, credentials));
    expect(error).toMatchObject({
      status: 400,
      code: "ValidationError",
      details: [{ attribute: "text", reason: "This value is required" }],
    });
  });

  it("rejects texts with a null character in the body or query (400)", async () => {
    const added = await refusal(notes().addNote({ body: { text: "a\0b" } }, credentials));
    expect(added).toMatchObject({ status: 400, details: [{ attribute: "text" }] });
    const searched = notes().findNotes({ params: { group: "g" }, query: { q: "\0" } }, credentials);
    expect(await refusal(searched)).toMatchObject({ status: 400, details: [{ attribute: "q" }] });
  });

  it("passes on a service's error with its status, code, message and details", async () => {
    const error = await refusal(notes().fail({ params: { kind: "conflict" } }, credentials));
    expect(error).toMatchObject({
      status: 409,
      code: "ConflictError",
      message: "Taken",
      details: [{ attribute: "name", reason: "Already exists" }],
    });
  });

  it("is rejected without a token or with a wrong one (401), and without the right (403)", async () => {
    const without = { ...credentials, accessToken: null };
    expect(await refusal(notes().addNote({ body: { text: "a" } }, without))).toMatchObject({ status: 401 });
    const wrong = { ...credentials, accessToken: `${credentials.accessToken}x` };
    expect(await refusal(notes().addNote({ body: { text: "a" } }, wrong))).toMatchObject({ status: 401 });
    expect(await refusal(notes().closed({}, credentials))).toMatchObject({ status: 403, code: "forbidden" });
  });

  it("executes a write with an idempotency key once, and rejects another body with that key (422)", async () => {
    const options = { idempotencyKey: crypto.randomUUID() };
    const write = () => notes().addNote({ body: { text: "once" } }, credentials, options);
    const [first, second] = await Promise.all([write(), write()]);
    expect(second).toEqual({ ...first, headers: second?.headers });
    expect((await write()).body).toEqual(first?.body);
    const found = await notes().findNotes({ params: { group: "g" }, query: {} }, credentials);
    expect(found.body.count).toBe(1);
    const other = notes().addNote({ body: { text: "another" } }, credentials, options);
    expect(await refusal(other)).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });
});

describe("client over HTTP with network faults", () => {
  const with_ = (plan: readonly Fault[]) => {
    const send = faultyFetch(plan);
    const timeout = plan.includes("slow") ? 200 : 20_000;
    const notes = createClient(notesContracts, httpTransport(baseUrl, { fetch: send, timeout, delay: () => 1 }));
    return { notes, send };
  };
  // A "slow" fault waits for a real timeout, so the generated plans leave it out.
  const planned = faults.filter((fault) => fault !== "slow");
  const plans = fc.array(fc.constantFrom(...planned), { maxLength: retries + 2 });
  const count = async () =>
    Number((await scene.databases.eu.$client.query("select count(*) from public.notes")).rows[0].count);

  it("retries three times, then fails with 503 unreachable", async () => {
    const { notes, send } = with_(["drop-before", "500-before", "late-after", "drop-after", "drop-after"]);
    const error = await refusal(notes.findNotes({ params: { group: "g" }, query: {} }, credentials));
    expect(send.attempts()).toBe(retries + 1);
    expect(error).toMatchObject({ status: 503, code: "unreachable" });
  });

  it("fails with 504 when the service is too slow, and with 502 when the service is broken", async () => {
    const call = (plan: Fault[]) =>
      refusal(with_(plan).notes.findNotes({ params: { group: "g" }, query: {} }, credentials));
    expect(await call(["slow", "slow", "slow", "slow"])).toMatchObject({ status: 504, code: "timeout" });
    expect(await call(Array(4).fill("500-before"))).toMatchObject({ status: 502, code: "http_502" });
  });

  it("times out also when the garbage collector runs during the call", async () => {
    const rounds = setInterval(collect, 30);
    const { notes } = with_(["slow", "slow", "slow", "slow"]);
    const error = await refusal(notes.findNotes({ params: { group: "g" }, query: {} }, credentials));
    clearInterval(rounds);
    expect(error).toMatchObject({ status: 504, code: "timeout" });
  });

  it("does not retry a call that the service rejected", async () => {
    const { notes, send } = with_([]);
    await refusal(notes.fail({ params: { kind: "validation" } }, credentials));
    expect(send.attempts()).toBe(1);
  });

  it("given any sequence of faults, then a POST writes at most once", async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        await scene.databases.eu.$client.query("truncate public.notes");
        const { notes, send } = with_(plan);
        const response = await notes.addNote({ body: { text: "one" } }, credentials).catch(() => null);
        expect(response === null).toBe(plan.length > retries);
        expect(send.attempts()).toBe(Math.min(plan.length, retries) + 1);
        const written = await count();
        const reached = plan.slice(0, retries + 1).some((fault) => fault.endsWith("-after"));
        expect(written).toBe(response !== null || reached ? 1 : 0);
      }),
      { numRuns: 40 },
    );
  });

  it("given any sequence of faults, then a PATCH writes at most once", async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const added = await clients["over HTTP"]?.addNote({ body: { text: "a" } }, credentials);
        const id = Number(added?.body.id);
        await with_(plan)
          .notes.changeNote({ params: { id }, body: { add: "b" } }, credentials)
          .catch(() => null);
        const { rows } = await scene.databases.eu.$client.query("select text from public.notes where id = $1", [id]);
        expect(rows[0].text).toMatch(plan.length > retries ? /^ab?$/ : /^ab$/);
      }),
      { numRuns: 25 },
    );
  });

  it("sends the token only to the configured HTTP address, not to the target of a redirect", async () => {
    const seen: Array<[string, string | null]> = [];
    const send: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      seen.push([request.url, request.headers.get("authorization")]);
      return new Response(null, { status: 302, headers: { location: "http://elsewhere.example/" } });
    };
    const notes = createClient(notesContracts, httpTransport("http://notes.example/base/", { fetch: send }));
    await refusal(notes.findNotes({ params: { group: "../../up" }, query: {} }, credentials));
    expect(seen).toEqual([
      ["http://notes.example/base/v1/notes/..%2F..%2Fup/found", `Bearer ${credentials.accessToken}`],
    ]);
    expect(() => httpTransport("/relative")).toThrow(TypeError);
    expect(() => httpTransport("ftp://notes.example")).toThrow(TypeError);
  });

  it("forwards the browser's origin with a call without a token, and not with a call that has one", async () => {
    const seen: Array<string | null> = [];
    const send: typeof fetch = async (input, init) => {
      const { headers } = new Request(input, init);
      seen.push(`${headers.get("x-forwarded-proto")}://${headers.get("x-forwarded-host")}`);
      return new Response(null, { status: 404 });
    };
    const notes = createClient(notesContracts, httpTransport("http://notes.example/base/", { fetch: send }));
    const call = (from: CallContext) => refusal(notes.findNotes({ params: { group: "g" }, query: {} }, from));
    await call({ ...credentials, accessToken: null, origin: "https://www.fabelskolan.se:3000" });
    await call({ ...credentials, origin: "https://www.fabelskolan.se:3000" });
    expect(seen).toEqual(["https://www.fabelskolan.se:3000", "null://null"]);
  });
});
