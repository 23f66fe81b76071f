import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ask, callerOf } from "../../../../tests/support/callers";
import { credentialsDouble } from "../../../../tests/support/credentials-double";
import { testDatabase } from "../../../../tests/support/database";
import type { Database } from "../../../db/.server/connect";
import { seedRealm } from "../../../db/.server/seed/people";
import { type ControlPanelContracts, controlPanelContracts } from "../../contracts/control-panel";
import { createControlPanelService } from "./service";

/**
 * Every call of the control panel by every role, on things of one's own school, of another school, of another realm. A call that
 * is not in the matrix fails. security.md, line 19; issue 5, "What bad input gets".
 */

const roles = ["super", "admin", "teacher", "guardian", "student"] as const;
type Row = Partial<Record<(typeof roles)[number], number>>;
type Name = keyof ControlPanelContracts;

/** What each role gets on a pupil, group or organisation of its own school; in the order of `roles`. */
const own: Record<Name, readonly [number, number, number, number, number]> = {
  getMe: [200, 200, 200, 200, 200],
  getOrganizations: [200, 200, 200, 200, 200],
  getOrganization: [200, 200, 200, 200, 200],
  getStudents: [200, 200, 200, 403, 403],
  getEmployees: [200, 200, 403, 403, 403],
  getGuardians: [200, 200, 200, 403, 403],
  getOrganizationGroups: [200, 200, 200, 403, 403],
  getOrganizationUsers: [200, 200, 200, 403, 403],
  getGroups: [200, 200, 200, 200, 200],
  createGroup: [201, 201, 403, 403, 403],
  getGroup: [200, 200, 200, 404, 404],
  updateGroup: [200, 200, 200, 404, 404],
  getGroupUsers: [200, 200, 200, 404, 404],
  getUserGroups: [200, 200, 200, 404, 404],
  getUserGroupOptions: [200, 200, 200, 404, 404],
  putUserGroups: [200, 200, 200, 404, 404],
  getPersonTemplate: [200, 200, 403, 403, 403],
  getPerson: [200, 200, 200, 404, 404],
  createPerson: [201, 201, 403, 403, 403],
  updatePerson: [200, 200, 200, 404, 404],
  resetPassword: [200, 200, 200, 404, 404],
  getRelatives: [200, 200, 200, 404, 404],
  putPupils: [204, 204, 204, 404, 404],
  putGroupUser: [204, 204, 204, 404, 404],
  deleteGroupUser: [204, 204, 204, 404, 404],
  getUserSessions: [200, 200, 200, 404, 404],
  endUserSessions: [204, 204, 204, 404, 404],
  endUserSession: [204, 204, 204, 404, 404],
  issueBadge: [200, 200, 200, 404, 404],
  voidBadge: [204, 204, 204, 404, 404],
  deletePerson: [204, 204, 403, 404, 404],
  restorePerson: [200, 404, 404, 404, 404],
  deleteGroup: [204, 204, 403, 404, 404],
};

/** Calls that name nothing of anybody else's. */
const withoutTarget: Name[] = ["getMe", "getOrganizations", "getGroups", "getPersonTemplate"];

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let made = 0;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  service = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: { ...credentialsDouble, endSession: async () => true },
  });
});

type Target = { school: string; student: string; guardian: string; group: string };

/** Fresh people and a fresh group in a school, so that no call disturbs the next. */
async function targetIn(realm: string, schoolCode: string): Promise<Target> {
  made += 1;
  const { rows } = await database.execute<Target>(sql`
    with school as (select id, uid from directory.organizations where school_unit_code = ${schoolCode}),
    people as (
      insert into directory.users (realm, type, username, name)
      values (${realm}, 'student', ${`s${made}`}, 'Pupil'), (${realm}, 'guardian', ${`g${made}`}, 'Guardian')
      returning id, uid, type),
    places as (
      insert into directory.associations (user_id, organization_id, realm, role)
      select people.id, school.id, ${realm}, people.type from people, school),
    made as (
      insert into directory.groups (realm, organization_id, name)
      select ${realm}, id, ${`Group ${made}`} from school returning id, uid),
    inside as (
      insert into directory.memberships (user_id, group_id, realm)
      select people.id, made.id, ${realm} from people, made where people.type = 'student')
    select school.uid as school, made.uid as "group",
      (select uid from people where type = 'student') as student,
      (select uid from people where type = 'guardian') as guardian
    from school, made`);
  return rows[0] as Target;
}

function inputOf(name: Name, target: Target) {
  const value = <T>(attributes: Record<string, T>) => ({
    data: { attributes: Object.fromEntries(Object.entries(attributes).map(([key, each]) => [key, { value: each }])) },
  });
  const kind = { version: "v1", type: "students" };
  const student = { ...kind, id: target.student };
  const contract = controlPanelContracts[name] as { path: string };
  if (name === "createGroup") return { body: value({ name: `New ${made}`, organization: target.school }) };
  if (name === "createPerson") {
    const body = value({ name: "New", username: `new.${made}`, organizations: [target.school] } as Record<
      string,
      unknown
    >);
    return { params: kind, body };
  }
  if (name === "updateGroup") return { params: { id: target.group }, body: value({ name: `Renamed ${made}` }) };
  if (name === "updatePerson") return { params: student, body: value({ name: "Renamed" }) };
  if (name === "putPupils") return { params: { id: target.guardian }, body: { data: [target.student] } };
  if (name === "putUserGroups") return { params: student, body: { data: [target.group] } };
  if (contract.path.startsWith("/v1/organizations/")) return { params: { id: target.school } };
  if (contract.path.startsWith("/v1/groups/")) return { params: { id: target.group, userId: target.student } };
  return { params: { ...student, sessionId: crypto.randomUUID(), organizationId: target.school } };
}

async function statusOf(name: Name, username: string, target: Target): Promise<number> {
  if (name === "restorePerson") {
    await database.execute(
      sql`update directory.users set status = 'deleted', deleted_at = now() where uid = ${target.student}`,
    );
  }
  return (await ask(service, name, inputOf(name, target), await callerOf(database, username))).status;
}

describe("the control panel's calls", () => {
  it("are all in the matrix", () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(controlPanelContracts).sort());
  });

  it.each(Object.keys(own) as Name[])("%s answers each role by its right at its own school", async (name) => {
    const answered: Row = {};
    for (const role of roles) answered[role] = await statusOf(name, `${role}.se`, await targetIn("se", "se-1001"));
    expect(answered).toEqual(Object.fromEntries(roles.map((role, index) => [role, own[name][index]])));
  });

  const named = (Object.keys(own) as Name[]).filter((name) => !withoutTarget.includes(name));

  it.each(named)("%s tells nobody of another school's or another realm's", async (name) => {
    for (const role of roles) {
      const places: Array<[string, string]> = [["no", "no-1001"]];
      if (role !== "super") places.push(["se", "se-1002"]);
      for (const [realm, code] of places) {
        const status = await statusOf(name, `${role}.se`, await targetIn(realm, code));
        // A new thing in a place out of reach is a wrong value to those who may make things at all.
        const refused = name === "createGroup" ? [400] : name === "createPerson" ? [400, 403] : [404];
        expect(refused, `${name} by ${role} in ${realm}`).toContain(status);
      }
    }
  });
});
