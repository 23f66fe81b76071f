import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import type { AuditLine } from "~/services/contracts/customer-management";

/** What the audit log shows an administrator about people who also belong to a school outside the scope. Decision 30. */

let database: Database;
let management: ReturnType<typeof createCustomerManagementService>;
const schools = { own: "", foreign: "" };
const people: Record<string, string> = {};

async function uid(text: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(text);
  return rows[0]?.uid ?? "";
}

async function person(type: "student" | "employee", username: string, places: string[]): Promise<void> {
  people[username] = await uid(sql`
    with made as (insert into directory.users (realm, type, username, name)
      values ('se', ${type}, ${username}, ${username}) returning id, uid),
    placed as (insert into directory.associations (user_id, organization_id, realm, role)
      select made.id, o.id, 'se', ${type} from made, directory.organizations o where o.uid in ${places})
    select uid from made`);
}

type Line = { action: string; by: string; as?: string; on: string; at?: string; details?: object };
const write = ({ action, by, as, on, at, details = { attributes: ["name"] } }: Line) =>
  database.execute(sql`
    insert into directory.audit (realm, action, user_uid, actor_uid, subject_type, subject_uid, organization_uid, details)
    values ('se', ${action}, ${as ?? by}, ${as ? by : null}, ${action.split(".")[0]}, ${on}, ${at ?? null},
      ${JSON.stringify(details)}::jsonb)`);

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  management = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const named = (name: string) =>
    uid(sql`select uid from directory.organizations where realm = 'se' and name = ${name}`);
  schools.own = await named("Ekbackens skola");
  schools.foreign = await named("Sjöängsskolan");
  await person("student", "pupil.of.both", [schools.own, schools.foreign]);
  await person("employee", "works.at.both", [schools.own, schools.foreign]);
  await person("student", "pupil.elsewhere", [schools.foreign]);
  await person("employee", "works.elsewhere", [schools.foreign]);
  for (const username of ["admin.se", "super.se", "teacher.se"]) people[username] = await uidOf(database, username);
  const group = await uid(sql`insert into directory.groups (realm, organization_id, name, type)
    select 'se', id, 'Kören', 'group' from directory.organizations where uid = ${schools.foreign} returning uid`);
  const of = (username: string) => people[username] ?? "";
  await write({ action: "user.changed", by: of("works.elsewhere"), on: of("pupil.of.both") });
  await write({ action: "user.changed", by: of("teacher.se"), on: of("pupil.of.both") });
  await write({ action: "user.changed", by: of("works.elsewhere"), as: of("works.at.both"), on: of("pupil.of.both") });
  await write({
    action: "user.impersonated",
    by: of("super.se"),
    on: of("works.at.both"),
    details: { reason: "helping" },
  });
  await write({ action: "user.deleted", by: of("works.at.both"), on: of("pupil.elsewhere") });
  await write({ action: "group.changed", by: of("works.at.both"), on: group, at: schools.foreign });
  await write({ action: "organization.changed", by: of("works.at.both"), on: schools.own, at: schools.own });
  await write({ action: "user.restored", by: of("works.elsewhere"), on: of("pupil.elsewhere"), at: schools.own });
});

async function log(username: string, of: { person: string } | { school: string }, filters: object = {}) {
  const query = { filters: JSON.stringify(filters), pageSize: 100, calculateTotal: "true" };
  const caller = await callerOf(database, username);
  const response =
    "person" in of
      ? await ask(management, "getUserAuditLogs", { params: { userUid: people[of.person] }, query }, caller)
      : await ask(management, "getSchoolUnitAuditLogs", { params: { uid: of.school }, query }, caller);
  expect(response.status).toBe(200);
  const lines = response.body.data as AuditLine[];
  expect(response.body.meta.totalItems).toBe(lines.length);
  return lines;
}

const seen = ({ action, user, actor, subject, details, withheld }: AuditLine) => ({
  action,
  user: user?.name ?? null,
  actor: actor?.name ?? null,
  subject: subject.name,
  details: Object.keys(details),
  withheld,
});
const nameOf = (username: string) => uid(sql`select name as uid from directory.users where username = ${username}`);

describe("a person's log for an administrator of one of the person's two schools", () => {
  it("shows actions of the other school's staff without their names and details", async () => {
    const changed = { action: "user.changed", subject: "pupil.of.both" };
    expect((await log("admin.se", { person: "pupil.of.both" })).map(seen)).toEqual([
      { ...changed, user: "works.at.both", actor: null, details: [], withheld: ["actor"] },
      { ...changed, user: await nameOf("teacher.se"), actor: null, details: ["attributes"], withheld: [] },
      { ...changed, user: null, actor: null, details: [], withheld: ["user"] },
    ]);
  });

  it("omits the person's actions at the other school and names a super user", async () => {
    const lines = (await log("admin.se", { person: "works.at.both" })).map(seen);
    expect(lines.map(({ action }) => action)).toEqual(["organization.changed", "user.impersonated", "user.changed"]);
    expect(lines[1]).toMatchObject({ user: await nameOf("super.se"), details: ["reason"], withheld: [] });
  });

  it("is not searchable by withheld names", async () => {
    expect(await log("admin.se", { person: "pupil.of.both" }, { who: "works.elsewhere" })).toEqual([]);
    expect(await log("admin.se", { person: "pupil.of.both" }, { who: "works.at.both" })).toHaveLength(1);
    expect(await log("super.se", { person: "pupil.of.both" }, { who: "works.elsewhere" })).toHaveLength(2);
  });
});

describe("an organisation's log for its administrator", () => {
  it("withholds users and subjects outside the administrator's scope", async () => {
    const lines = (await log("admin.se", { school: schools.own })).map(seen);
    expect(lines.find(({ action }) => action === "user.restored")).toEqual({
      action: "user.restored",
      user: null,
      actor: null,
      subject: null,
      details: [],
      withheld: ["user", "subject"],
    });
    expect(JSON.stringify(lines)).not.toContain("elsewhere");
    expect(lines.map(({ action }) => action)).not.toContain("group.changed");
  });
});

it("a person's log for a super user is complete", async () => {
  expect((await log("super.se", { person: "pupil.of.both" })).map(seen)[0]).toMatchObject({
    user: "works.at.both",
    actor: "works.elsewhere",
    details: ["attributes"],
    withheld: [],
  });
  expect(await log("super.se", { person: "works.at.both" })).toHaveLength(5);
});

it("given 20,000 other rows, then a person's log is read by indexes", async () => {
  await database.execute(sql`
    insert into directory.audit (realm, action, user_uid, subject_type, subject_uid)
    select 'se', 'user.changed', gen_random_uuid(), 'user', gen_random_uuid() from generate_series(1, 20000)`);
  await database.execute(sql`analyze directory.audit`);
  const pool = database.$client;
  const query = pool.query.bind(pool);
  const statements: Array<{ text: string; values: unknown[] }> = [];
  // The driver passes the statement as an object and the values as the second argument.
  pool.query = ((statement: { text: string }, values: unknown[]) => {
    if (statement.text.includes("directory.audit a")) statements.push({ text: statement.text, values });
    return query(statement as never, values as never);
  }) as typeof pool.query;
  await log("admin.se", { person: "works.at.both" }).finally(() => {
    pool.query = query;
  });
  expect(statements).toHaveLength(2);
  for (const { text, values } of statements) {
    const { rows } = await query(`explain ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    for (const index of ["audit_by_subject", "audit_by_user", "audit_by_actor"]) expect(plan).toContain(index);
    expect(plan).not.toContain("Seq Scan on audit");
  }
});
