import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { pupils, SyncScene } from "#tests/support/sync-scene";
import { RosterSourceError } from "./roster/roster";

/** Runs of syncs over rosters from memory. docs/product/control-panel.md#sync. */

let scene: SyncScene;

beforeEach(async () => {
  scene = await SyncScene.open();
  await scene.configure();
});

const g2 = [{ sourceId: "g2", role: "student" as const }];

describe("given a school that is read for the first time", () => {
  it("then everybody is made with their class, and the same again changes nothing", async () => {
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
    expect((await scene.logs(first)).map(({ code }) => code)).toEqual(["started", "compared", "written"]);
  });

  it("with a family name of several words, then it is the last name, and the same again changes nothing", async () => {
    const people = pupils("a", 1, { name: "Anna Maria van den Berg", familyName: "van den Berg" });
    await scene.run(people);
    const { rows } = await scene.database.execute(
      sql`select name, first_name as first, last_name as last from directory.users where username = 'synk.a0'`,
    );
    expect(rows).toEqual([{ name: "Anna Maria van den Berg", first: "Anna Maria", last: "van den Berg" }]);
    expect(await scene.run(people)).toMatchObject({ counts: { unchanged: 1, updates: 0 }, written: 0 });
  });

  it("as a dry run, then nothing is written until it is released", async () => {
    await scene.configure({ dryRun: true });
    const dry = await scene.run(pupils("a", 3));
    expect(dry).toMatchObject({ state: "previewed", isDryRun: true, counts: { creates: 3 }, written: 0 });
    expect(await scene.people("synk.a0")).toEqual([]);
    expect(await scene.names(dry, "new")).toEqual(["Elev a0", "Elev a1", "Elev a2"]);
    const released = await scene.act("releaseSyncJob", dry);
    expect(released).toMatchObject({ state: "done", written: 3 });
    expect(await scene.people("synk.a0")).toHaveLength(1);
    expect(await scene.act("releaseSyncJob", dry), "again").toMatchObject({ state: "done", written: 3 });
  });

  it("with people who are here already, then they are brought up to date and not made twice", async () => {
    await scene.database.execute(
      sql`update directory.users set external_id = 'ext-known' where username = ${`student.${scene.realm}`}`,
    );
    const run = await scene.run([...pupils("a", 1), { sourceId: "known", username: null, name: "Ny Namnsson" }]);
    expect(run).toMatchObject({ state: "held", counts: { creates: 1, moves: 1 } });
    await scene.act("releaseSyncJob", run);
    expect((await scene.people(`student.${scene.realm}`))[0]).toMatchObject({ name: "Ny Namnsson" });
  });
});

