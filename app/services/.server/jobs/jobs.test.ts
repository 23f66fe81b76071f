import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { textsOfPdf } from "#tests/support/pdf-text";
import { connectDatabase, type Database } from "~/db/.server/connect";
import { seedRealm } from "~/db/.server/seed/people";
import { secretBox } from "~/security/secret-box.server";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/endpoint";
import { runJob } from "./job-runner";
import { claimJob, findLostJobs, purgeExpiredJobs, returnJob } from "./job-store";
import { cleanUp } from "./jobs";

let database: Database;
let deeds: string[] = [];
let issued: string[] = [];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
});

beforeEach(() => {
  deeds = [];
  issued = [];
});

const deps = () => ({
  databases: { eu: database, us: database },
  identity: createIdentityDirectory({ eu: database, us: database }),
  credentials: {
    ...credentialsDouble,
    setPassword: async (_: string, uid: string, password: string) => {
      deeds.push(`password ${uid}`);
      issued.push(password);
    },
    endSessions: async (_: string, uid: string) => {
      deeds.push(`sessions ${uid}`);
    },
    issueBadges: async (_: string, uids: string[]) =>
      uids.slice(1).map((uid) => ({ uid, token: "0123456789ABCDEFGHJKMNPQRS" })),
    voidBadges: async (_: string, uids: string[]) => {
      deeds.push(`void ${uids.length}`);
    },
  },
  secrets: secretBox("a secret of more than thirty-two letters", "jobs"),
  changed: () => undefined,
  report: (error: unknown) => {
    throw error;
  },
});

/** Creates a job for all pupils that no worker runs. @returns its id */
async function waitingJob(kind: "deactivate" | "void-badges", username = "admin.se"): Promise<string> {
  const endpoints = createJobEndpoints({ databases: deps().databases, queue: { send: async () => {} } });
  const waiting = { name: "control-panel", endpoints } as Service<never>;
  const body = { data: { kind, selection: await students() } };
  const made = await ask(waiting as never, "createJob" as never, { body }, await callerOf(database, username));
  return made.body.data.id;
}

/** Runs jobs immediately instead of sending them to a queue. */
function service(isStopping: () => boolean = () => false) {
  const queue = { send: async (region: "eu" | "us", id: string) => runJob(deps(), region, id, isStopping) };
  return {
    name: "control-panel",
    endpoints: createJobEndpoints({ databases: deps().databases, queue }),
  } as Service<never>;
}
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Result = { status: number; body: any };
const call = async (name: string, input: object, username = "admin.se", options = {}): Promise<Result> =>
  ask(service() as never, name as never, input, await callerOf(database, username, options));
const create = (asked: unknown, username?: string, options?: object) =>
  call("createJob", { body: { data: asked } }, username, options);
async function finished(asked: unknown, username?: string) {
  const made = await create(asked, username);
  expect(made.status).toBe(201);
  const { body } = await call("getJob", { params: { id: made.body.data.id } }, username);
  return body.data;
}
const results = async (id: string, query = {}, username?: string) =>
  (await call("getJobResults", { params: { id }, query }, username)).body;
async function fileOf(id: string, username?: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let part = 0; ; part += 1) {
    const { body } = await call("getJobFile", { params: { id }, query: { part } }, username);
    parts.push(Buffer.from(body.data.content, "base64"));
    if (body.data.isLast) return Buffer.concat(parts);
  }
}

async function rows<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await database.execute(query)).rows as Row[];
}
const schoolOf = async (code: string) =>
  (await rows<{ uid: string }>(sql`select uid from directory.organizations where school_unit_code = ${code}`))[0]
    ?.uid ?? "";
async function pupils(code: string, limit: number): Promise<Array<{ uid: string; username: string }>> {
  return rows(sql`select u.uid, u.username from directory.users u
    join directory.associations a on a.user_id = u.id join directory.organizations o on o.id = a.organization_id
    where o.school_unit_code = ${code} and u.type = 'student' and u.status = 'active' order by u.id desc limit ${limit}`);
}
const students = async (list = "students") => ({ match: { organization: await schoolOf("se-1001"), list } });
const columns = ["name", "username", "type", "organizations", "groups", "id"].map((id) => ({
  id,
  head: id.toUpperCase(),
}));
const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };

