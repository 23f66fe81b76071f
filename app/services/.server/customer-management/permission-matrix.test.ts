import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ask, callerOf } from "../../../../tests/support/callers";
import { credentialsDouble } from "../../../../tests/support/credentials-double";
import { testDatabase } from "../../../../tests/support/database";
import type { Database } from "../../../db/.server/connect";
import { seedRealm } from "../../../db/.server/seed/people";
import { type CustomerManagementContracts, customerManagementContracts } from "../../contracts/customer-management";
import { createCustomerManagementService } from "./customer-management-service";

/**
 * Every call of customer management by every role, on things of one's own school, of another school, of another realm. A call
 * that is not in the matrix fails. security.md, line 19; issue 5, "What bad input gets".
 */

const roles = ["super", "admin", "teacher", "guardian", "student"] as const;
type Name = keyof CustomerManagementContracts;

/** What super users and administrators get at the own school; everybody else is refused at the door. */
const own: Record<Name, readonly [superUser: number, administrator: number]> = {
  getGroups: [200, 200],
  putGroup: [200, 200],
  deleteGroup: [204, 204],
  getSubscriptionTypes: [200, 200],
  getUsers: [200, 200],
  getUser: [200, 200],
  deleteUser: [204, 204],
  putUserSchools: [204, 204],
  putUserSchool: [204, 204],
  deleteUserSchool: [400, 400],
  putUserGroup: [204, 204],
  deleteUserGroup: [204, 204],
  getUserAuditLogs: [200, 200],
  getUserGroups: [200, 200],
  getUserSchoolUnits: [200, 200],
  getSchoolUnits: [200, 200],
  createSchoolUnit: [201, 403],
  updateSchoolUnit: [200, 200],
  getSchoolUnit: [200, 200],
  getSchoolUnitDeletion: [200, 403],
  deleteSchoolUnit: [204, 403],
  restoreSchoolUnit: [404, 403],
  getSchoolUnitAuditLogs: [200, 200],
};

/** Calls that name nothing of anybody else's; their lists hold what is in reach. */
const withoutTarget: Name[] = [
  "getGroups",
  "getSubscriptionTypes",
  "getUsers",
  "getUserGroups",
  "getUserSchoolUnits",
  "getSchoolUnits",
  "createSchoolUnit",
];

let database: Database;
let service: ReturnType<typeof createCustomerManagementService>;
let made = 0;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  service = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
});

type Target = { school: string; student: string; group: string };

/** A fresh sub-school of a school with a pupil and a group, so that no call disturbs the next. */
async function targetIn(realm: string, schoolCode: string): Promise<Target> {
  made += 1;
  const { rows } = await database.execute<Target>(sql`
    with school as (
      insert into directory.organizations (realm, type, name, parent_id)
      select ${realm}, 'sub_school', ${`Part ${made}`}, id from directory.organizations
      where school_unit_code = ${schoolCode} returning id, uid),
    person as (
      insert into directory.users (realm, type, username, name)
      values (${realm}, 'student', ${`pupil${made}`}, 'Pupil') returning id, uid),
    place as (
      insert into directory.associations (user_id, organization_id, realm, role)
      select person.id, school.id, ${realm}, 'student' from person, school),
    made as (
      insert into directory.groups (realm, organization_id, name)
      select ${realm}, id, ${`Group ${made}`} from school returning id, uid),
    inside as (
      insert into directory.memberships (user_id, group_id, realm) select person.id, made.id, ${realm} from person, made)
    select school.uid as school, person.uid as student, made.uid as "group" from school, person, made`);
  return rows[0] as Target;
}

function inputOf(name: Name, { school, student, group }: Target) {
  const role = "student";
  const user = { uid: student, id: student, userUid: student, schoolUid: school, groupId: group };
  if (name === "putGroup") return { body: { name: `New ${made}`, schoolUnitUid: school } };
  if (name === "putUserSchools") {
    return { params: user, body: { schoolAssociations: [{ schoolUid: school, role, addToSubSchools: false }] } };
  }
  if (name === "putUserSchool") return { params: user, body: { role } };
  if (name === "createSchoolUnit") return { body: { name: `Unit ${made}`, type: "school" } };
  if (name === "updateSchoolUnit") return { params: { uid: school }, body: { phone: "1" } };
  if (name.includes("SchoolUnit")) return { params: { uid: school } };
  return { params: user };
}

const statusOf = async (name: Name, username: string, target: Target) =>
  (await ask(service, name, inputOf(name, target), await callerOf(database, username))).status;

describe("customer management's calls", () => {
  it("are all in the matrix", () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(customerManagementContracts).sort());
  });

  it.each(Object.keys(own) as Name[])("%s answers each role by its right at its own school", async (name) => {
    const answered: number[] = [];
    for (const role of roles) answered.push(await statusOf(name, `${role}.se`, await targetIn("se", "se-1001")));
    expect(answered).toEqual([...own[name], 403, 403, 403]);
  });

  const named = (Object.keys(own) as Name[]).filter((name) => !withoutTarget.includes(name));

  it.each(named)("%s tells nobody of another school's or another realm's", async (name) => {
    for (const role of roles) {
      const places: Array<[string, string]> = [["no", "no-1001"]];
      if (role !== "super") places.push(["se", "se-1002"]);
      for (const [realm, code] of places) {
        const isLetIn = role === "super" || role === "admin";
        const status = await statusOf(name, `${role}.se`, await targetIn(realm, code));
        expect(status, `${name} by ${role} in ${realm}`).toBe(isLetIn ? 404 : 403);
      }
    }
  });

  it("lists hold nothing of another realm", async () => {
    const { student } = await targetIn("no", "no-1001");
    const query = { filters: JSON.stringify({ ids: [student] }), calculateTotal: true };
    const found = await ask(service, "getUsers", { query }, await callerOf(database, "super.se"));
    expect(found.body).toMatchObject({ data: [], meta: { totalItems: 0 } });
  });
});
