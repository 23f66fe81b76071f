import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { oneRosterZip } from "#tests/support/oneroster-files";
import { type SourceContent, type SourcePerson, smallSource } from "#tests/support/roster-content";
import { type RosterSource, startRosterSource } from "#tests/support/roster-source";
import { SyncScene } from "#tests/support/sync-scene";
import type { SyncJob } from "~/services/contracts/sync";
import { createCheckSource, createWithRoster } from "./open-source";

/** Runs of all source types: HTTP services in a separate process, and uploaded archives. docs/product/control-panel.md#sources. */

let source: RosterSource;
let scene: SyncScene;

beforeAll(async () => {
  source = await startRosterSource();
}, 60_000);
afterAll(() => source.stop());

beforeEach(async () => {
  scene = await SyncScene.open();
  const limits = { privateAddresses: "allow", pageSize: 10, retryMs: 5 } as const;
  scene.deps.withRoster = createWithRoster({ secrets: scene.deps.secrets, limits });
  scene.deps.checkSource = createCheckSource({ secrets: scene.deps.secrets, limits });
  await scene.call("putSyncConfig", { params: { orgId: scene.school.uid }, body: { config: { dryRun: false } } });
});

/** One of our schools with 31 people: a teacher and 30 pupils in two classes. */
function content(): SourceContent {
  const person = (id: string, rest: Partial<SourcePerson>): SourcePerson => ({
    ...(smallSource().people.find(({ role }) => role === "student") as SourcePerson),
    ...{ id, username: `synk.${id}`, externalId: `ext-${id}`, email: `${id}@mail.example`, schoolIds: ["s"] },
    ...{ givenName: "Elev", familyName: id },
    ...rest,
  });
  return {
    schools: [{ id: "s", name: scene.school.name, unitCode: null, parentId: null }],
    classes: ["Synk 4A", "Synk 4B"].map((name, index) => ({ id: `c${index}`, name, schoolId: "s" })),
    people: [
      person("t", { role: "teacher", givenName: "Lärar", classes: [{ id: "c0", role: "teacher" }] }),
      ...Array.from({ length: 30 }, (_, index) =>
        person(`p${index}`, { classes: [{ id: `c${index % 2}`, role: "student" }] }),
      ),
    ],
  };
}

async function put(settings: object, syncId: string = scene.syncId): Promise<void> {
  const { status } = await scene.call("putSync", {
    params: scene.params(syncId),
    body: { name: "Elevregister", ...settings },
  });
  expect(status).toBe(201);
}

async function run(): Promise<SyncJob> {
  const { status, body } = await scene.call("triggerSync", { params: scene.params() });
  expect(status).toBe(200);
  return scene.job(body.jobId);
}

async function upload(bytes: Uint8Array): Promise<void> {
  const body = new Blob([Buffer.from(bytes)]).stream();
  expect((await scene.call("putSyncFile", { params: scene.params(), body })).status).toBe(204);
}

describe.each(["oneroster", "skolon", "ss12000"] as const)("given a service of the type %s", (type) => {
  beforeEach(async () => {
    await source.set(content());
    await put({
      ...{ type, clientId: source.clientId, tokenAddress: source.tokenUrl, secret: source.clientSecret },
      address: source.bases[type === "oneroster" ? "oneRoster" : type],
    });
  });

  it("then creates all people, writes nothing in an identical run, and deactivates nobody when it is cut off", async () => {
    expect(await run()).toMatchObject({ state: "done", problem: null, counts: { creates: 31 }, written: 31 });
    expect(await scene.people("synk.p1")).toMatchObject([
      { name: "Elev p1", externalId: "ext-p1", classes: ["Synk 4B"], schools: [scene.school.name] },
    ]);
    expect((await scene.people("synk.t"))[0]?.classes).toEqual(["Synk 4A"]);
    expect(await run()).toMatchObject({ state: "done", counts: { unchanged: 31, moves: 0, updates: 0 }, written: 0 });

    const list = { oneroster: "users", skolon: "people", ss12000: "persons" }[type];
    await source.fail({ list, from: 2, kind: "cut" });
    const failed = await run();
    expect(failed).toMatchObject({ state: "failed", problem: { code: "cut_off" }, written: 0 });
    expect((await scene.people("synk.p29"))[0]?.status).toBe("active");
    expect(JSON.stringify(await scene.logs(failed))).not.toContain(source.clientSecret);
  });
});

