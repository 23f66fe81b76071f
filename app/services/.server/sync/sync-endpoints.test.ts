import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { pupils, SyncScene } from "#tests/support/sync-scene";
import { startNightly } from "./sync-service";
import { clearSourceFile, readSourceFileParts } from "./sync-store";

/** Endpoints of roster sync. docs/product/control-panel.md#calls, #sync. */

let scene: SyncScene;
const source = {
  type: "oneroster",
  name: "Elevregister",
  address: "https://roster.example/",
  clientId: "fabel",
  tokenAddress: "https://roster.example/token",
};

beforeAll(async () => {
  scene = await SyncScene.open();
  await seedRealm(scene.database, "no");
});

const lines = async (action: string) =>
  (
    await scene.database.execute<{ details: Record<string, unknown> }>(
      sql`select details from directory.audit where action = ${action} order by id`,
    )
  ).rows;

describe("given an organisation without settings", () => {
  it("then returns the defaults, and changes one setting or several and audits them", async () => {
    const params = { orgId: scene.school.uid };
    const { body } = await scene.call("getSyncSettings", { params });
    expect(body).toEqual({ active: false, dryRun: true, type: "skolon", organizationMap: [], revision: 0 });
    const put = (field: string, value: object) =>
      scene.call("putSyncSetting", { params: { ...params, field }, body: value });
    expect(await put("active", { active: true })).toMatchObject({ status: 200, body: { active: true, dryRun: true } });
    expect(await put("dryRun", { dryRun: false })).toMatchObject({
      status: 200,
      body: { active: true, dryRun: false },
    });
    expect(await put("active", { dryRun: true })).toMatchObject({ status: 400 });
    expect(await put("active", {})).toMatchObject({ status: 400 });
    expect(await put("secret", {})).toMatchObject({ status: 404 });
    const organizationMap = [{ legacyId: 7, uid: scene.school.uid, externalId: "skola-1" }];
    const all = await scene.call("putSyncConfig", { params, body: { config: { type: "ss12000", organizationMap } } });
    expect(all.body).toEqual({ active: true, dryRun: false, type: "ss12000", organizationMap, revision: 3 });
    expect((await scene.call("getSyncSettings", { params })).body).toEqual(all.body);
    expect((await lines("sync.settings_changed")).map(({ details }) => details.attributes)).toEqual([
      ["active"],
      ["dryRun"],
      ["type", "organizationMap"],
    ]);
  });
});

describe("given a sync", () => {
  const syncId = randomUUID();
  const put = (body: object, id: string = syncId) => scene.call("putSync", { params: scene.params(id), body });

  it("then PUT creates a new id (201) and updates a known one (200), and no response contains the secret", async () => {
    const made = await put({ ...source, secret: "h3mlig" });
    expect(made).toMatchObject({ status: 201, body: { data: { syncId, hasSecret: true } } });
    const changed = await put({ ...source, name: "Annat namn" });
    expect(changed).toMatchObject({ status: 200, body: { data: { name: "Annat namn", hasSecret: true } } });
    const listed = await scene.call("getSyncs", { params: { orgId: scene.school.uid } });
    expect(listed.body.data.map((each: { syncId: string }) => each.syncId)).toEqual([syncId]);
    expect(JSON.stringify([made, changed, listed])).not.toContain("h3mlig");
    const { rows } = await scene.database.execute<{ secret: Buffer }>(
      sql`select secret from sync.sources where id = ${syncId}`,
    );
    expect(rows[0]?.secret.toString("latin1")).not.toContain("h3mlig");
    expect(scene.deps.secrets.open(rows[0]?.secret ?? Buffer.alloc(0))).toBe("h3mlig");
    expect(JSON.stringify(await lines("sync.source_changed"))).not.toContain("h3mlig");
  });

  it("and another address, then requires the secret again", async () => {
    const elsewhere = { ...source, address: "https://elsewhere.example/" };
    expect(await put(elsewhere)).toMatchObject({
      status: 400,
      body: { details: [{ attribute: "secret", reason: "This value is required" }] },
    });
    expect((await put({ ...elsewhere, secret: null })).status).toBe(400);
    expect((await put({ ...elsewhere, secret: "nytt" })).status).toBe(200);
  });

  it("and invalid fields, then returns 400 with the field, and 404 for an invalid id", async () => {
    expect(await put({ ...source, type: "skolon", address: null })).toMatchObject({ status: 400 });
    expect(await put({ ...source, tokenAddress: null, secret: "x" })).toMatchObject({
      status: 400,
      body: { details: [{ attribute: "tokenAddress" }] },
    });
    await expect(put({ ...source, address: "file:///etc/passwd" })).rejects.toThrow();
    expect((await put(source, "no-id")).status).toBe(404);
  });

  it("and an uploaded file, then stores it if the sync has no address, else returns 409", async () => {
    const file = (content: string) => ({
      params: scene.params(),
      body: new Blob([content]).stream(),
    });
    await put({ ...source, address: null, clientId: null, tokenAddress: null }, scene.syncId);
    expect((await scene.call("putSyncFile", file("zip"))).status).toBe(204);
    const parts: Buffer[] = [];
    for await (const part of readSourceFileParts(scene.database, scene.syncId)) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe("zip");
    await clearSourceFile(scene.database, scene.syncId);
    await put({ ...source, secret: "x" }, scene.syncId);
    expect((await scene.call("putSyncFile", file("zip"))).status).toBe(409);
  });

  it("and a trigger, then returns the finished job and its log", async () => {
    const job = await scene.run(pupils("e", 2));
    expect(job).toMatchObject({ syncId: scene.syncId, state: "done", startedBy: { name: expect.any(String) } });
    const { body } = await scene.call("getSyncJobs", { params: scene.params(), query: {} });
    expect(body).toMatchObject({ data: [{ jobId: job.jobId }], meta: { totalCount: 1 } });
    expect((await scene.logs(job)).length).toBeGreaterThan(0);
    expect(await lines("sync.started")).toHaveLength(1);
  });

  it("and a deletion, then deletes its jobs and keeps its people", async () => {
    const job = await scene.run(pupils("e", 2));
    expect((await scene.call("deleteSync", { params: scene.params() })).status).toBe(204);
    expect((await scene.call("deleteSync", { params: scene.params() })).status).toBe(204);
    expect((await scene.call("deleteSync", { params: scene.params(randomUUID()) })).status).toBe(404);
    expect((await scene.call("getSyncJob", { params: { jobId: job.jobId } })).status).toBe(404);
    expect((await scene.people("synk.e0"))[0]?.status).toBe("active");
    expect(await lines("sync.source_deleted")).toHaveLength(1);
  });
});