describe("a bulk action", () => {
  it("is described by the first three names in alphabetical order, and by the chosen class", async () => {
    const own = await pupils("se-1001", 4);
    const [group] = await rows<{ uid: string; name: string }>(sql`select g.uid, g.name from directory.groups g
      join directory.memberships m on m.group_id = g.id join directory.users u on u.id = m.user_id
      where u.uid = ${own[0]?.uid ?? ""} limit 1`);
    const ofSome = await finished({ kind: "activate", selection: { ids: own.map(({ uid }) => uid) } });
    expect(ofSome.total).toBe(4);
    const named = await rows<{ name: string }>(sql`select name from directory.users
      where uid in ${own.map(({ uid }) => uid)}`);
    const byName = named.map(({ name }) => name).sort(new Intl.Collator("sv").compare);
    expect(ofSome.about).toEqual({ names: byName.slice(0, 3), group: null });
    const { match } = await students();
    const filters = JSON.stringify({ group: group?.uid });
    const ofClass = await finished({ kind: "activate", selection: { match: { ...match, filters } } });
    expect(ofClass.about.group).toBe(group?.name);
  });

  it("processes the rows within the starter's scope and refuses the others as not_found", async () => {
    const own = await pupils("se-1001", 2);
    const foreign = await pupils("se-1002", 1);
    const elsewhere = await pupils("no-1001", 1);
    const ids = [...own, ...foreign, ...elsewhere].map(({ uid }) => uid);
    const job = await finished({ kind: "deactivate", selection: { ids } });
    expect(job).toMatchObject({ state: "done", total: 4, done: 4, refused: 2 });
    const all = await results(job.id);
    expect(all.meta.totalCount).toBe(4);
    const refused = await results(job.id, { outcome: "refused" });
    expect(refused.data).toEqual([
      { id: foreign[0]?.uid, name: null, outcome: "refused", reason: "not_found" },
      { id: elsewhere[0]?.uid, name: null, outcome: "refused", reason: "not_found" },
    ]);
    const states = await rows<{ status: string }>(
      sql`select status from directory.users where uid in ${ids} order by status`,
    );
    expect(states.map(({ status }) => status)).toEqual(["active", "active", "inactive", "inactive"]);
    expect(deeds.sort()).toEqual(own.map(({ uid }) => `sessions ${uid}`).sort());
    await database.execute(sql`update directory.users set status = 'active' where status = 'inactive'`);
  });

  it("activates inactive people and audits nothing for those who are active already", async () => {
    const ids = (await pupils("se-1001", 2)).map(({ uid }) => uid);
    await database.execute(sql`update directory.users set status = 'inactive' where uid = ${ids[0]}`);
    const lines = () =>
      rows(sql`
      select 1 from directory.audit where action = 'user.changed' and subject_uid in ${ids}`);
    const before = (await lines()).length;
    const job = await finished({ kind: "activate", selection: { ids } });
    expect(job).toMatchObject({ state: "done", total: 2, done: 2, refused: 0 });
    const states = await rows<{ status: string }>(sql`select status from directory.users where uid in ${ids}`);
    expect(states.map(({ status }) => status)).toEqual(["active", "active"]);
    expect((await lines()).length - before).toBe(1);
  });

  it("refuses people who were deleted meanwhile as not_found", async () => {
    const [gone, staying] = await pupils("se-1001", 2);
    await database.execute(
      sql`update directory.users set status = 'deleted', status_before = 'active', deleted_at = now() where uid = ${gone?.uid}`,
    );
    const ids = [gone?.uid, staying?.uid];
    const job = await finished({ kind: "void-badges", selection: { ids } });
    expect(job).toMatchObject({ state: "done", total: 2, done: 2, refused: 1 });
    const reason = { id: gone?.uid, name: null, outcome: "refused", reason: "not_found" };
    expect((await results(job.id, { outcome: "refused" })).data).toEqual([reason]);
    const alone = await finished({ kind: "void-badges", selection: { ids: [gone?.uid] } });
    expect(alone).toMatchObject({ state: "done", total: 1, done: 1, refused: 1 });
    await database.execute(
      sql`update directory.users set status = 'active', status_before = null, deleted_at = null where uid = ${gone?.uid}`,
    );
  });

  it("processes everyone who matches the list's search", async () => {
    const [{ count = 0 } = {}] = await rows<{ count: number }>(sql`
      select count(distinct u.id)::int as count from directory.users u
      join directory.associations a on a.user_id = u.id join directory.organization_closure c on c.descendant_id = a.organization_id
      join directory.organizations o on o.id = c.ancestor_id
      where o.school_unit_code = 'se-1001' and u.type = 'student' and lower(u.name) like '%andersson%'`);
    const selection = { match: { ...(await students()).match, q: "andersson" } };
    const written = () =>
      rows<{ count: number }>(
        sql`select count(*)::int as count from directory.audit where action = 'user.badge_voided'`,
      );
    const [before] = await written();
    const job = await finished({ kind: "void-badges", selection });
    expect(job.total).toBe(count);
    expect(count).toBeGreaterThan(0);
    const [after] = await written();
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(count);
  });

  it("moves pupils out of other groups of the same type, but not out of groups of another type", async () => {
    const [school] = await rows<{ id: number }>(
      sql`select id from directory.organizations where school_unit_code = 'se-1001'`,
    );
    const [pupil] = await pupils("se-1001", 1);
    const [choir] = await rows<{ id: number }>(sql`insert into directory.groups (realm, organization_id, name, type)
      values ('se', ${school?.id}, 'Choir', 'group') returning id`);
    await database.execute(sql`insert into directory.memberships (user_id, group_id, realm)
      select id, ${choir?.id}, 'se' from directory.users where uid = ${pupil?.uid}`);
    const [target] = await rows<{ uid: string; name: string }>(sql`select uid, name from directory.groups g
      where organization_id = ${school?.id} and type = 'class' and not exists (select 1 from directory.memberships m
        join directory.users u on u.id = m.user_id where m.group_id = g.id and u.uid = ${pupil?.uid}) limit 1`);
    const job = await finished({ kind: "move", selection: { ids: [pupil?.uid] }, group: target?.uid });
    expect(job).toMatchObject({ state: "done", refused: 0 });
    const after = await rows<{ name: string }>(sql`select g.name from directory.memberships m
      join directory.groups g on g.id = m.group_id join directory.users u on u.id = m.user_id
      where u.uid = ${pupil?.uid} and g.organization_id = ${school?.id} order by g.name`);
    expect(after.map(({ name }) => name).sort()).toEqual(["Choir", target?.name].sort());
  });

  it("returns 403 for deleted people, even for a super user", async () => {
    const match = { ...(await students()).match, filters: JSON.stringify({ status: ["deleted"] }) };
    for (const username of ["admin.se", "super.se"]) {
      const refused = await create({ kind: "delete", selection: { match } }, username);
      expect([refused.status, refused.body.error], username).toEqual([403, "forbidden"]);
    }
  });

  it("returns 404 for a group of another school", async () => {
    const [group] = await rows<{ uid: string }>(sql`select g.uid from directory.groups g
      join directory.organizations o on o.id = g.organization_id where o.school_unit_code = 'se-1002' limit 1`);
    expect((await create({ kind: "move", selection: await students(), group: group?.uid })).status).toBe(404);
  });

  it("deletes a pupil for an administrator and refuses it for a teacher", async () => {
    const [pupil] = await pupils("se-1001", 1);
    const request = { kind: "delete", selection: { ids: [pupil?.uid] } };
    expect(await finished(request, "teacher.se")).toMatchObject({ done: 1, refused: 1 });
    expect(await finished(request)).toMatchObject({ done: 1, refused: 0 });
    expect(
      await rows(sql`select 1 from directory.users where uid = ${pupil?.uid} and status = 'deleted'`),
    ).toHaveLength(1);
  });
});

