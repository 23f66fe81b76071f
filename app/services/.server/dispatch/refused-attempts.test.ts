import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import type { Caller } from "~/services/.server/directory/caller";
import { controlPanelContracts } from "~/services/contracts/control-panel";
import { customerManagementContracts } from "~/services/contracts/customer-management";
import { importContracts } from "~/services/contracts/imports";
import { jobContracts, jobKinds } from "~/services/contracts/jobs";
import { syncContracts } from "~/services/contracts/sync";
import { attempts, auditingRefusals } from "./refused-attempts";

/** docs/security.md, line 26. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  service = auditingRefusals(createControlPanelService({ databases, credentials: credentialsDouble }), databases);
});

const lines = async ({ requestId }: Caller) => {
  const { rows } = await database.execute(sql`
    select user_uid as "user", actor_uid as actor, subject_type as type, subject_uid as subject, details
    from directory.audit where action = 'act.refused' and request_id = ${requestId} order by id`);
  return rows;
};
const asking = async (username: string, options: { actor?: string } = {}): Promise<Caller> => ({
  ...(await callerOf(database, username, options)),
  requestId: randomUUID(),
});
const school = async () => {
  const { rows } = await database.execute(sql`select o.uid from directory.organizations o
    join directory.associations a on a.organization_id = o.id join directory.users u on u.id = a.user_id
    where u.username = 'student.se'`);
  return rows[0]?.uid;
};
const group = async (name: string) => ({
  body: { data: { attributes: { name: { value: name }, organization: { value: await school() } } } },
});
const deletion = async () => ({ params: { version: "v1", type: "students", id: await uidOf(database, "student.se") } });

test("logs a refused deletion with the caller and the person it was meant for", async () => {
  const teacher = await asking("teacher.se");
  expect(await ask(service, "deletePerson", await deletion(), teacher)).toMatchObject({ status: 403 });
  const [user, subject] = [teacher.user?.uid, await uidOf(database, "student.se")];
  expect(await lines(teacher)).toEqual([
    { user, actor: null, type: "user", subject, details: { call: "deletePerson", act: "user.deleted" } },
  ]);
});

test("logs the actor beside the user they act as", async () => {
  const actor = await uidOf(database, "admin.se");
  const teacher = await asking("teacher.se", { actor });
  expect(await ask(service, "deletePerson", await deletion(), teacher)).toMatchObject({ status: 403 });
  expect(await lines(teacher)).toMatchObject([{ user: teacher.user?.uid, actor }]);
});

test("logs the names of the refused fields", async () => {
  const teacher = await asking("teacher.se");
  const id = await uidOf(database, "student.se");
  const changed = { data: { attributes: { speakingBookRights: { value: true } } } };
  const params = { version: "v1", type: "students", id };
  expect(await ask(service, "updatePerson", { params, body: changed }, teacher)).toMatchObject({ status: 403 });
  expect(await lines(teacher)).toMatchObject([
    { details: { call: "updatePerson", attributes: ["speakingBookRights"] } },
  ]);
});

test("logs a refused deletion with the group, and a refused creation with the caller", async () => {
  const teacher = await asking("teacher.se");
  const { rows } = await database.execute<{ uid: string }>(sql`
    select g.uid from directory.groups g where g.organization_id = (
      select id from directory.organizations where uid = ${await school()})
      and g.id in (select m.group_id from directory.memberships m where m.user_id = ${teacher.user?.person.legacyId}) limit 1`);
  const [subject] = rows.map(({ uid }) => uid);
  expect(await ask(service, "deleteGroup", { params: { id: subject } }, teacher)).toMatchObject({ status: 403 });
  expect(await ask(service, "createGroup", await group("1A"), teacher)).toMatchObject({ status: 403 });
  expect(await lines(teacher)).toMatchObject([
    { type: "group", subject, details: { act: "group.deleted" } },
    { type: "user", subject: teacher.user?.uid, details: { act: "group.created" } },
  ]);
});

test.each(jobKinds)("logs a refused job with the action it would have taken: %s", async (kind) => {
  const databases = { eu: database, us: database };
  const endpoints = createJobEndpoints({ databases, queue: { send: async () => {} } });
  const jobs = auditingRefusals({ name: "control-panel", endpoints }, databases);
  const selection = { ids: [await uidOf(database, "student.se")] };
  const words = { title: "", hint: "", name: "", username: "", password: "", withoutGroup: "" };
  const fields = {
    ...(kind === "undo" ? { selection: { job: randomUUID() } } : { selection }),
    ...(kind === "move" || kind === "leave" ? { group: randomUUID() } : {}),
    ...(kind === "export" ? { format: "csv", fileName: "x", columns: [{ id: "name", head: "" }] } : {}),
    ...(kind === "passwords" || kind === "badges" ? { fileName: "x", words } : {}),
  };
  // A new actor for each job: the same call by the same caller and actor within a minute is one attempt.
  const pupil = await asking("student.se", { actor: randomUUID() });
  expect(await ask(jobs, "createJob", { body: { data: { kind, ...fields } } }, pupil)).toMatchObject({ status: 403 });
  expect(await lines(pupil)).toMatchObject([
    { details: { call: "createJob", act: expect.stringMatching(/^\w+\.\w+$/) } },
  ]);
});

/** Calls that change no person, group or organisation themselves. */
const changesNobody = ["cancelJob", "cancelImport", "refreshImport", "putImportChoices"];

