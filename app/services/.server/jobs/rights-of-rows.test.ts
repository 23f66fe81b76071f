import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { textsOfPdf } from "#tests/support/pdf-text";
import { tableHashes } from "#tests/support/table-hashes";
import type { Database } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import type { IdentityDirectory, StaffCredentials } from "~/services/.server/directory/identity";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { type RunnerDeps, runJob } from "./job-runner";

/**
 * Every kind of job on people of the starter's school, of another school, of another realm and unknown ones together; and jobs
 * whose starter loses the permission while they run. docs/security.md, lines 19, 21 and 27.
 */

let database: Database;
/** Uids passed to the credential service. */
let touched: string[] = [];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
});
beforeEach(() => {
  touched = [];
});

const credentials: StaffCredentials = {
  ...credentialsDouble,
  setPassword: async (_, uid) => void touched.push(uid),
  endSessions: async (_, uid) => void touched.push(...[uid].flat()),
  issueBadges: async (_, uids) => {
    touched.push(...uids);
    return uids.map((uid) => ({ uid, token: "0123456789ABCDEFGHJKMNPQRS" }));
  },
  voidBadges: async (_, uids) => void touched.push(...uids),
};

function depsWith(changes: Partial<RunnerDeps> = {}): RunnerDeps {
  const databases = { eu: database, us: database };
  return {
    databases,
    identity: createIdentityDirectory(databases),
    credentials,
    secrets: secretBox("a secret of more than thirty-two letters", "jobs"),
    changed: () => undefined,
    report: (error) => {
      throw error;
    },
    ...changes,
  };
}

type Starter = { username?: string; actor?: string };

/** Creates a job and runs it. @returns the job with its results and file */
async function run(request: object, deps = depsWith(), { username = "admin.se", ...options }: Starter = {}) {
  const databases = { eu: database, us: database };
  const queue = { send: async (region: "eu" | "us", { id }: { id: string }) => runJob(deps, region, id, () => false) };
  const service = { name: "control-panel", endpoints: createJobEndpoints({ databases, queue }) } as Service<never>;
  const caller = await callerOf(database, username, options);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of the response
  const call = (name: string, input: object): Promise<{ status: number; body: any }> =>
    ask(service as never, name as never, input, caller);
  const made = await call("createJob", { body: { data: request } });
  expect(made.status).toBe(201);
  const params = { id: made.body.data.id };
  const { data: job } = (await call("getJob", { params })).body;
  const { data: results } = (await call("getJobResults", { params, query: { pageSize: 100 } })).body;
  const parts: Buffer[] = [];
  while (job.file) {
    const { content, isLast } = (await call("getJobFile", { params, query: { part: parts.length } })).body.data;
    parts.push(Buffer.from(content, "base64"));
    if (isLast) break;
  }
  return { job, results, file: Buffer.concat(parts) };
}

async function pupils(code: string, limit: number): Promise<Array<{ uid: string; username: string }>> {
  const { rows } = await database.execute<{ uid: string; username: string }>(sql`
    select u.uid, u.username from directory.users u
    join directory.associations a on a.user_id = u.id join directory.organizations o on o.id = a.organization_id
    where o.school_unit_code = ${code} and u.type = 'student' and u.status = 'active' order by u.id desc limit ${limit}`);
  return rows;
}
async function classOf(code: string): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(sql`select g.uid from directory.groups g
    join directory.organizations o on o.id = g.organization_id
    where o.school_unit_code = ${code} and g.type = 'class' order by g.id limit 1`);
  return String(rows[0]?.uid);
}
/** Rows of the people with their memberships and number of audit entries, ordered by id. */
async function storedOf(uids: string[]) {
  const { rows } = await database.execute(sql`
    select to_jsonb(u) as person, (select jsonb_agg(m order by m.group_id) from directory.memberships m where m.user_id = u.id) as groups,
      (select count(*) from directory.audit a where a.subject_uid = u.uid) as lines
    from directory.users u where u.uid in ${uids} order by u.id`);
  return rows;
}

const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };
const columns = ["name", "username", "id"].map((id) => ({ id, head: id }));
const sheet = { fileName: "x", words };
const jobRequests: Array<[string, () => Promise<object>]> = [
  ["move", async () => ({ kind: "move", group: await classOf("se-1001") })],
  ["passwords", async () => ({ kind: "passwords", ...sheet })],
  ["badges", async () => ({ kind: "badges", ...sheet })],
  ["void-badges", async () => ({ kind: "void-badges" })],
  ["activate", async () => ({ kind: "activate" })],
  ["deactivate", async () => ({ kind: "deactivate" })],
  ["delete", async () => ({ kind: "delete" })],
];
const nobody = ["00000000-0000-4000-8000-00000000dead", "00000000-0000-7000-8000-000000000001"];

