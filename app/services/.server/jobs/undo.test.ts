import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import type { StaffCredentials } from "~/services/.server/directory/identity";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { formMessages } from "~/services/contracts/form-messages";
import { runJob } from "./job-runner";

/** An undo reverts what the job itself changed, and nothing else. docs/product/choices.md#own-calls. */

let database: Database;
let credentials: StaffCredentials;
let reported: unknown[];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
});
beforeEach(() => {
  credentials = { ...credentialsDouble };
  reported = [];
});

type JobInput = { kind: string; selection: object; group?: string | undefined };

/** Creates a job and runs it. @returns the job and the reasons of refused rows, or only the status if creating it failed */
async function run(jobInput: JobInput, username = "admin.se") {
  const databases = { eu: database, us: database };
  const identity = createIdentityDirectory(databases);
  const secrets = secretBox("a secret of more than thirty-two letters", "jobs");
  const report = (error: unknown) => reported.push(error);
  const deps = { databases, identity, credentials, secrets, changed: () => undefined, report };
  const queue = { send: async (region: "eu" | "us", { id }: { id: string }) => runJob(deps, region, id, () => false) };
  const service = { name: "control-panel", endpoints: createJobEndpoints({ databases, queue }) };
  const caller = await callerOf(database, username);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of the response
  const call = (name: string, input: object): Promise<{ status: number; body: any }> =>
    ask(service as never, name as never, input, caller);
  const made = await call("createJob", { body: { data: jobInput } });
  if (made.status !== 201) return { status: made.status, id: "", job: null, reasons: [] };
  const params = { id: made.body.data.id };
  const { data: job } = (await call("getJob", { params })).body;
  const { data } = (await call("getJobResults", { params, query: { outcome: "refused" } })).body;
  return { status: 201, id: params.id, job, reasons: data.map(({ reason }: { reason: string }) => reason) };
}
const undo = (job: string, username?: string) => run({ kind: "undo", selection: { job } }, username);

const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await database.execute<Row>(query)).rows;
const pupils = (limit: number) =>
  rows<{ uid: string }>(sql`select u.uid from directory.users u
    join directory.associations a on a.user_id = u.id join directory.organizations o on o.id = a.organization_id
    where o.school_unit_code = 'se-1001' and u.type = 'student' and u.status = 'active'
    order by u.id desc limit ${limit}`).then((found) => found.map(({ uid }) => uid));
const statesOf = async (uids: string[]) => {
  const found = await rows<{ uid: string; status: string }>(
    sql`select uid, status from directory.users where uid in ${uids}`,
  );
  return uids.map((uid) => found.find((one) => one.uid === uid)?.status);
};
const groupsOf = (uid: string) =>
  rows<{ uid: string }>(sql`select g.uid from directory.memberships m join directory.groups g on g.id = m.group_id
    join directory.users u on u.id = m.user_id where u.uid = ${uid} order by g.uid`).then((found) =>
    found.map((one) => one.uid),
  );
const teachersSee = (what: "classes" | "school") =>
  database.execute(sql`update directory.organizations set teachers_see = ${what} where school_unit_code = 'se-1001'`);

/** Creates a class of the school. @param members usernames or uids */
async function newClass(name: string, members: string[]): Promise<string> {
  const [made] = await rows<{ uid: string }>(sql`
    with made as (
      insert into directory.groups (realm, organization_id, name, type)
      select 'se', id, ${name}, 'class' from directory.organizations where school_unit_code = 'se-1001' returning id, uid)
    , joined as (
      insert into directory.memberships (realm, group_id, user_id)
      select 'se', made.id, u.id from made, directory.users u where u.username in ${members} or u.uid::text in ${members})
    select uid from made`);
  return made?.uid ?? "";
}