describe("given a school that was read before", () => {
  it("then whoever has a protected identity now stays as they are", async () => {
    await scene.run(pupils("a", 20));
    const leftAlone = new Set(["a3"]);
    const [before] = await scene.people("synk.a3");
    const run = await scene.run(
      pupils("a", 20).filter(({ sourceId }) => sourceId !== "a3"),
      { leftAlone },
    );
    expect(run).toMatchObject({ state: "done", counts: { deactivations: 0, unchanged: 19 }, written: 0 });
    expect(await scene.people("synk.a3")).toEqual([before]);
    expect(before?.status).toBe("active");
  });

  beforeEach(async () => {
    await scene.run(pupils("a", 20));
  });

  it("and a pupil in another class, then the pupil moves, and classes of the school's own stay", async () => {
    await scene.database.execute(sql`
      with made as (insert into directory.groups (uid, organization_id, realm, name, type)
        values (${randomUUID()}, ${scene.school.id}, ${scene.realm}, 'Läsgruppen', 'class') returning id)
      insert into directory.memberships (user_id, group_id, realm)
      select u.id, made.id, ${scene.realm} from made, directory.users u where u.username = 'synk.a0'`);
    const run = await scene.run([{ sourceId: "a0", groups: g2 }, ...pupils("a", 20).slice(1)]);
    expect(run.counts).toMatchObject({ moves: 1, updates: 0, unchanged: 19 });
    expect((await scene.people("synk.a0"))[0]?.classes).toEqual(["Läsgruppen", "Synk 4B"]);
  });

  it("and a pupil who is gone, then the pupil is deactivated, and comes back as the same person", async () => {
    const gone = await scene.run(pupils("a", 19));
    expect(gone).toMatchObject({ state: "done", counts: { deactivations: 1 }, written: 1 });
    const [before] = await scene.people("synk.a19");
    expect(before?.status).toBe("deleted");
    const back = await scene.run(pupils("a", 20));
    expect(back).toMatchObject({ state: "done", counts: { returns: 1, creates: 0 }, written: 1 });
    expect(await scene.people("synk.a19")).toMatchObject([{ uid: before?.uid, status: "active" }]);
    const undone = await scene.act("undoSyncJob", back);
    expect(undone).toMatchObject({ state: "undone", restored: 1 });
    expect(await scene.people("synk.a19")).toMatchObject([{ uid: before?.uid, status: "deleted" }]);
  });

  it("and a pupil who comes back under another id, then the deleted one is restored by the external id", async () => {
    await scene.run(pupils("a", 19));
    const run = await scene.run([...pupils("a", 19), { sourceId: "z", externalId: "ext-a19", username: "synk.a19" }]);
    expect(run.counts).toMatchObject({ returns: 1, creates: 0 });
    expect(await scene.people("synk.a19")).toHaveLength(1);
  });

  it("and a pupil who is gone and elsewhere too, then only the school is left", async () => {
    await scene.database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role)
      select u.id, o.id, u.realm, 'student' from directory.users u, directory.organizations o
      where u.username = 'synk.a19' and o.realm = u.realm and o.id <> ${scene.school.id} and o.type = 'school_unit'
      order by o.id limit 1`);
    const run = await scene.run(pupils("a", 19));
    expect(run).toMatchObject({ counts: { deactivations: 1 }, written: 1 });
    const [person] = await scene.people("synk.a19");
    expect(person?.status).toBe("active");
    expect(person?.schools).toHaveLength(1);
    expect(person?.schools).not.toContain(scene.school.name);
    await scene.act("undoSyncJob", run);
    expect((await scene.people("synk.a19"))[0]).toMatchObject({ classes: ["Synk 4A"] });
  });

  it("and many who are gone, then the run is held for a person's word", async () => {
    const held = await scene.run(pupils("a", 17));
    expect(held).toMatchObject({ state: "held", counts: { deactivations: 3 }, shares: { deactivations: 15 } });
    expect((await scene.people("synk.a19"))[0]?.status).toBe("active");
    expect(await scene.names(held, "gone")).toEqual(["Elev a17", "Elev a18", "Elev a19"]);
    const refused = await scene.act("refuseSyncJob", held);
    expect(refused.state).toBe("refused");
    const again = await scene.run(pupils("a", 17));
    const released = await scene.act("releaseSyncJob", again);
    expect(released).toMatchObject({ state: "done", written: 3 });
    const { rows } = await scene.database.execute(sql`
      select action, count(*)::int from directory.audit where action in ('sync.released', 'sync.refused', 'people.imported')
      group by 1 order by 1`);
    expect(rows, "a line for each that somebody decided or that changed people").toEqual([
      { action: "people.imported", count: 2 },
      { action: "sync.refused", count: 1 },
      { action: "sync.released", count: 1 },
    ]);
    expect((await scene.people("synk.a19"))[0]?.status).toBe("deleted");
    const undone = await scene.act("undoSyncJob", released);
    expect(undone).toMatchObject({ state: "undone", restored: 3, kept: 0 });
    expect((await scene.people("synk.a19"))[0]).toMatchObject({ status: "active", classes: ["Synk 4A"] });
  });

  it("and a later run while one is held, then the earlier one is superseded", async () => {
    const held = await scene.run(pupils("a", 10));
    await scene.run(pupils("a", 20));
    expect(await scene.job(held.jobId)).toMatchObject({ state: "superseded" });
    expect((await scene.call("releaseSyncJob", { params: { jobId: held.jobId } })).status).toBe(409);
  });

  it("and a source that breaks off, then nobody is touched", async () => {
    const broken = await scene.run([], {
      people: (async function* () {
        yield* scene.of(pupils("a", 2, { name: "Annan Namnsson" })).people;
        throw new RosterSourceError("cut_off", { count: 2 });
      })(),
    });
    expect(broken).toMatchObject({ state: "failed", problem: { code: "cut_off", values: { count: 2 } } });
    expect(await scene.people("synk.a0")).toMatchObject([{ name: "Elev a0", status: "active" }]);
    const { rows } = await scene.database.execute(sql`select 1 from imports.imports where sync_job = ${broken.jobId}`);
    expect(rows).toEqual([]);
  });

  it("and a change that names those who are gone, then only they are deactivated", async () => {
    const delta = await scene.run([{ sourceId: "a1", name: "Ny Namnsson" }], {
      mode: "delta",
      organizations: [],
      groups: [],
      removedPeople: ["a2", "nobody"],
    });
    expect(delta).toMatchObject({ state: "done", counts: { updates: 1, deactivations: 1, orphans: 0 }, written: 2 });
    expect((await scene.people("synk.a1"))[0]).toMatchObject({ name: "Ny Namnsson", classes: ["Synk 4A"] });
    expect((await scene.people("synk.a2"))[0]?.status).toBe("deleted");
    expect((await scene.people("synk.a3"))[0]?.status).toBe("active");
  });

  it("and a change that names who joined and left a class, then the other classes stay", async () => {
    const delta = await scene.run([{ sourceId: "a4", name: "Ny Namnsson", groups: [] }], {
      mode: "delta",
      organizations: [],
      groups: [],
      enrollmentChanges: [
        { personSourceId: "a1", groupSourceId: "g2", role: "student", isGone: false },
        { personSourceId: "a2", groupSourceId: "g1", role: "student", isGone: true },
        { personSourceId: "nobody", groupSourceId: "g1", role: "student", isGone: false },
      ],
    });
    expect(delta).toMatchObject({ state: "done", counts: { moves: 2, updates: 1, deactivations: 0 }, written: 3 });
    expect((await scene.people("synk.a1"))[0]?.classes).toEqual(["Synk 4A", "Synk 4B"]);
    expect((await scene.people("synk.a2"))[0]?.classes).toEqual([]);
    expect((await scene.people("synk.a3"))[0]?.classes).toEqual(["Synk 4A"]);
    expect((await scene.people("synk.a4"))[0]).toMatchObject({ name: "Ny Namnsson", classes: ["Synk 4A"] });
  });

  it("and a source whose ids have changed, then its people are the same", async () => {
    const renamed = pupils("a", 20).map((pupil) => ({
      ...pupil,
      sourceId: `new-${pupil.sourceId}`,
      externalId: `ext-${pupil.sourceId}`,
      username: `synk.${pupil.sourceId}`,
      name: `Elev ${pupil.sourceId}`,
    }));
    expect((await scene.run(renamed)).counts).toMatchObject({ unchanged: 20, creates: 0, deactivations: 0 });
    expect((await scene.run(renamed)).counts).toMatchObject({ unchanged: 20, deactivations: 0 });
  });

  it("and somebody of the same name without the same ids, then a twin is suspected and nobody is lost", async () => {
    const twin = { sourceId: "twin", externalId: "ext-other", username: "synk.twin", name: "Elev a0" };
    const run = await scene.run([twin, ...pupils("a", 20).slice(1)]);
    expect(run.counts).toMatchObject({ suspectedTwins: 1, creates: 0, deactivations: 0 });
    expect(await scene.people("synk.twin")).toEqual([]);
    expect((await scene.people("synk.a0"))[0]?.status).toBe("active");
  });

  it("and a school that nothing here stands for, then its people are left out and told", async () => {
    const organizations = [
      { sourceId: "school", name: scene.school.name, unitCode: null, parentSourceId: null },
      { sourceId: "other", name: "Skolan ingenstans", unitCode: "999", parentSourceId: null },
    ];
    const stranger = { sourceId: "b", organizations: ["other"], groups: [] };
    const run = await scene.run([...pupils("a", 20), stranger], { organizations });
    expect(run.counts).toMatchObject({ skipped: 1, creates: 0, unchanged: 20 });
    expect(await scene.logs(run)).toContainEqual(
      expect.objectContaining({ code: "unknown_schools", values: { number: 1, names: "Skolan ingenstans" } }),
    );
    const organizationMap = [{ legacyId: null, uid: scene.school.uid, externalId: "999" }];
    await scene.configure({ dryRun: false, organizationMap });
    expect((await scene.run([...pupils("a", 20), stranger], { organizations })).counts).toMatchObject({ creates: 1 });
  });
});

describe("given two runs of one organisation at once", () => {
  it("of the same sync, then the second trigger means the first job", async () => {
    scene.isHeld = true;
    const { body: first } = await scene.call("triggerSync", { params: scene.params() });
    const { body: second } = await scene.call("triggerSync", { params: scene.params() });
    expect(second.jobId).toBe(first.jobId);
  });

  it("of two syncs, then the second waits until the first has read", async () => {
    const other = randomUUID();
    const body = { type: "ss12000", name: "Annan", address: "https://other.example/", secret: "token" };
    await scene.call("putSync", { params: scene.params(other), body });
    scene.isHeld = true;
    const { body: waiting } = await scene.call("triggerSync", { params: scene.params(other) });
    scene.isHeld = false;
    const run = await scene.run([], {
      people: (async function* () {
        await scene.deps.wake("eu", waiting.jobId, "sync");
        expect((await scene.job(waiting.jobId)).state).toBe("queued");
        yield* scene.of(pupils("a", 1)).people;
      })(),
    });
    expect(run.state).toBe("done");
    scene.roster = () => scene.of(pupils("a", 1));
    await scene.deps.wake("eu", waiting.jobId, "sync");
    expect((await scene.job(waiting.jobId)).state).toBe("done");
  });
});

it("given a source that many change by, then the run is held above 75% updates", async () => {
  await scene.run(pupils("a", 8));
  const renamed = pupils("a", 8).map((pupil, place) =>
    place < 7 ? { ...pupil, name: `Ny ${pupil.sourceId}` } : pupil,
  );
  expect(await scene.run(renamed)).toMatchObject({ state: "held", counts: { updates: 7 }, shares: { updates: 87.5 } });
});