describe.each(["oneroster", "skolon", "ss12000"] as const)(
  "given a service of the type %s that is only checked",
  (type) => {
    const config = () => ({
      ...{ type, clientId: source.clientId, tokenAddress: source.tokenUrl },
      address: source.bases[type === "oneroster" ? "oneRoster" : type],
    });
    const check = async () => (await scene.call("checkSync", { params: scene.params() })).body;

    it("then returns schools and version, or the problem of a wrong secret, and starts no job", async () => {
      await source.set(content());
      await put({ ...config(), secret: source.clientSecret });
      const version = type === "oneroster" ? "1.2" : null;
      expect(await check()).toEqual({ problem: null, version, schools: [scene.school.name] });
      await scene.call("putSync", { params: scene.params(), body: { name: "Register", ...config(), secret: "wrong" } });
      expect(await check()).toEqual({
        problem: { code: "unauthorised", values: { host: expect.any(String) } },
        version: null,
        schools: [],
      });
      expect((await scene.call("getSyncJobs", { params: scene.params(), query: {} })).body.data).toEqual([]);
    });
  },
);

describe("given OneRoster archives", () => {
  beforeEach(() => put({ type: "oneroster" }));

  it("then imports a bulk archive, applies a delta, and changes nothing from a damaged archive", async () => {
    const all = content();
    await upload(oneRosterZip(all, { version: "1.2" }));
    expect(await run()).toMatchObject({ state: "done", counts: { creates: 31 }, written: 31 });

    const [first, second, third] = all.people.slice(1);
    if (!first || !second || !third) throw new Error("The sample has pupils");
    const people = [
      { ...first, familyName: "Berg", classes: [] },
      { ...second, isGone: true },
    ];
    await upload(oneRosterZip({ schools: [], classes: [], people }, { version: "1.2", mode: "delta" }));
    expect(await run()).toMatchObject({
      state: "done",
      counts: { updates: 1, deactivations: 1, moves: 0 },
      written: 2,
    });
    expect((await scene.people("synk.p0"))[0]).toMatchObject({ name: "Elev Berg", classes: ["Synk 4A"] });
    expect((await scene.people("synk.p1"))[0]?.status).toBe("deleted");

    const whole = oneRosterZip(all);
    await upload(whole.subarray(0, whole.length / 2));
    expect(await run()).toMatchObject({ state: "failed", problem: { code: "damaged_zip" }, written: 0 });
    expect((await scene.people("synk.p2"))[0]?.status).toBe("active");
  });

  it("and no uploaded file, then fails as no_file", async () => {
    expect(await run()).toMatchObject({ state: "failed", problem: { code: "no_file" } });
  });
});

describe("given private networks are not allowed", () => {
  beforeEach(() => {
    scene.deps.withRoster = createWithRoster({ secrets: scene.deps.secrets, limits: {} });
    scene.deps.checkSource = createCheckSource({ secrets: scene.deps.secrets, limits: { retries: 0 } });
  });
  const fault = (address: string) => ({ code: "bad_address", values: { address } });

  it("and a source in one, then fails as bad_address", async () => {
    await put({ type: "skolon", address: `${source.url.replace("http:", "https:")}/skolon`, secret: randomUUID() });
    expect(await run()).toMatchObject({ state: "failed", problem: { code: "bad_address" } });
  });

  // No server has the name, so that a request would fail as unreachable.
  it.each([
    { address: "http://register.invalid/v2" },
    { address: "https://register.invalid/v2", clientId: "fabel", tokenAddress: "http://register.invalid/token" },
  ])("and a source without https (%j), then says so before its name is looked up", async (addresses) => {
    await put({ type: "ss12000", ...addresses, secret: randomUUID() });
    const { body } = await scene.call("checkSync", { params: scene.params() });
    expect(body.problem).toEqual(fault(addresses.tokenAddress ?? addresses.address));
    expect(await run()).toMatchObject({ state: "failed", problem: fault(addresses.tokenAddress ?? addresses.address) });
  });
});
