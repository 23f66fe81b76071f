import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { pupils, SyncScene } from "#tests/support/sync-scene";

/** Sync runs of one organisation at the same time. docs/product/control-panel.md#sync. */

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
        await scene.deps.enqueue("eu", waiting.jobId, "sync");
        expect((await scene.job(waiting.jobId)).state).toBe("queued");
        yield* scene.of(pupils("a", 1)).people;
      })(),
    });
    expect(run.state).toBe("done");
    scene.roster = () => scene.of(pupils("a", 1));
    await scene.deps.enqueue("eu", waiting.jobId, "sync");
    expect((await scene.job(waiting.jobId)).state).toBe("done");
  });
});
