import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { pupils, SyncScene } from "#tests/support/sync-scene";
import { processSyncJob } from "./run-sync";
import type { WithRoster } from "./sync-deps";

/** Sync runs of one organisation at the same time, and of one process after another. docs/product/control-panel.md#sync. */

let scene: SyncScene;

beforeEach(async () => {
  scene = await SyncScene.open();
  await scene.configure();
});

describe("given two runs of one organisation at the same time", () => {
  it("and both of the same sync, then the second trigger returns the first job", async () => {
    scene.isHeld = true;
    const { body: first } = await scene.call("triggerSync", { params: scene.params() });
    const { body: second } = await scene.call("triggerSync", { params: scene.params() });
    expect(second.jobId).toBe(first.jobId);
  });

  it("and two syncs, then the second stays queued while the first is reading", async () => {
    const other = randomUUID();
    const body = { type: "ss12000", name: "Annan", address: "https://other.example/", secret: "token" };
    await scene.call("putSync", { params: scene.params(other), body });
    scene.isHeld = true;
    const { body: waiting } = await scene.call("triggerSync", { params: scene.params(other) });
    scene.isHeld = false;
    const run = await scene.run([], {
      people: (async function* () {
        await scene.deps.queue.send("eu", { kind: "sync", id: waiting.jobId });
        expect((await scene.job(waiting.jobId)).state).toBe("queued");
        yield* scene.of(pupils("a", 1)).people;
      })(),
    });
    expect(run.state).toBe("done");
    scene.roster = () => scene.of(pupils("a", 1));
    await scene.deps.queue.send("eu", { kind: "sync", id: waiting.jobId });
    expect((await scene.job(waiting.jobId)).state).toBe("done");
  });
});

it("given a process that stops while it reads the source, then it gives the run back without rows, and the next reads it at once", async () => {
  scene.isHeld = true;
  const { body } = await scene.call("triggerSync", { params: scene.params() });
  let isStopping = false;
  const withRoster: WithRoster = (_database, _source, signal) =>
    new Promise((_, reject) => {
      isStopping = true;
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  await processSyncJob({ ...scene.deps, withRoster }, "eu", body.jobId, () => isStopping);
  expect((await scene.job(body.jobId)).state).toBe("queued");
  const { rows } = await scene.database.execute(sql`select 1 from imports.imports where sync_job = ${body.jobId}`);
  expect(rows).toEqual([]);
  scene.isHeld = false;
  scene.roster = () => scene.of(pupils("a", 1));
  await scene.deps.queue.send("eu", { kind: "sync", id: body.jobId });
  expect((await scene.job(body.jobId)).state).toBe("done");
});