describe("a job on people of whom some are out of scope", () => {
  it.each(jobRequests)(
    "%s processes people in scope, and refuses others as not_found without changing them",
    async (_kind, requestOf) => {
      const own = (await pupils("se-1001", 2)).map(({ uid }) => uid);
      const others = [...(await pupils("se-1002", 2)), ...(await pupils("no-1001", 2))].map(({ uid }) => uid);
      const before = await storedOf(others);
      const ids = [others[0], own[0], nobody[0], others[2], own[1], others[1], nobody[1], others[3]];
      const { job, results } = await run({ ...(await requestOf()), selection: { ids } });
      expect(job).toMatchObject({ state: "done", total: 8, done: 8, refused: 6 });
      const outcomes = new Map(results.map((row: { id: string }) => [row.id, row]));
      for (const id of own) expect(outcomes.get(id)).toMatchObject({ outcome: "done", reason: null });
      for (const id of [...others, ...nobody]) {
        expect(outcomes.get(id)).toEqual({ id, name: null, outcome: "refused", reason: "not_found" });
      }
      expect(await storedOf(others)).toEqual(before);
      expect(touched.filter((uid) => !own.includes(uid))).toEqual([]);
    },
  );

  it("export contains only people in scope", async () => {
    const own = await pupils("se-1001", 2);
    const others = [...(await pupils("se-1002", 1)), ...(await pupils("no-1001", 1))];
    const ids = [...others.map(({ uid }) => uid), ...own.map(({ uid }) => uid), ...nobody];
    const { job, file } = await run({ kind: "export", format: "csv", fileName: "x", columns, selection: { ids } });
    expect(job.state).toBe("done");
    const lines = file.toString("utf8").trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(";").at(-1)).sort()).toEqual(own.map(({ uid }) => uid).sort());
  });

  it("a sheet for a teacher names only the teacher's own classes", async () => {
    const [pupil] = await pupils("se-1001", 1);
    await database.execute(sql`
      with made as (
        insert into directory.groups (realm, organization_id, name, type)
        select 'se', o.id, n.name, 'class' from directory.organizations o, (values ('0 Annans'), ('0 Egen')) as n (name)
        where o.school_unit_code = 'se-1001' returning id, name)
      insert into directory.memberships (realm, group_id, user_id) select 'se', made.id, u.id from made, directory.users u
      where u.uid = ${pupil?.uid} or (u.username = 'teacher.se' and made.name = '0 Egen')`);
    const request = { kind: "passwords", ...sheet, selection: { ids: [pupil?.uid] } };
    const { file } = await run(request, depsWith(), { username: "teacher.se" });
    const texts = textsOfPdf(file).join("|");
    expect(texts).toContain("0 Egen");
    expect(texts).not.toContain("0 Annans");
    await database.execute(sql`delete from directory.groups where name in ('0 Annans', '0 Egen')`);
  });

  it("changes nothing if all people are out of scope", async () => {
    const others = [...(await pupils("se-1002", 1)), ...(await pupils("no-1001", 1))].map(({ uid }) => uid);
    const before = await tableHashes(database);
    for (const [, requestOf] of jobRequests) {
      const { job } = await run({ ...(await requestOf()), selection: { ids: [...others, ...nobody] } });
      expect(job).toMatchObject({ state: "done", total: 4, refused: 4, file: null });
    }
    const after = await tableHashes(database);
    expect(Object.keys(after).filter((table) => after[table] !== before[table] && !table.startsWith("jobs."))).toEqual(
      [],
    );
  });
});

/** Activates or deactivates the administrator's association with their school. */
const setPlace = (isActive: boolean) =>
  database.execute(sql`update directory.associations a set active = ${isActive}
  from directory.users u where u.id = a.user_id and u.username = 'admin.se'`);