test("covers every call that changes people, groups or organisations", () => {
  const contracts = {
    ...controlPanelContracts,
    ...customerManagementContracts,
    ...jobContracts,
    ...importContracts,
    ...syncContracts,
  };
  const writes = Object.entries(contracts).filter(
    ([name, { method }]) => method !== "GET" && !changesNobody.includes(name),
  );
  expect(writes.map(([name]) => name).sort()).toEqual(Object.keys(attempts).sort());
});

test("given repeated refusals, then it logs one line for each call, user and actor", async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const create = async (name: string, caller: Caller) =>
    expect(await ask(service, "createGroup", await group(name), caller)).toMatchObject({ status: 403 });
  const remove = async (caller: Caller) =>
    expect(await ask(service, "deletePerson", await deletion(), caller)).toMatchObject({ status: 403 });
  const repeated = async (username: string, actor: string) => {
    const caller = await asking(username, { actor });
    for (const name of ["1A", "1B", "1C"]) {
      await create(name, caller);
      await remove(caller);
    }
    const logged = await lines(caller);
    return logged.map(({ user, actor, details }) => [user, actor, (details as { call: string }).call]);
  };
  const [pupil, teacher] = [await uidOf(database, "student.se"), await uidOf(database, "teacher.se")];
  const both = (user: string, actor: string) => ["createGroup", "deletePerson"].map((name) => [user, actor, name]);
  expect(await repeated("student.se", first)).toEqual(both(pupil, first));
  expect(await repeated("student.se", second)).toEqual(both(pupil, second));
  expect(await repeated("teacher.se", first)).toEqual(both(teacher, first));
  // Each call is a new request, so that the line of an earlier one is not counted.
  expect(await repeated("student.se", first)).toEqual([]);
});

test("given a refusal of more than a minute ago, then the same call is logged again", async () => {
  const logged = async (ago: string) => {
    const pupil = await asking("student.se", { actor: randomUUID() });
    await database.execute(sql`
      insert into directory.audit (realm, at, action, user_uid, actor_uid, subject_type, subject_uid, details, request_id)
      values ('se', now() - ${ago}::interval, 'act.refused', ${pupil.user?.uid}, ${pupil.user?.actor}, 'user',
        ${pupil.user?.uid}, '{"call":"createGroup","act":"group.created"}', 'earlier')`);
    expect(await ask(service, "createGroup", await group("1A"), pupil)).toMatchObject({ status: 403 });
    return (await lines(pupil)).length;
  };
  expect([await logged("61 seconds"), await logged("30 seconds")]).toEqual([1, 0]);
});

test("logs nothing for a refused read (403), a person not found (404) and invalid input (400)", async () => {
  const pupil = await asking("student.se");
  const params = { version: "v1", type: "students", id: await uidOf(database, "admin.se") };
  expect(await ask(service, "getStudents", { params: { id: await school() } }, pupil)).toMatchObject({ status: 403 });
  expect(await ask(service, "deletePerson", { params }, pupil)).toMatchObject({ status: 404 });
  expect(await ask(service, "createGroup", { body: { data: { attributes: {} } } }, pupil)).toMatchObject({
    status: 400,
  });
  expect(await lines(pupil)).toEqual([]);
});
