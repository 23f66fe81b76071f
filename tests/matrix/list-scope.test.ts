import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, showTeachersTheSchool } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import type { Service } from "~/services/.server/dispatch/endpoint";

/** Lists of groups, organisations and people contain exactly the caller's scope, in both services. docs/security.md, line 19. */

let database: Database;
let services: Record<"panel" | "management", Service<never>>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  services = {
    panel: createControlPanelService(deps as never) as never,
    management: createCustomerManagementService(deps) as never,
  };
});

async function uids(text: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await database.execute<{ uid: string }>(text);
  return rows.map(({ uid }) => uid).sort();
}

/** The ids of a list, over all its pages. */
async function listed(
  face: keyof typeof services,
  call: string,
  username: string,
  id: "id" | "uid" | "userUid" = face === "panel" ? "id" : "uid",
): Promise<string[]> {
  const found: string[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const query = { pageNumber, pageSize: 100 };
    const { status, body } = await ask(services[face], call as never, { query }, await callerOf(database, username));
    expect(status).toBe(200);
    found.push(...body.data.map((item: Record<string, string>) => item[id]));
    if (body.data.length < 100) return found.sort();
  }
}

const below = sql`select c.descendant_id from directory.organization_closure c
  join directory.organizations o on o.id = c.ancestor_id where o.school_unit_code = 'se-1001'`;
const atSchool = sql`select id from directory.organizations where school_unit_code = 'se-1001'`;
const groupsIn = (places: ReturnType<typeof sql>) =>
  uids(sql`select uid from directory.groups where status <> 'deleted' and organization_id in (${places})`);
const groupsOf = (realm: Realm) =>
  uids(sql`select uid from directory.groups where status <> 'deleted' and realm = ${realm}`);
const organizationsIn = (places: ReturnType<typeof sql>) =>
  uids(sql`select uid from directory.organizations where status <> 'deleted' and id in (${places})`);
const organizationsOf = (realm: Realm) =>
  uids(sql`select uid from directory.organizations where status <> 'deleted' and realm = ${realm}`);

describe.each([
  ["panel", "getGroups"],
  ["management", "getGroups"],
] as const)("the list of groups (%s %s)", (face, call) => {
  it("contains the groups of the school and of all organisations below for an administrator", async () => {
    const own = await groupsIn(below);
    expect(own.length).toBeGreaterThan(0);
    expect(await listed(face, call, "admin.se")).toEqual(own);
  });

  it("contains all groups of the realm for a super user", async () => {
    expect(await listed(face, call, "super.se")).toEqual(await groupsOf("se"));
    expect(await listed(face, call, "super.no")).toEqual(await groupsOf("no"));
  });
});

describe("the lists of people (management)", () => {
  const theirs = { getUsers: "uid", getUserGroups: "userUid", getUserSchoolUnits: "userUid" } as const;
  const administered = sql`select a.user_id from directory.associations a where a.organization_id in (${below})`;
  const inGroups = sql`select user_id from directory.memberships`;
  const people = (call: keyof typeof theirs, which: ReturnType<typeof sql>) =>
    uids(sql`select u.uid from directory.users u where u.status <> 'deleted' and ${which}
      ${call === "getUserGroups" ? sql`and u.id in (${inGroups})` : sql``}`);
  const named = async (call: keyof typeof theirs, username: string) =>
    [...new Set(await listed("management", call, username, theirs[call]))].sort();

  it.each(Object.keys(theirs) as Array<keyof typeof theirs>)(
    "%s returns an administrator's people, and a super user's whole realm",
    async (call) => {
      expect(await named(call, "admin.se")).toEqual(await people(call, sql`u.id in (${administered})`));
      for (const realm of ["se", "no"]) {
        expect(await named(call, `super.${realm}`)).toEqual(await people(call, sql`u.realm = ${realm}`));
      }
    },
  );
});

it("given a super user, then an organisation's list has only the groups of it and below", async () => {
  const organizations = await uids(sql`select uid from directory.organizations where realm = 'se'`);
  let shorter = 0;
  for (const id of organizations) {
    const input = { params: { id }, query: { pageSize: 100 } };
    const { body } = await ask(
      services.panel,
      "getOrganizationGroups" as never,
      input,
      await callerOf(database, "super.se"),
    );
    const own = await groupsIn(sql`select c.descendant_id from directory.organization_closure c
      join directory.organizations o on o.id = c.ancestor_id where o.uid = ${id}`);
    expect(body.data.map((group: { id: string }) => group.id).sort()).toEqual(own);
    if (own.length < (await groupsOf("se")).length) shorter += 1;
  }
  expect(shorter).toBeGreaterThan(1);
});

it("getGroups returns a teacher's own groups or, if the school allows it, all of the school; none to others", async () => {
  const own = await listed("panel", "getGroups", "teacher.se");
  expect(own).toEqual(
    await uids(sql`select g.uid from directory.groups g join directory.memberships m on m.group_id = g.id
      join directory.users u on u.id = m.user_id where u.username = 'teacher.se' order by g.uid`),
  );
  await showTeachersTheSchool(database);
  expect(await listed("panel", "getGroups", "teacher.se")).toEqual(await groupsIn(atSchool));
  for (const username of ["student.se", "guardian.se"]) {
    expect(await listed("panel", "getGroups", username)).toEqual([]);
  }
});

