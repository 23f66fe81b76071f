import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, countQueries, showTeachersTheSchool } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { accessOf } from "~/services/.server/directory/access";
import { readSelection } from "~/services/.server/jobs/selection";

/** A filter by an id outside the caller's scope returns what an unknown id does: it reveals no memberships. docs/security.md, line 19. */

const nothing = "00000000-0000-4000-8000-000000000000";
let database: Database;
let panel: ReturnType<typeof createControlPanelService>;
let management: ReturnType<typeof createCustomerManagementService>;
let own = "";
let foreign = "";
let above = "";
let pupil = "";
/** Username of an employee of the own school who administers the other one. */
let colleague = "";
/** Filter values of the other school (outside) and of the own one (inside). */
let outside: Record<string, string> = {};
let inside: Record<string, string> = {};

async function idOf(text: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(text);
  return rows[0]?.uid ?? "";
}

async function person(type: "student" | "guardian", username: string, schools: string[]): Promise<string> {
  return idOf(sql`
    with made as (insert into directory.users (realm, type, username, name)
      values ('se', ${type}, ${username}, ${username}) returning id, uid),
    placed as (insert into directory.associations (user_id, organization_id, realm, role)
      select made.id, o.id, 'se', ${type} from made, directory.organizations o where o.uid in ${schools})
    select uid from made`);
}

async function groupIn(school: string, name: string): Promise<string> {
  const made = await idOf(sql`insert into directory.groups (realm, organization_id, name, type)
    select 'se', o.id, ${name}, 'group' from directory.organizations o where o.uid = ${school} returning uid`);
  await database.execute(sql`insert into directory.memberships (user_id, group_id, realm)
    select u.id, g.id, 'se' from directory.users u, directory.groups g where u.uid = ${pupil} and g.uid = ${made}`);
  return made;
}

const tie = (guardian: string, student: string) =>
  database.execute(sql`insert into directory.guardianships (guardian_id, student_id, realm)
    select g.id, s.id, 'se' from directory.users g, directory.users s where g.uid = ${guardian} and s.uid = ${student}`);

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  panel = createControlPanelService(deps as never);
  management = createCustomerManagementService(deps);
  await showTeachersTheSchool(database);
  const named = (name: string) =>
    idOf(sql`select uid from directory.organizations where realm = 'se' and name = ${name}`);
  own = await named("Ekbackens skola");
  foreign = await named("Sjöängsskolan");
  above =
    await idOf(sql`select p.uid from directory.organizations o join directory.organizations p on p.id = o.parent_id
    where o.uid = ${own}`);
  pupil = await person("student", "i.tva.skolor", [own, foreign]);
  const guardian = await person("guardian", "vid.tva.skolor", [own, foreign]);
  const foreignGuardian = await person("guardian", "vid.den.andra", [foreign]);
  const foreignPupil = await person("student", "i.den.andra", [foreign]);
  await tie(guardian, pupil);
  await tie(foreignGuardian, pupil);
  await tie(guardian, foreignPupil);
  outside = {
    organization: foreign,
    group: await groupIn(foreign, "Kören"),
    guardian: foreignGuardian,
    student: foreignPupil,
  };
  inside = { organization: own, group: await groupIn(own, "Laget"), guardian, student: pupil };
  const { rows } = await database.execute<{ id: number; username: string }>(sql`
    select u.id, u.username from directory.users u join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id and o.uid = ${own}
    where u.type = 'employee' and u.username not like '%.se' and not a.admin order by u.id limit 1`);
  colleague = rows[0]?.username ?? "";
  await database.execute(sql`insert into directory.associations (user_id, organization_id, realm, role, admin)
    select ${rows[0]?.id}, o.id, 'se', 'employee', true from directory.organizations o where o.uid = ${foreign}`);
});

/** The response bodies of all lists of people, with totals and groupings. */
async function listed(username: string, filters: object, groupBy?: string) {
  const caller = await callerOf(database, username, { acr: "secure" });
  const query = {
    filters: JSON.stringify(filters),
    calculateTotal: "true",
    pageSize: 100,
    ...(groupBy ? { groupBy } : {}),
  };
  const params = { id: own };
  const responses = [await ask(panel, "getOrganizationUsers", { params, query }, caller)];
  if (username !== "teacher.se") {
    for (const name of ["getUsers", "getUserGroups", "getUserSchoolUnits"] as const) {
      responses.push(await ask(management, name, { query }, caller));
    }
  }
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  return responses.map(({ body }) => body);
}

