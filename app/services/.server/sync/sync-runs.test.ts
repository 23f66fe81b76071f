import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { oneRosterFile, oneRosterFiles } from "#tests/support/oneroster-files";
import { sourceOptions } from "#tests/support/read-roster";
import { smallSource } from "#tests/support/roster-content";
import { pupils, SyncScene } from "#tests/support/sync-scene";
import { readOneRosterZip } from "./roster/oneroster/read-zip";
import { createRefusedRows, type RefusedRows } from "./roster/refused-rows";
import { RosterSourceError } from "./roster/roster";

/** Sync runs over in-memory rosters. docs/product/control-panel.md#sync. */

let scene: SyncScene;

beforeEach(async () => {
  scene = await SyncScene.open();
  await scene.configure();
});

const g2 = [{ sourceId: "g2", role: "student" as const }];

describe("given a school that was synced before", () => {
  it("and a person whose identity is now protected, then changes nothing about them", async () => {
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

  it("and a pupil in another class of the source, then moves the pupil and keeps the school's own classes", async () => {
    await scene.database.execute(sql`
      with made as (insert into directory.groups (uid, organization_id, realm, name, type)
        values (${randomUUID()}, ${scene.school.id}, ${scene.realm}, 'Läsgruppen', 'class') returning id)
      insert into directory.memberships (user_id, group_id, realm)
      select u.id, made.id, ${scene.realm} from made, directory.users u where u.username = 'synk.a0'`);
    const run = await scene.run([{ sourceId: "a0", groups: g2 }, ...pupils("a", 20).slice(1)]);
    expect(run.counts).toMatchObject({ moves: 1, updates: 0, unchanged: 19 });
    expect((await scene.people("synk.a0"))[0]?.classes).toEqual(["Läsgruppen", "Synk 4B"]);
  });

  it("and a missing pupil, then deactivates them, and restores the same person when they reappear", async () => {
    const gone = await scene.run(pupils("a", 19));
    expect(gone).toMatchObject({ state: "done", counts: { deactivations: 1 }, written: 1 });
    const [before] = await scene.people("synk.a19");
    expect(before?.status).toBe("deleted");
    const back = await scene.run(pupils("a", 20));
    expect(back).toMatchObject({ state: "done", counts: { returns: 1, creates: 0 }, written: 1 });
    expect(await scene.people("synk.a19")).toMatchObject([{ uid: before?.uid, status: "active" }]);
    const undone = await scene.decide("undoSyncJob", back);
    expect(undone).toMatchObject({ state: "undone", restored: 1 });
    expect(await scene.people("synk.a19")).toMatchObject([{ uid: before?.uid, status: "deleted" }]);
  });

  it("and a pupil who reappears under another source id, then restores the deleted one by the external id", async () => {
    await scene.run(pupils("a", 19));
    const run = await scene.run([...pupils("a", 19), { sourceId: "z", externalId: "ext-a19", username: "synk.a19" }]);
    expect(run.counts).toMatchObject({ returns: 1, creates: 0 });
    expect(await scene.people("synk.a19")).toHaveLength(1);
  });

  it("and a missing pupil who has another school too, then removes them from this school only", async () => {
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
    await scene.decide("undoSyncJob", run);
    expect((await scene.people("synk.a19"))[0]).toMatchObject({ classes: ["Synk 4A"] });
  });

  it("and too many missing pupils, then holds the run until someone releases or refuses it", async () => {
    const held = await scene.run(pupils("a", 17));
    expect(held).toMatchObject({ state: "held", counts: { deactivations: 3 }, shares: { deactivations: 15 } });
    expect((await scene.people("synk.a19"))[0]?.status).toBe("active");
    expect(await scene.names(held, "gone")).toEqual(["Elev a17", "Elev a18", "Elev a19"]);
    const refused = await scene.decide("refuseSyncJob", held);
    expect(refused.state).toBe("refused");
    const again = await scene.run(pupils("a", 17));
    const released = await scene.decide("releaseSyncJob", again);
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
    const undone = await scene.decide("undoSyncJob", released);
    expect(undone).toMatchObject({ state: "undone", restored: 3, retained: 0 });
    expect((await scene.people("synk.a19"))[0]).toMatchObject({ status: "active", classes: ["Synk 4A"] });
  });

  it("and too many missing pupils in a dry run, then says that the run would be held", async () => {
    await scene.configure({ dryRun: true });
    const dry = await scene.run(pupils("a", 17));
    expect(dry).toMatchObject({ state: "previewed", shares: { deactivations: 15 }, isAboveLimits: true });
    expect(await scene.logs(dry)).toContainEqual(
      expect.objectContaining({ code: "would_hold", values: { deactivations: 15, updates: 0 } }),
    );
    expect(await scene.run(pupils("a", 19))).toMatchObject({ state: "previewed", isAboveLimits: false });
  });

  describe("and a source with rows that cannot be read", () => {
    const row = { code: "malformed" as const, values: { file: "users.csv", line: 7 } };
    const refused = (add: (rows: RefusedRows) => void) => {
      const rows = createRefusedRows();
      add(rows);
      return { refused: rows };
    };

    it("and one is about a known pupil, then leaves that pupil and deactivates the others who are missing", async () => {
      const run = await scene.run(
        [...pupils("a", 18), ...pupils("b", 1)],
        refused((rows) => rows.add(row.code, row.values, {}, { person: "a19" })),
      );
      expect(run).toMatchObject({ state: "done", counts: { creates: 1, deactivations: 1, refusedRows: 1 } });
      expect(await scene.logs(run)).toContainEqual(
        expect.objectContaining({ code: "rows_refused", values: { number: 1 } }),
      );
      expect((await scene.people("synk.a18"))[0]?.status).toBe("deleted");
      expect((await scene.people("synk.a19"))[0]?.status).toBe("active");
      const logs = await scene.logs(run);
      expect(logs).toContainEqual(expect.objectContaining({ level: "warning", ...row }));
      expect(logs.map(({ code }) => code)).not.toContain("nothing_removed");
    });

    it("and one has a role that the standard does not have, then its known person stays", async () => {
      const value = { id: "a19", field: "role", value: "banana" };
      const run = await scene.run(
        pupils("a", 18),
        refused((rows) => rows.addInvalid(row.values, value, { person: "a19" })),
      );
      expect(run).toMatchObject({ state: "done", counts: { deactivations: 1, refusedRows: 1 } });
      expect((await scene.people("synk.a19"))[0]).toMatchObject({ status: "active", classes: ["Synk 4A"] });
      const values = { ...row.values, column: "role", value: "banana" };
      expect(await scene.logs(run)).toContainEqual(expect.objectContaining({ code: "invalid_value", values }));
    });

    it("and one is about a person of a delta, then that person's classes stay too", async () => {
      await scene.run([], {
        ...{ mode: "delta", organizations: [], groups: [] },
        ...refused((rows) => rows.add(row.code, row.values, {}, { person: "a1" })),
        enrollmentChanges: [
          { personSourceId: "a1", groupSourceId: "g2", role: "student", isGone: false },
          { personSourceId: "a2", groupSourceId: "g2", role: "student", isGone: false },
        ],
      });
      expect((await scene.people("synk.a1"))[0]?.classes).toEqual(["Synk 4A"]);
      expect((await scene.people("synk.a2"))[0]?.classes).toEqual(["Synk 4A", "Synk 4B"]);
    });

    it("and one may be about anybody, then adds people but removes nobody from the school or a class", async () => {
      const run = await scene.run(
        [{ sourceId: "a0", groups: g2 }, ...pupils("a", 19).slice(1), ...pupils("b", 1)],
        refused((rows) => rows.add(row.code, row.values, {}, "unknown")),
      );
      expect(run).toMatchObject({ state: "done", counts: { creates: 1, deactivations: 0, refusedRows: 1 } });
      expect((await scene.people("synk.a0"))[0]?.classes).toEqual(["Synk 4A", "Synk 4B"]);
      expect((await scene.people("synk.a19"))[0]?.status).toBe("active");
      expect((await scene.logs(run)).map(({ code }) => code)).toContain("nothing_removed");
    });

    it("and one is about a pupil's class, then the pupil stays in their classes", async () => {
      await scene.run(
        [{ sourceId: "a0", groups: [] }, { sourceId: "a1", groups: [] }, ...pupils("a", 20).slice(2)],
        refused((rows) => rows.add("missing_value", row.values, { column: "role" }, { classesOf: "a0" })),
      );
      expect((await scene.people("synk.a0"))[0]?.classes).toEqual(["Synk 4A"]);
      expect((await scene.people("synk.a1"))[0]?.classes).toEqual([]);
    });

    it("and one is about somebody unknown in a class, then nobody leaves that class", async () => {
      await scene.run([{ sourceId: "b0", groups: g2 }, ...pupils("a", 20)]);
      await scene.run(
        [{ sourceId: "b0", groups: [] }, { sourceId: "a0", groups: [] }, ...pupils("a", 20).slice(1)],
        refused((rows) => rows.addInvalid(row.values, { id: "", field: "userSourcedId", value: "x" }, { class: "g1" })),
      );
      expect((await scene.people("synk.a0"))[0]?.classes).toEqual(["Synk 4A"]);
      expect((await scene.people("synk.b0"))[0]?.classes).toEqual([]);
    });

    it("and a service has one about somebody unknown in a class, which is known only at the end, then nobody leaves it", async () => {
      await scene.run(pupils("a", 20));
      const rows = createRefusedRows();
      const { people } = scene.of([{ sourceId: "a0", groups: g2 }, ...pupils("a", 20).slice(1)]);
      const run = await scene.run([], {
        refused: rows,
        people: (async function* () {
          yield* people;
          const invalid = { id: "x-1", field: "user", value: "x", isReference: true };
          rows.addInvalid({ path: "/enrollments", record: 21 }, invalid, { class: "g1" });
        })(),
      });
      expect(run).toMatchObject({ state: "done", counts: { moves: 1, refusedRows: 1 } });
      expect((await scene.people("synk.a0"))[0]?.classes).toEqual(["Synk 4A", "Synk 4B"]);
      const values = { path: "/enrollments", record: 21, id: "x-1", field: "user", value: "x" };
      expect(await scene.logs(run)).toContainEqual(
        expect.objectContaining({ code: "unknown_record_reference", values }),
      );
    });

    it("and one names an unknown school of a pupil, then the pupil leaves no school", async () => {
      await scene.database.execute(sql`
        insert into directory.organizations (realm, type, name, parent_id)
        values (${scene.realm}, 'school_unit', 'Synkskolan', ${scene.school.id})`);
      const other = { sourceId: "other", name: "Synkskolan", unitCode: null, parentSourceId: "school" };
      const organizations = [...scene.of([]).organizations, other];
      const both = { organizations: ["school", "other"] };
      await scene.run([...pupils("b", 2, both), ...pupils("a", 20)], { organizations });
      expect((await scene.people("synk.b0"))[0]?.schools).toContain("Synkskolan");
      await scene.run([...pupils("b", 2), ...pupils("a", 20)], {
        organizations,
        ...refused((rows) =>
          rows.addInvalid(row.values, { id: "", field: "orgSourcedIds", value: "x" }, { schoolsOf: "b0" }),
        ),
      });
      expect((await scene.people("synk.b0"))[0]?.schools).toContain("Synkskolan");
      expect((await scene.people("synk.b1"))[0]?.schools).not.toContain("Synkskolan");
    });

    it("and more than are listed, then says how many are listed", async () => {
      const run = await scene.run(
        pupils("a", 20),
        refused((rows) => {
          for (let line = 2; line < 503; line += 1) rows.addRepeated({ file: "users.csv", line }, "a0");
        }),
      );
      const logs = await scene.logs(run);
      const values = { number: 501, listed: 500 };
      expect(logs).toContainEqual(expect.objectContaining({ code: "rows_refused_first", values }));
      expect(logs.filter(({ code }) => code === "duplicate_id")).toHaveLength(500);
    });

    it("and one repeats an id, then the first row counts and missing pupils are deactivated", async () => {
      const run = await scene.run(
        pupils("a", 19),
        refused((rows) => rows.addRepeated(row.values, "a0")),
      );
      expect(run).toMatchObject({ state: "done", counts: { deactivations: 1, refusedRows: 1 } });
    });
  });

  it("and a source with several faults, then the log of the failed run lists all of them", async () => {
    const others = [{ code: "missing_file" as const, values: { file: "roles.csv" } }];
    const failed = await scene.run([], {
      people: (async function* () {
        yield* [];
        throw new RosterSourceError("missing_column", { file: "orgs.csv", column: "name" }, others);
      })(),
    });
    expect(failed.problem?.code).toBe("missing_column");
    expect((await scene.logs(failed)).filter(({ level }) => level === "error").map(({ code }) => code)).toEqual([
      "missing_column",
      "missing_file",
    ]);
  });

  it("and a later run while one is held, then supersedes the earlier one, which cannot be released (409)", async () => {
    const held = await scene.run(pupils("a", 10));
    await scene.run(pupils("a", 20));
    expect(await scene.job(held.jobId)).toMatchObject({ state: "superseded" });
    expect((await scene.call("releaseSyncJob", { params: { jobId: held.jobId } })).status).toBe(409);
  });

  it("and a source that is cut off, then fails and changes nobody", async () => {
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

  it("and a delta with removed people, then deactivates only those", async () => {
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

  it("and a delta of class changes, then people join and leave those classes and keep the others", async () => {
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

  it("and a source whose ids have changed, then matches the same people", async () => {
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

  it("and a person of the same name with other ids, then reports a suspected twin and creates or deletes nobody", async () => {
    const twin = { sourceId: "twin", externalId: "ext-other", username: "synk.twin", name: "Elev a0" };
    const run = await scene.run([twin, ...pupils("a", 20).slice(1)]);
    expect(run.counts).toMatchObject({ suspectedTwins: 1, creates: 0, deactivations: 0 });
    expect(await scene.people("synk.twin")).toEqual([]);
    expect((await scene.people("synk.a0"))[0]?.status).toBe("active");
  });

  it("and an unmapped school, then skips its people and logs the school; once mapped, then creates them", async () => {
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

it("given a OneRoster archive with references to nothing, then its known people keep their schools and classes", async () => {
  const content = smallSource();
  content.schools = [{ id: "org-2", name: scene.school.name, unitCode: null, parentId: null }];
  content.classes = content.classes.map((each) => ({ ...each, schoolId: "org-2" }));
  content.people = content.people.map((each) => ({ ...each, schoolIds: ["org-2"] }));
  const files = Object.entries(oneRosterFiles(content)).map(([name, rows]) => [name, [...rows].join("")] as const);
  const run = async (changes: Record<string, [text: string, by: string][]>) => {
    const changed = files.map(([name, text]) => {
      expect((changes[name] ?? []).filter(([from]) => !text.includes(from))).toEqual([]);
      return [name, (changes[name] ?? []).reduce((all, [from, to]) => all.replace(from, to), text)];
    });
    const file = await oneRosterFile(content, {}, Object.fromEntries(changed));
    return scene.run([], await readOneRosterZip(file, sourceOptions()));
  };
  const places = async () => {
    const { rows } = await scene.database.execute(sql`
      select u.username, u.status, array(select g.name from directory.memberships m
        join directory.groups g on g.id = m.group_id where m.user_id = u.id order by g.name) as classes
      from directory.users u where u.username like '%@skola.example' order by u.username`);
    return rows;
  };
  expect(await run({})).toMatchObject({ state: "done", written: 9 });
  const before = await places();
  const job = await run({
    "classes.csv": [["class-4,,,3B,,course-1,,homeroom,,org-2", "class-4,,,3B,,course-1,,homeroom,,NOPE"]],
    "enrollments.csv": [
      ["class-2,org-2,p-2", "class-2,org-2,NOPE"],
      ["class-1,org-2,p-3", "NOPE,org-2,p-3"],
    ],
    "users.csv": [
      ["p-1,,,true,org-2", "p-1,,,true,NOPE"],
      ["t-2,,,true,org-2,administrator", "t-2,,,true,org-2,ext:helper"],
    ],
  });
  expect(job).toMatchObject({ state: "done", counts: { deactivations: 0, moves: 0, refusedRows: 5 } });
  expect(await places()).toEqual(before);
});

it("given 7 updates among 8 people, then holds the run (limit 75%)", async () => {
  await scene.run(pupils("a", 8));
  const renamed = pupils("a", 8).map((pupil, place) =>
    place < 7 ? { ...pupil, name: `Ny ${pupil.sourceId}` } : pupil,
  );
  expect(await scene.run(renamed)).toMatchObject({ state: "held", counts: { updates: 7 }, shares: { updates: 87.5 } });
});

describe("given a source whose username is somebody's with another first and last name", () => {
  it("then asks, and changes nobody without an answer", async () => {
    await scene.database.execute(sql`
      update directory.users set external_id = null, name = 'Aisha Bakken', first_name = 'Aisha', last_name = 'Bakken'
      where username = ${`student.${scene.realm}`}`);
    const other = { sourceId: "other", externalId: null, username: `student.${scene.realm}`, name: "Aksel Ny" };
    const run = await scene.run([...pupils("a", 20), other]);
    expect(await scene.names(run, "likely")).toEqual(["Aksel Ny"]);
    expect((await scene.people(`student.${scene.realm}`))[0]).toMatchObject({ name: "Aisha Bakken" });
  });
});

it("given a pupil of an after-school club that the source does not know, then a new class keeps the club's group", async () => {
  const first = await scene.run(pupils("club", 1));
  if (first.state === "held") await scene.decide("releaseSyncJob", first);
  await scene.database.execute(sql`
    with club as (insert into directory.organizations (realm, type, name, parent_id)
        values (${scene.realm}, 'sub_school', 'Fritids', ${scene.school.id}) returning id),
      blue as (insert into directory.groups (organization_id, realm, name, type) select id, ${scene.realm}, 'Blå', 'group' from club returning id),
      pupil as (select id from directory.users where username = 'synk.club0'),
      placed as (insert into directory.associations (user_id, organization_id, realm, role)
        select pupil.id, club.id, ${scene.realm}, 'student' from pupil, club)
    insert into directory.memberships (user_id, group_id, realm) select pupil.id, blue.id, ${scene.realm} from pupil, blue`);
  const run = await scene.run(pupils("club", 1, { groups: g2 }));
  if (run.state === "held") await scene.decide("releaseSyncJob", run);
  expect((await scene.people("synk.club0"))[0]?.classes).toEqual(["Blå", "Synk 4B"]);
});