describe("a job whose starter loses the permission while it runs", () => {
  it("refuses the rows after the current batch, and prints those that are done", async () => {
    const own = await pupils("se-1001", 20);
    const losing: StaffCredentials = {
      ...credentials,
      async setPassword(_, uid) {
        if (touched.push(uid) === 1) await setPlace(false);
      },
    };
    const selection = { ids: own.map(({ uid }) => uid) };
    const { job, results } = await run({ kind: "passwords", ...sheet, selection }, depsWith({ credentials: losing }));
    await setPlace(true);
    // A batch has eight rows; those of the first batch are finished.
    expect(job).toMatchObject({ state: "done", total: 20, done: 20, refused: 12 });
    const refused = results.filter((row: { outcome: string }) => row.outcome === "refused");
    expect(new Set(refused.map((row: { reason: string }) => row.reason))).toEqual(
      new Set([formMessages.insufficientPermission]),
    );
    expect(new Set(touched).size).toBe(8);
    expect(job.file).not.toBeNull();
  });

  it("exports nobody after the current batch", async () => {
    const { rows } = await database.execute<{ uid: string }>(
      sql`select uid from directory.organizations where school_unit_code = 'se-1001'`,
    );
    await database.execute(sql`
      with made as (
        insert into directory.users (realm, type, username, name)
        select 'se', 'student', 'many.' || n, 'Many ' || n from generate_series(1, 450) n returning id)
      insert into directory.associations (user_id, organization_id, realm, role)
      select made.id, o.id, 'se', 'student' from made, directory.organizations o where o.school_unit_code = 'se-1001'`);
    const identity = createIdentityDirectory({ eu: database, us: database });
    let asks = 0;
    const losing: IdentityDirectory = {
      ...identity,
      async findByUid(realm, uid) {
        asks += 1;
        // Called at the start and before each batch: the third call is before the second batch.
        if (asks === 3) await setPlace(false);
        return identity.findByUid(realm, uid);
      },
    };
    const selection = { match: { organization: rows[0]?.uid, list: "students", q: "many" } };
    const wanted = { kind: "export", format: "csv", fileName: "x", columns };
    const whole = await run({ ...wanted, selection });
    expect(whole.job).toMatchObject({ state: "done", total: 450, done: 450, refused: 0 });
    const { job, file } = await run({ ...wanted, selection }, depsWith({ identity: losing }));
    await setPlace(true);
    expect(job).toMatchObject({ state: "done", total: 450, done: 450, refused: 250 });
    expect(file.toString("utf8").trim().split("\r\n").length - 1).toBe(200);
  });

  it("fails as unauthorized if the impersonating administrator loses the permission before it starts", async () => {
    const [pupil] = await pupils("se-1001", 1);
    const actor = await uidOf(database, "admin.se");
    const selection = { ids: [pupil?.uid] };
    const starter = { username: "teacher.se", actor };
    expect((await run({ kind: "deactivate", selection }, depsWith(), starter)).job.state).toBe("done");
    await database.execute(sql`update directory.users set status = 'active' where uid = ${pupil?.uid}`);
    await setPlace(false);
    const { job } = await run({ kind: "deactivate", selection }, depsWith(), starter);
    await setPlace(true);
    expect(job).toMatchObject({ state: "failed", error: "unauthorized", done: 0 });
    const { rows } = await database.execute(
      sql`select 1 from directory.users where uid = ${pupil?.uid} and status = 'active'`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe("badges", () => {
  it("are reprinted if they exist, issued if not, refused if too old, and all replaced on request", async () => {
    const [again, first, old] = await pupils("se-1001", 3);
    const ids = [again, first, old].map((pupil) => pupil?.uid ?? "");
    const code = "ZZZZZZZZZZZZZZZZZZZZZZZZZZ";
    const deps = depsWith({
      credentials: {
        ...credentials,
        readBadges: async () =>
          new Map([
            [ids[0] ?? "", code],
            [ids[2] ?? "", null],
          ]),
      },
    });
    const linesOf = async (uid: string | undefined) =>
      (
        await database.execute<{ action: string }>(
          sql`select action from directory.audit where subject_uid = ${uid} and action like 'user.badge%' order by id`,
        )
      ).rows.map(({ action }) => action);
    const printed = await run({ kind: "badges", ...sheet, selection: { ids } }, deps);
    expect(touched).toEqual([ids[1]]);
    expect(printed.job).toMatchObject({ done: 3, refused: 1 });
    expect(printed.results.find(({ id }: { id: string }) => id === ids[2]).reason).toBe("badge_too_old");
    const texts = textsOfPdf(printed.file).join(" ").replaceAll(" ", "");
    expect(texts).toContain(code);
    expect(texts).toContain("0123456789ABCDEFGHJKMNPQRS");
    expect(await linesOf(ids[0])).toEqual(["user.badge_reprinted"]);
    expect(await linesOf(ids[1])).toEqual(["user.badge_issued"]);
    expect(await linesOf(ids[2])).toEqual([]);
    touched = [];
    const renewed = await run({ kind: "badges", ...sheet, selection: { ids }, renew: true }, deps);
    expect(renewed.job).toMatchObject({ done: 3, refused: 0 });
    expect(touched.sort()).toEqual(ids.sort());
  });
});
