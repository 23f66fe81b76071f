import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { pupils, SyncScene } from "#tests/support/sync-scene";

/** The first sync run of a school, over in-memory rosters. docs/product/control-panel.md#sync. */

let scene: SyncScene;

beforeEach(async () => {
  scene = await SyncScene.open();
  await scene.configure();
});

const _g2 = [{ sourceId: "g2", role: "student" as const }];

describe("given a school that is synced for the first time", () => {
  it("then creates all people with their class, and an identical second run writes nothing", async () => {
    const first = await scene.run(pupils("a", 20));
    expect(first).toMatchObject({ state: "done", counts: { creates: 20, unchanged: 0 }, written: 20, unwritten: 0 });
    expect(await scene.people("synk.a3")).toMatchObject([
      { name: "Elev a3", status: "active", externalId: "ext-a3", classes: ["Synk 4A"], schools: [scene.school.name] },
    ]);
    const [{ version } = { version: 0 }] = await scene.people("synk.a3");
    const again = await scene.run(pupils("a", 20));
    expect(again).toMatchObject({
      state: "done",
      counts: { creates: 0, updates: 0, moves: 0, deactivations: 0, returns: 0, unchanged: 20, problems: 0 },
      written: 0,
    });
    expect((await scene.people("synk.a3"))[0]?.version).toBe(version);
    expect(first.counts.orphans, "the school's own people").toBeGreaterThan(0);
    expect((await scene.logs(first)).map(({ code }) => code)).toEqual(["started", "compared", "orphans", "written"]);
  });

  it("and a family name of several words, then stores it as the last name, and a second run changes nothing", async () => {
    const people = pupils("a", 1, { name: "Anna Maria van den Berg", familyName: "van den Berg" });
    await scene.run(people);
    const { rows } = await scene.database.execute(
      sql`select name, first_name as first, last_name as last from directory.users where username = 'synk.a0'`,
    );
    expect(rows).toEqual([{ name: "Anna Maria van den Berg", first: "Anna Maria", last: "van den Berg" }]);
    expect(await scene.run(people)).toMatchObject({ counts: { unchanged: 1, updates: 0 }, written: 0 });
  });

  it("and people with a given or a family name alone, then stores it as what it is and leaves the other part", async () => {
    const names = async () => {
      const { rows } = await scene.database.execute(sql`
        select name, first_name as first, last_name as last from directory.users
        where username in ('synk.a0', 'synk.b0') order by username`);
      return rows;
    };
    const given = { name: "Anna Maria", familyName: "" };
    const family = { name: "van den Berg", familyName: "van den Berg" };
    await scene.run([...pupils("a", 1, given), ...pupils("b", 1, family)]);
    expect(await names()).toEqual([
      { name: "Anna Maria", first: "Anna Maria", last: null },
      { name: "van den Berg", first: null, last: "van den Berg" },
    ]);
    const held = await scene.run([...pupils("a", 1, family), ...pupils("b", 1, given)]);
    await scene.decide("releaseSyncJob", held);
    const whole = { name: "Anna Maria van den Berg", first: "Anna Maria", last: "van den Berg" };
    expect(await names()).toEqual([whole, whole]);
  });

  it("and a dry run, then writes nothing until the run is released", async () => {
    await scene.configure({ dryRun: true });
    const dry = await scene.run(pupils("a", 3));
    expect(dry).toMatchObject({ state: "previewed", isDryRun: true, counts: { creates: 3 }, written: 0 });
    expect(await scene.people("synk.a0")).toEqual([]);
    expect(await scene.names(dry, "new")).toEqual(["Elev a0", "Elev a1", "Elev a2"]);
    const released = await scene.decide("releaseSyncJob", dry);
    expect(released).toMatchObject({ state: "done", written: 3 });
    expect(await scene.people("synk.a0")).toHaveLength(1);
    expect(await scene.decide("releaseSyncJob", dry), "again").toMatchObject({ state: "done", written: 3 });
  });

  it("and a dry run without changes, then offers no approval, and a later run knows its people by the source's ids", async () => {
    await scene.run(pupils("a", 3));
    await scene.database.execute(sql`delete from sync.people`);
    await scene.configure({ dryRun: true });
    const dry = await scene.run(pupils("a", 3));
    expect(dry).toMatchObject({ state: "previewed", counts: { creates: 0, updates: 0, moves: 0, unchanged: 3 } });
    expect(dry.actions.filter(({ active }) => active)).toEqual([]);
    const renumbered = { externalId: "ext-b", username: "synk.b", name: "Ny Namnsson" };
    const next = await scene.run([...pupils("a", 2), { sourceId: "a2", ...renumbered }]);
    expect(next).toMatchObject({ state: "previewed", counts: { creates: 0, updates: 1, deactivations: 0 } });
    expect(next.actions.flatMap(({ id, active }) => (active ? [id] : []))).toEqual(["release", "refuse"]);
  });

  it("and a dry run with a suspected twin alone, then offers approval only after a choice", async () => {
    await scene.run(pupils("a", 2));
    await scene.configure({ dryRun: true });
    const twin = { sourceId: "twin", externalId: "ext-other", username: "synk.twin", name: "Elev a0" };
    const dry = await scene.run([...pupils("a", 2), twin]);
    expect(dry).toMatchObject({ state: "previewed", counts: { suspectedTwins: 1, creates: 0 } });
    expect(dry.actions.flatMap(({ id, active }) => (active ? [id] : []))).toEqual(["refuse"]);
    await scene.database.execute(
      sql`update imports.rows set choice = 'new' where import_id = ${dry.importId} and outcome = 'likely'`,
    );
    const decided = await scene.job(dry.jobId);
    expect(decided.actions.flatMap(({ id, active }) => (active ? [id] : []))).toEqual(["release", "refuse"]);
  });

  it("and a person who exists already, then updates that person instead of creating another", async () => {
    await scene.database.execute(
      sql`update directory.users set external_id = 'ext-known' where username = ${`student.${scene.realm}`}`,
    );
    const run = await scene.run([...pupils("a", 1), { sourceId: "known", username: null, name: "Ny Namnsson" }]);
    expect(run).toMatchObject({ state: "held", counts: { creates: 1, moves: 1 } });
    await scene.decide("releaseSyncJob", run);
    expect((await scene.people(`student.${scene.realm}`))[0]).toMatchObject({ name: "Ny Namnsson" });
  });
});