describe("sheets", () => {
  it("give each pupil a new password, which is stored nowhere else, and expire within an hour", async () => {
    const own = await pupils("se-1001", 3);
    const selection = { ids: own.map(({ uid }) => uid) };
    const job = await finished({ kind: "passwords", selection, fileName: "4A: lösenord", words });
    expect(job).toMatchObject({
      state: "done",
      done: 3,
      refused: 0,
      file: { name: expect.stringMatching(/^4A lösenord .*\d{4}-\d\d-\d\d\.pdf$/), type: "application/pdf" },
    });
    const pdf = await fileOf(job.id);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.length).toBe(job.file.size);
    expect(issued).toHaveLength(3);
    expect(new Set(issued).size).toBe(3);
    expect(await rows(sql`select 1 from jobs.targets where secret is not null`)).toEqual([]);
    expect(new Date(job.expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  it("print for a shared account that its password stays", async () => {
    const [own, tablet] = await pupils("se-1001", 2);
    await database.execute(
      sql`update directory.users set shared = uid = ${tablet?.uid} where uid in ${[own?.uid, tablet?.uid]}`,
    );
    const selection = { ids: [own?.uid, tablet?.uid] };
    const request = { kind: "passwords", selection, fileName: "x", words: { ...words, shared: "It stays" } };
    const texts = textsOfPdf(await fileOf((await finished(request)).id));
    expect(texts.filter((text) => text === "It stays")).toHaveLength(1);
    expect(texts).toContain(words.hint);
    expect(texts).toContain(tablet?.username);
  });

  it("are headed by the group that the list was filtered by, else by the class", async () => {
    const [pupil] = await pupils("se-1001", 1);
    const made = await rows<{ uid: string; name: string }>(sql`
      with made as (
        insert into directory.groups (realm, organization_id, name, type)
        select 'se', o.id, g.name, g.type from directory.organizations o,
          (values ('Aftonkören', 'group'), ('Bandyn', 'group')) as g (name, type)
        where o.school_unit_code = 'se-1001' returning id, uid, name)
      , joined as (
        insert into directory.memberships (realm, group_id, user_id)
        select 'se', made.id, u.id from made, directory.users u where u.uid = ${pupil?.uid})
      select uid, name from made`);
    const bandy = made.find(({ name }) => name === "Bandyn")?.uid;
    const heads = async (selection: object) => {
      const job = await finished({ kind: "passwords", selection, fileName: "x", words });
      return textsOfPdf(await fileOf(job.id)).flatMap((text) => /^(.*) · T$/.exec(text)?.[1] ?? []);
    };
    expect(await heads({ ids: [pupil?.uid] })).toEqual([expect.stringMatching(/^\d\w$/)]);
    const { match } = await students();
    expect(await heads({ match: { ...match, filters: JSON.stringify({ group: bandy }) } })).toEqual(["Bandyn"]);
  });

  it("omit people for whom badges are disabled, and refuse them as badges_off", async () => {
    const own = await pupils("se-1001", 3);
    const job = await finished({ kind: "badges", selection: { ids: own.map(({ uid }) => uid) }, fileName: "x", words });
    expect(job).toMatchObject({ done: 3, refused: 1, file: { type: "application/pdf" } });
    const { data } = await results(job.id, { outcome: "refused" });
    expect(data[0].reason).toBe("badges_off");
  });

  it.each(["badges", "void-badges"])("%s refuses people other than pupils as not_a_pupil", async (kind) => {
    const [guardian] = await rows<{ uid: string }>(sql`select u.uid from directory.users u
      join directory.associations a on a.user_id = u.id join directory.organizations o on o.id = a.organization_id
      where o.school_unit_code = 'se-1001' and u.type = 'guardian' and u.status = 'active' limit 1`);
    const sheet = kind === "badges" ? { fileName: "x", words } : {};
    const job = await finished({ kind, selection: { ids: [guardian?.uid] }, ...sheet });
    expect((await results(job.id, { outcome: "refused" })).data).toMatchObject([{ reason: "not_a_pupil" }]);
  });

  it("return 403 to a user who impersonates someone", async () => {
    const request = { kind: "passwords", selection: await students(), fileName: "x", words };
    const job = await finished(request);
    const acting = { actor: "00000000-0000-4000-8000-000000000001" };
    expect((await create(request, "admin.se", acting)).status).toBe(403);
    expect((await call("getJobFile", { params: { id: job.id } }, "admin.se", acting)).status).toBe(403);
  });
});

describe("an export", () => {
  it("contains each person once, as CSV and as XLSX, without formulas", async () => {
    const [first] = await pupils("se-1001", 1);
    await database.execute(sql`update directory.users set name = '=HYPERLINK("x")' where uid = ${first?.uid}`);
    const selection = await students("users");
    const csv = await finished({
      kind: "export",
      selection,
      format: "csv",
      fileName: "people",
      columns,
      words: { student: "Elev" },
    });
    const lines = (await fileOf(csv.id))
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    expect(lines[0]).toBe("NAME;USERNAME;TYPE;ORGANIZATIONS;GROUPS;ID");
    expect(lines).toHaveLength(csv.total + 1);
    expect(new Set(lines.slice(1).map((line) => line.split(";").at(-1))).size).toBe(csv.total);
    expect(lines.some((line) => line.startsWith(`"'=HYPERLINK(""x"")";`))).toBe(true);
    expect(lines.some((line) => line.includes(";Elev;"))).toBe(true);

    const xlsx = await finished({ kind: "export", selection, format: "xlsx", fileName: "people", columns, words: {} });
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await fileOf(xlsx.id)) as never);
    const sheet = workbook.worksheets[0];
    expect(sheet?.rowCount).toBe(xlsx.total + 1);
    const names = sheet?.getColumn(1).values.map(String) ?? [];
    expect(names).toContain(`'=HYPERLINK("x")`);
    expect(sheet?.getRow(1).getCell(2).value).toBe("USERNAME");
  });

  it("contains for a teacher only the people that their lists show", async () => {
    const job = await finished(
      { kind: "export", selection: await students("users"), format: "csv", fileName: "p", columns },
      "teacher.se",
    );
    const text = (await fileOf(job.id, "teacher.se")).toString("utf8");
    expect(text).toContain("student");
    expect(text).not.toContain("employee");
  });

  it("returns 404 for another school's list and 403 for a list that the caller may not see", async () => {
    const asked = (organization: string, list: string) => ({
      ...{ kind: "export", format: "csv", fileName: "p", columns },
      selection: { match: { organization, list } },
    });
    expect((await create(asked(await schoolOf("no-1001"), "users"))).status).toBe(404);
    expect((await create(asked(await schoolOf("se-1002"), "users"))).status).toBe(404);
    expect((await create(asked(await schoolOf("se-1001"), "employees"), "teacher.se")).status).toBe(403);
    expect((await create(asked(await schoolOf("se-1001"), "students"), "student.se")).status).toBe(403);
  });
});

describe("a job", () => {
  it("is not found (404) by other users", async () => {
    const job = await finished({ kind: "void-badges", selection: await students() });
    for (const name of ["getJob", "getJobResults", "getJobFile", "cancelJob"]) {
      for (const other of ["super.se", "teacher.se", "admin.no"]) {
        expect((await call(name, { params: { id: job.id } }, other)).status, `${name} by ${other}`).toBe(404);
      }
      expect((await call(name, { params: { id: job.id } }, "student.se")).status).toBe(403);
    }
    const { body } = await call("getJobs", {}, "super.se");
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(job.id);
  });

  it("requires a secure login (403) in a school that requires it", async () => {
    const selection = await students();
    const job = await finished({ kind: "void-badges", selection });
    const ask2 = (isAsked: boolean) =>
      database.execute(sql`update directory.organizations set secure_auth_enabled = ${isAsked}
      where realm = 'se' and school_unit_code = 'se-1001'`);
    await ask2(true);
    const inputs: Array<[string, object]> = [
      ["createJob", { body: { data: { kind: "deactivate", selection } } }],
      ["getJobs", {}],
      ["getJob", { params: { id: job.id } }],
      ["getJobResults", { params: { id: job.id } }],
      ["getJobFile", { params: { id: job.id } }],
      ["cancelJob", { params: { id: job.id } }],
    ];
    const answers = await Promise.all(inputs.map(([name, input]) => call(name, input)));
    const secure = await call("getJob", { params: { id: job.id } }, "admin.se", { acr: "secure" });
    await ask2(false);
    expect(answers.map(({ status, body }) => [status, body?.error])).toEqual(
      inputs.map(() => [403, "secure_login_needed"]),
    );
    expect(secure.status).toBe(200);
  });

  it("fails as unauthorized if the starter was deactivated before it ran", async () => {
    const id = await waitingJob("deactivate", "teacher.se");
    await database.execute(sql`update directory.users set status = 'inactive' where username = 'teacher.se'`);
    await runJob(deps(), "eu", id, () => false);
    await database.execute(sql`update directory.users set status = 'active' where username = 'teacher.se'`);
    const { body } = await call("getJob", { params: { id } }, "teacher.se");
    expect(body.data).toMatchObject({ state: "failed", done: 0, error: "unauthorized" });
  });

  it("is returned to the queue by a stopping process, and continues with the remaining rows", async () => {
    let looks = 0;
    const endpoints = createJobEndpoints({
      databases: deps().databases,
      queue: { send: async (region, id) => runJob(deps(), region, id, () => ++looks > 1) },
    });
    const stopping = { name: "control-panel", endpoints } as Service<never>;
    const request = { kind: "deactivate", selection: await students() };
    const made = await ask(
      stopping as never,
      "createJob" as never,
      { body: { data: request } },
      await callerOf(database, "admin.se"),
    );
    const id = made.body.data.id;
    expect((await call("getJob", { params: { id } })).body.data).toMatchObject({ state: "waiting", done: 50 });
    deeds = [];
    await runJob(deps(), "eu", id, () => false);
    const after = (await call("getJob", { params: { id } })).body.data;
    expect(after).toMatchObject({ state: "done", done: after.total });
    expect(deeds).toHaveLength(after.total - 50 - after.refused);
    await database.execute(sql`update directory.users set status = 'active' where status = 'inactive'`);
  });

  it("does nothing if it is cancelled before it starts", async () => {
    const id = await waitingJob("deactivate");
    expect((await call("cancelJob", { params: { id } })).status).toBe(204);
    await runJob(deps(), "eu", id, () => false);
    expect(deeds).toEqual([]);
    expect((await call("getJob", { params: { id } })).body.data.state).toBe("cancelled");
  });

  it("given a cancellation while it runs, then it ends after the current batch and changes nobody else", async () => {
    const id = await waitingJob("deactivate");
    const cancelling = deps();
    let answer: Result | undefined;
    const { endSessions } = cancelling.credentials;
    cancelling.credentials.endSessions = async (realm, uid) => {
      answer ??= await call("cancelJob", { params: { id } });
      await endSessions(realm, uid);
    };
    await runJob(cancelling, "eu", id, () => false);
    expect(answer?.status).toBe(204);
    const job = (await call("getJob", { params: { id } })).body.data;
    expect(job).toMatchObject({ state: "cancelled", done: 50, refused: 0 });
    expect(job.total).toBeGreaterThan(50);
    expect(deeds).toHaveLength(50);
    const inactive = await rows<{ uid: string }>(sql`select uid from directory.users where status = 'inactive'`);
    expect(inactive.map(({ uid }) => `sessions ${uid}`).sort()).toEqual(deeds.toSorted());
    // Another run does not continue a cancelled job.
    await runJob(deps(), "eu", id, () => false);
    expect(deeds).toHaveLength(50);
    await database.execute(sql`update directory.users set status = 'active' where status = 'inactive'`);
  });

  it("is claimed by one process at a time, until that one stops sending heartbeats or returns it", async () => {
    const id = await waitingJob("void-badges");
    expect(await claimJob(database, id)).not.toBeNull();
    expect(await claimJob(database, id)).toBeNull();
    expect(await findLostJobs(database)).not.toContain(id);
    await database.execute(sql`update jobs.jobs set beat_at = now() - interval '2 minutes' where id = ${id}`);
    expect(await findLostJobs(database)).toContain(id);
    expect(await claimJob(database, id)).not.toBeNull();
    await returnJob(database, id);
    expect(await claimJob(database, id)).not.toBeNull();
  });

  it("is deleted in one region while the other is unavailable, and the failures are reported and thrown", async () => {
    const away = connectDatabase("postgresql://fabel@127.0.0.1:1/fabel");
    const job = await finished({ kind: "void-badges", selection: await students() });
    await database.execute(sql`update jobs.jobs set expires_at = now() - interval '1 minute' where id = ${job.id}`);
    const reported: unknown[] = [];
    const failing = Promise.reject(new Error("the purge failed"));
    const cleanups = [failing, purgeExpiredJobs(away), purgeExpiredJobs(database)];
    await expect(cleanUp(cleanups, (error) => reported.push(error))).rejects.toThrow("2 of 3 cleanups failed");
    expect(reported).toHaveLength(2);
    expect(await rows(sql`select 1 from jobs.jobs where id = ${job.id}`)).toEqual([]);
    await away.$client.end();
  });

  it("is not found (404) once it has expired, and is deleted with its file", async () => {
    const job = await finished({ kind: "export", selection: await students(), format: "csv", fileName: "p", columns });
    await database.execute(sql`update jobs.jobs set expires_at = now() - interval '1 second' where id = ${job.id}`);
    expect((await call("getJobFile", { params: { id: job.id } })).status).toBe(404);
    expect(await purgeExpiredJobs(database)).toBe(1);
    expect(await rows(sql`select 1 from jobs.file_parts where job_id = ${job.id}`)).toEqual([]);
  });
});