describe("undo", () => {
  it.each([
    ["deactivate", "inactive", "active"],
    ["activate", "active", "inactive"],
  ] as const)("reverts %s, except for people who were %s before", async (kind, already, before) => {
    const [touched = "", untouched = ""] = await pupils(2);
    await database.execute(sql`update directory.users set status = ${before} where uid = ${touched}`);
    await database.execute(sql`update directory.users set status = ${already} where uid = ${untouched}`);
    const { id } = await run({ kind, selection: { ids: [touched, untouched] } });
    expect(await statesOf([touched, untouched])).toEqual([already, already]);
    expect((await undo(id)).job).toMatchObject({ state: "done", refused: 0 });
    expect(await statesOf([touched, untouched])).toEqual([before, already]);
    await database.execute(sql`update directory.users set status = 'active' where uid in ${[touched, untouched]}`);
  });

  it("reverts move: restores the previous classes, and people who were in the target before stay there", async () => {
    const [one = "", other = ""] = await pupils(2);
    const before = [await groupsOf(one), await groupsOf(other)];
    const goal = await newClass("1 Flytt", [other]);
    const { id } = await run({ kind: "move", selection: { ids: [one, other] }, group: goal });
    expect(await groupsOf(one)).toEqual([goal]);
    expect(await groupsOf(other)).toEqual([goal]);
    expect((await undo(id)).job).toMatchObject({ state: "done", refused: 0 });
    expect(await groupsOf(one)).toEqual(before[0]);
    // This pupil was in the target class before the move.
    expect(await groupsOf(other)).toEqual([...(before[1] ?? []), goal].sort());
    await database.execute(sql`delete from directory.groups where uid = ${goal}`);
  });

  it("reverts leave: restores the people who were in the group, and nobody else", async () => {
    const [one = "", other = ""] = await pupils(2);
    const group = await newClass("1 Ut", [one]);
    const before = await groupsOf(other);
    const { id } = await run({ kind: "leave", selection: { ids: [one, other] }, group });
    expect(await groupsOf(one)).not.toContain(group);
    expect((await undo(id)).job).toMatchObject({ state: "done", refused: 0 });
    expect(await groupsOf(one)).toContain(group);
    expect(await groupsOf(other)).toEqual(before);
    await database.execute(sql`delete from directory.groups where uid = ${group}`);
  });

  it("reverts delete: restores people with their previous status", async () => {
    const [one = "", inactive = ""] = await pupils(2);
    await database.execute(sql`update directory.users set status = 'inactive' where uid = ${inactive}`);
    const { id } = await run({ kind: "delete", selection: { ids: [one, inactive] } });
    expect(await statesOf([one, inactive])).toEqual(["deleted", "deleted"]);
    expect((await undo(id)).job).toMatchObject({ state: "done", done: 2, refused: 0 });
    expect(await statesOf([one, inactive])).toEqual(["active", "inactive"]);
    await database.execute(sql`update directory.users set status = 'active' where uid = ${inactive}`);
  });

  it("given a job that failed for one of its people, then reverts the others", async () => {
    const ids = await pupils(2);
    credentials.endSessions = async (_, uid) => {
      if (uid !== first) throw new Error("the connection was lost");
    };
    const order = await rows<{ uid: string }>(
      sql`select uid from directory.users where uid in ${ids} order by name collate "sv-x-icu", id`,
    );
    const [first = "", second = ""] = order.map(({ uid }) => uid);
    const { id, job } = await run({ kind: "deactivate", selection: { ids } });
    expect(job).toMatchObject({ state: "done", done: 2, refused: 1 });
    expect(reported).toHaveLength(1);
    expect(await statesOf([first, second])).toEqual(["inactive", "active"]);
    credentials = { ...credentialsDouble };
    expect((await undo(id)).job).toMatchObject({ state: "done", done: 1, refused: 0 });
    expect(await statesOf([first, second])).toEqual(["active", "active"]);
  });
});

describe("undo by a teacher who sees own classes only", () => {
  it("returns 403 for leave, because it would add members", async () => {
    const [pupil = ""] = await pupils(1);
    const group = await newClass("1 Egen", ["teacher.se", pupil]);
    const left = await run({ kind: "leave", selection: { ids: [pupil] }, group }, "teacher.se");
    expect(left.job).toMatchObject({ state: "done", refused: 0 });
    expect((await undo(left.id, "teacher.se")).status).toBe(403);
    expect(await groupsOf(pupil)).not.toContain(group);
    await database.execute(sql`delete from directory.groups where uid = ${group}`);
  });

  it("refuses each pupil who would be added to a class", async () => {
    const [pupil = ""] = await pupils(1);
    const before = await newClass("1 Före", ["teacher.se", pupil]);
    const goal = await newClass("1 Efter", ["teacher.se"]);
    await teachersSee("school");
    const moved = await run({ kind: "move", selection: { ids: [pupil] }, group: goal }, "teacher.se");
    expect(moved.job).toMatchObject({ state: "done", refused: 0 });
    await database.execute(sql`update jobs.targets set before = ${JSON.stringify({ left: [before], joined: [goal] })}::jsonb
      where job_id = ${moved.id}`);
    await teachersSee("classes");
    const undone = await undo(moved.id, "teacher.se");
    expect(undone.reasons).toEqual([formMessages.insufficientPermission]);
    expect(await groupsOf(pupil)).toEqual([goal]);
    await database.execute(sql`delete from directory.groups where uid in ${[before, goal]}`);
  });
});