const kinds = ["organization", "group", "guardian", "student"] as const;

describe("filters by an id", () => {
  describe.each(["admin.se", "teacher.se"])("given an id of another school and the caller %s", (username) => {
    it.each(kinds)("the filter %s returns what an unknown id returns: nobody", async (kind) => {
      for (const groupBy of [undefined, "organizations"]) {
        const unknown = await listed(username, { [kind]: nothing }, groupBy);
        expect(await listed(username, { [kind]: outside[kind] }, groupBy)).toEqual(unknown);
        expect(unknown[0].data).toEqual([]);
      }
    });
  });

  it.each(kinds)("given an id in the caller's scope, then the filter %s returns people", async (kind) => {
    for (const username of ["admin.se", "super.se"]) {
      const [atSchool, everywhere] = await listed(username, { [kind]: inside[kind] });
      expect(atSchool.data.length, username).toBeGreaterThan(0);
      expect(everywhere.data.length, username).toBeGreaterThan(0);
    }
  });

  it.each(kinds)(
    "given a super user and an id of any school, then the filter %s returns the matching people",
    async (kind) => {
      const [body] = await listed("super.se", { [kind]: outside[kind] });
      expect(body.data).toHaveLength(kind === "organization" ? 3 : 1);
    },
  );

  it("given an administrator and the municipality above the school, then the result is that of an unknown id", async () => {
    expect(await listed("admin.se", { organization: above })).toEqual(
      await listed("admin.se", { organization: nothing }),
    );
  });

  it("a filtered list takes as many SQL statements as an unfiltered one", async () => {
    const unfiltered = await countQueries(database, () => listed("admin.se", {}));
    expect(await countQueries(database, () => listed("admin.se", outside))).toBe(unfiltered);
  });
});

it("the filter admin ignores rights at another school for an administrator, and counts them for a super user", async () => {
  const named = async (username: string, admin: boolean) =>
    (await listed(username, { admin, type: "employee" }))[1].data.map(({ username: one }: { username: string }) => one);
  expect(await named("admin.se", true)).not.toContain(colleague);
  expect(await named("admin.se", false)).toContain(colleague);
  expect(await named("super.se", true)).toContain(colleague);
});

describe("a job's selection", () => {
  async function selected(username: string, selection: Parameters<typeof readSelection>[2]): Promise<number> {
    const access = accessOf(await callerOf(database, username));
    const { condition } = await readSelection(database, access, selection);
    const { rows } = await database.execute<{ found: number }>(
      sql`select count(*)::int as found from directory.users u where ${condition}`,
    );
    return rows[0]?.found ?? 0;
  }

  it.each(kinds)("given a filter %s by an id outside the scope, then nobody is selected", async (kind) => {
    const match = (ids: Record<string, string>) => ({
      match: { organization: own, list: "users" as const, filters: JSON.stringify({ [kind]: ids[kind] }) },
    });
    expect(await selected("admin.se", match(outside))).toBe(0);
    expect(await selected("admin.se", match(inside))).toBeGreaterThan(0);
  });

  it("given ids, then only people in the caller's scope are selected", async () => {
    const ids = [pupil, outside.guardian ?? "", outside.student ?? "", nothing];
    expect(await selected("admin.se", { ids })).toBe(1);
    expect(await selected("teacher.se", { ids })).toBe(1);
    expect(await selected("super.se", { ids })).toBe(3);
  });
});

describe("the filter by a parent organisation", () => {
  const below = async (username: string, id: string) => {
    const query = { filters: JSON.stringify({ below: id }), pageSize: 100 };
    const caller = await callerOf(database, username, { acr: "secure" });
    const { status, body } = await ask(panel, "getOrganizations", { query }, caller);
    expect(status).toBe(200);
    return body.data.map((each: { id: string }) => each.id);
  };

  it("returns organisations of every level below for a super user, without the parent itself", async () => {
    const parts = await below("super.se", own);
    const all = await below("super.se", above);
    expect(parts).toHaveLength(1);
    expect(parts).not.toContain(own);
    expect(all).toEqual(expect.arrayContaining([own, foreign, ...parts]));
    expect(all).not.toContain(above);
  });

  it("returns only organisations in the scope of an administrator", async () => {
    const parts = await below("admin.se", own);
    expect(new Set(await below("admin.se", above))).toEqual(new Set([own, ...parts]));
    expect(await below("admin.se", foreign)).toEqual([]);
  });
});