describe.each([
  ["panel", "getOrganizations"],
  ["management", "getSchoolUnits"],
] as const)("the list of organisations (%s %s)", (face, call) => {
  it("contains the school and all organisations below for an administrator", async () => {
    expect(await listed(face, call, "admin.se")).toEqual(await organizationsIn(below));
  });

  it("contains all organisations of the realm for a super user", async () => {
    expect(await listed(face, call, "super.se")).toEqual(await organizationsOf("se"));
    expect(await listed(face, call, "super.no")).toEqual(await organizationsOf("no"));
  });
});

it.each(["teacher.se", "student.se", "guardian.se"])(
  "%s sees exactly the schools where they have an association",
  async (username) => {
    const own = sql`select a.organization_id from directory.associations a join directory.users u on u.id = a.user_id
    where u.username = ${username}`;
    expect(await listed("panel", "getOrganizations", username)).toEqual(await organizationsIn(own));
  },
);

describe.each([
  ["panel", "getOrganizations"],
  ["panel", "getGroups"],
  ["management", "getSchoolUnits"],
  ["management", "getGroups"],
  ["management", "getUsers"],
] as const)("deleted entries (%s %s)", (face, call) => {
  it("are listed for a super user and forbidden (403) for an administrator", async () => {
    const query = { filters: JSON.stringify({ status: ["deleted"] }) };
    const statuses = { "super.se": 200, "admin.se": 403 };
    for (const [username, status] of Object.entries(statuses)) {
      const response = await ask(services[face], call as never, { query }, await callerOf(database, username));
      expect(response.status, username).toBe(status);
    }
  });
});

it.each(["getStudents", "getOrganizationUsers"])(
  "given a student of only a part of the school, then %s lists them for administrators, not for teachers",
  async (call) => {
    const [id] = await uids(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
    const username = `part.alone.${call.toLowerCase()}`;
    await database.execute(sql`
    with made as (insert into directory.users (realm, type, username, name)
      values ('se', 'student', ${username}, 'I Delen') returning id)
    insert into directory.associations (user_id, organization_id, realm, role)
    select made.id, c.descendant_id, 'se', 'student' from made, directory.organization_closure c
    join directory.organizations o on o.id = c.ancestor_id where o.school_unit_code = 'se-1001' and c.depth = 1`);
    const input = { params: { id }, query: { q: username } };
    for (const [reader, found] of Object.entries({ "teacher.se": 0, "admin.se": 1, "super.se": 1 })) {
      const { body } = await ask(services.panel, call as never, input, await callerOf(database, reader));
      expect([body.data.length, body.meta.totalCount], reader).toEqual([found, found]);
    }
  },
);

it.each([
  ["getStudents", "admin.se"],
  ["getOrganizationUsers", "teacher.se"],
])("given a filter for employees, then %s for %s, which has none, is empty", async (call, username) => {
  const [id] = await uids(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
  const input = { params: { id }, query: { filters: JSON.stringify({ type: ["employee"] }) } };
  const { body } = await ask(services.panel, call as never, input, await callerOf(database, username));
  expect([body.data, body.meta.totalCount]).toEqual([[], 0]);
});

it.each(["getStudents", "getOrganizationUsers"])(
  "given a deactivated association, then %s lists the student for administrators, not for teachers",
  async (call) => {
    const [id] = await uids(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
    const [pupil] = await uids(sql`select uid from directory.users where username = 'student.se'`);
    const place = (isActive: boolean) =>
      database.execute(sql`update directory.associations a set active = ${isActive} from directory.users u
        where u.id = a.user_id and u.uid = ${pupil}`);
    const isListed = async (username: string, query: object) => {
      const input = { params: { id }, query: { pageSize: 100, ...query } };
      const { body } = await ask(services.panel, call as never, input, await callerOf(database, username));
      // The total must not count people who are not listed.
      expect(body.meta.totalCount).toBe(body.data.length);
      return body.data.some((person: { id: string }) => person.id === pupil);
    };
    // Filtered, because the list is longer than a page.
    for (const query of [{ q: "student.se" }, { filters: JSON.stringify({ username: "student.se" }) }]) {
      expect(await isListed("teacher.se", query)).toBe(true);
      await place(false);
      expect([await isListed("teacher.se", query), await isListed("admin.se", query)]).toEqual([false, true]);
      await place(true);
    }
  },
);

it.each(["getStudents", "getGuardians", "getOrganizationUsers"])(
  "deleted people of a school in %s are listed for a super user and forbidden (403) for others",
  async (call) => {
    const [id] = await uids(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
    const input = { params: { id }, query: { filters: JSON.stringify({ status: ["deleted"] }) } };
    const statuses = { "super.se": 200, "admin.se": 403, "teacher.se": 403 };
    for (const [username, status] of Object.entries(statuses)) {
      const response = await ask(services.panel, call as never, input, await callerOf(database, username));
      expect(response.status, username).toBe(status);
    }
  },
);
