import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type Pupil, pupils, SyncScene } from "#tests/support/sync-scene";
import { scene as imports, openTwoOrganizations, person, schoolB } from "#tests/support/two-organizations";
import { listImportRows } from "~/services/.server/import/row-store";
import { formMessages } from "~/services/contracts/form-messages";
import type { SyncJob } from "~/services/contracts/sync";

/** People of two organisations in the roster of one, and in the preview of its imports. docs/security.md, line 36. */

let scene: SyncScene;
const ended: string[] = [];
let made = 0;

beforeAll(async () => {
  scene = await SyncScene.open();
  await scene.configure();
  const endSessions = async (_: string, uids: string | readonly string[]) => void ended.push(...[uids].flat());
  scene.importDeps.credentials = { ...scene.importDeps.credentials, endSessions };
});

const others = pupils("other", 30);
/** Where the importer has no permission. */
const schoolOfOthers = sql`(select id from directory.organizations where school_unit_code = 'se-1002')`;

async function run(people: readonly Pupil[]): Promise<SyncJob> {
  const job = await scene.run([...others, ...people]);
  return job.state === "held" ? scene.decide("releaseSyncJob", job) : job;
}

/** Somebody whom the source has created. */
async function created(kind: "guardians" | "employees", rest: Partial<Pupil> = {}) {
  made += 1;
  const source: Pupil = { sourceId: `both${made}`, kind, groups: [], ...rest };
  await run([source]);
  const [{ id, uid } = { id: 0, uid: "" }] = await scene.people(`synk.both${made}`);
  return { source, id, uid };
}

async function joinOthers(id: number): Promise<void> {
  await scene.database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select u.id, ${schoolOfOthers}, u.realm, u.type from directory.users u where u.id = ${id}`);
}

/** Gives a guardian a pupil who is at the other school alone. */
async function giveOtherPupil(id: number): Promise<void> {
  await scene.database.execute(sql`
    insert into directory.guardianships (guardian_id, student_id, realm)
    select ${id}, a.user_id, a.realm from directory.associations a
    where a.organization_id = ${schoolOfOthers} and a.role = 'student' limit 1`);
}

async function rowsOf({ importId }: SyncJob) {
  const { rows } = await listImportRows(scene.database, importId ?? "", {}, { pageNumber: 1, pageSize: 100 });
  return rows;
}

const one = async () => (await scene.people(`synk.both${made}`))[0] as Awaited<ReturnType<typeof scene.people>>[number];

test("the preview of a removal names the schools in the importer's scope alone", async () => {
  const { id } = await created("employees");
  await joinOthers(id);
  const job = await run([]);
  const row = (await rowsOf(job)).find(({ personId }) => personId === id);
  expect(row?.changes).toEqual([{ column: "organization", before: scene.school.name, after: null }]);
  expect((await one()).schools).toHaveLength(1);
});

describe("given a guardian with a pupil at another school who is no longer in the source", () => {
  test("then their membership ends, their sessions go on, and the undo gives it back", async () => {
    const { id, uid } = await created("guardians");
    await giveOtherPupil(id);
    const job = await run([]);
    const left = await one();
    expect([left.status, left.schools.includes(scene.school.name)]).toEqual(["active", false]);
    expect(ended).not.toContain(uid);
    await scene.decide("undoSyncJob", job);
    const back = await one();
    expect([back.status, back.schools.includes(scene.school.name)]).toEqual(["active", true]);
  });

  test("and the source had brought them back with another address, then the undo leaves it", async () => {
    const { id, uid, source } = await created("guardians", { email: `forst${made}@exempel.se` });
    await scene.database.execute(sql`update directory.users set status_before = 'active', status = 'deleted', deleted_at = now(),
      version = version + 1 where id = ${id}`);
    const job = await run([{ ...source, email: `sedan${made}@exempel.se` }]);
    expect((await one()).uid).toBe(uid);
    await giveOtherPupil(id);
    await scene.decide("undoSyncJob", job);
    const { rows } = await scene.database.execute(sql`select email from directory.users where id = ${id}`);
    expect(rows).toEqual([{ email: `sedan${made}@exempel.se` }]);
    const row = (await rowsOf(job)).find(({ personId }) => personId === id);
    expect(row?.problems).toMatchObject([{ reason: formMessages.everyOrganization }]);
  });
});

test.each([
  [27, true],
  [28, false],
])("a source brings back a person who was deleted %d days ago: %s", async (days, isBack) => {
  const { id, source } = await created("employees");
  await scene.database.execute(sql`update directory.users set status_before = 'active', status = 'deleted',
    deleted_at = now() - make_interval(days => ${days}), version = version + 1 where id = ${id}`);
  await run([source]);
  expect((await one()).id === id).toBe(isBack);
});

test("the preview of an import shows of a person with the same name the places in the importer's scope alone", async () => {
  await openTwoOrganizations();
  const who = await person("employee");
  const stored = await imports.person(who.username);
  const { rows: elsewhere } = await imports.database.execute<{ name: string; group: string }>(sql`
    select o.name, g.name as group from directory.organizations o, directory.groups g
    where o.id = ${schoolB} and g.uid = ${who.groupB}`);
  const run = await imports.upload([{ username: "nagon.annan", name: stored?.name ?? "", role: "Personal" }]);
  const [candidate] = (await imports.rows(run.id))[0]?.candidates ?? [];
  expect(candidate?.id).toBe(who.uid);
  expect(candidate?.organizations).toEqual(stored?.schools.filter((name) => name !== elsewhere[0]?.name));
  expect(candidate?.groups).toEqual(stored?.classes.filter((name) => name !== elsewhere[0]?.group));
  expect([candidate?.organizations.length, candidate?.groups.length]).toEqual([1, 1]);
});