describe("given the sync of a school", () => {
  let job: { jobId: string };
  let calls: [string, object][];

  beforeAll(async () => {
    await scene.call("putSync", { params: scene.params(), body: { ...source, secret: "x" } });
    await scene.call("putSyncConfig", { params: { orgId: scene.school.uid }, body: { config: { dryRun: true } } });
    job = await scene.run(pupils("r", 1));
    const of = { params: { jobId: job.jobId } };
    const organization = { params: { orgId: scene.school.uid } };
    calls = [
      ["getSyncSettings", organization],
      ["putSyncConfig", { ...organization, body: { config: { active: true } } }],
      ["putSyncSetting", { params: { ...organization.params, field: "active" }, body: { active: true } }],
      ["getSyncs", organization],
      ["putSync", { params: scene.params(), body: { ...source, secret: "x" } }],
      ["putSyncFile", { params: scene.params(), body: new ReadableStream() }],
      ["triggerSync", { params: scene.params() }],
      ["getSyncJobs", { params: scene.params(), query: {} }],
      ["getSyncJob", of],
      ["getSyncLogs", of],
      ["releaseSyncJob", of],
      ["refuseSyncJob", of],
      ["undoSyncJob", of],
      ["deleteSync", { params: scene.params() }],
    ];
  });

  test.each([
    ["student.se", 403],
    ["guardian.se", 403],
    ["teacher.se", 403],
    ["admin.no", 404],
  ])("%s gets the same refusal from every endpoint", async (username, status) => {
    const got = [];
    for (const [name, input] of calls) got.push([name, (await scene.call(name, input, { username })).status]);
    expect(got).toEqual(calls.map(([name]) => [name, status]));
  });

  it("and the sync's id under another school, then returns 404", async () => {
    const { rows } = await scene.database.execute<{ uid: string }>(sql`
      select uid from directory.organizations where realm = 'se' and type = 'school_unit' and id <> ${scene.school.id} limit 1`);
    const params = { orgId: rows[0]?.uid, syncId: scene.syncId };
    const username = "super.se";
    expect((await scene.call("putSync", { params, body: source }, { username })).status).toBe(404);
    expect((await scene.call("triggerSync", { params }, { username })).status).toBe(404);
    expect((await scene.call("deleteSync", { params }, { username })).status).toBe(404);
  });
});

it("given active and inactive organisations at night, then syncs the active ones' sources with an address", async () => {
  await scene.call("putSyncConfig", { params: { orgId: scene.school.uid }, body: { config: { active: true } } });
  const byFile: string = randomUUID();
  await scene.call("putSync", {
    params: scene.params(byFile),
    body: { ...source, address: null, clientId: null, tokenAddress: null },
  });
  scene.roster = () => scene.of(pupils("n", 1));
  await startNightly(scene.deps, "se");
  const jobsOf = async (id: string) => (await scene.call("getSyncJobs", { params: scene.params(id), query: {} })).body;
  expect((await jobsOf(scene.syncId)).data[0]).toMatchObject({ isBySchedule: true, state: "previewed" });
  expect((await jobsOf(byFile)).meta.totalCount).toBe(0);
  await scene.call("putSyncSetting", { params: { orgId: scene.school.uid, field: "active" }, body: { active: false } });
  const { meta } = await jobsOf(scene.syncId);
  await startNightly(scene.deps, "se");
  expect((await jobsOf(scene.syncId)).meta).toEqual(meta);
});

describe("given settings or a source that another user has changed meanwhile", () => {
  it("then returns 412 to a write with an outdated If-Match", async () => {
    const params = { orgId: scene.school.uid, field: "active" };
    const { revision } = (await scene.call("getSyncSettings", { params })).body;
    const put = (read: number) =>
      scene.call("putSyncSetting", { params, headers: { "if-match": `"${read}"` }, body: { active: true } });
    expect(await put(revision)).toMatchObject({ status: 200, body: { revision: revision + 1 } });
    expect(await put(revision)).toMatchObject({ status: 412 });
    const config = { params, headers: { "if-match": '"none"' }, body: { config: { active: false } } };
    expect(await scene.call("putSyncConfig", config)).toMatchObject({ status: 412 });

    const id = randomUUID();
    const write = (read: number | null, name: string) =>
      scene.call("putSync", {
        params: scene.params(id),
        headers: read === null ? {} : { "if-match": `"${read}"` },
        body: { type: "oneroster", name },
      });
    expect(await write(null, "One")).toMatchObject({ status: 201, body: { data: { revision: 1 } } });
    expect(await write(1, "Two")).toMatchObject({ status: 200, body: { data: { revision: 2 } } });
    expect(await write(1, "Three")).toMatchObject({ status: 412 });
    expect(await write(null, "Four")).toMatchObject({ status: 200, body: { data: { name: "Four", revision: 3 } } });
  });
});
