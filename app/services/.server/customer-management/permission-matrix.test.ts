import { beforeAll, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { describeMatrix, type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { Database } from "~/db/.server/connect";
import {
  type CustomerManagementContracts,
  customerManagementContracts,
} from "~/services/contracts/customer-management";
import { createCustomerManagementService } from "./customer-management-service";

/** docs/security.md, line 19. */

type Name = keyof CustomerManagementContracts;

/** Status of each call for super users and administrators of the own school; other roles get 403. */
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
  getSchoolUnitMove: [200, 403],
  deleteSchoolUnit: [204, 403],
  restoreSchoolUnit: [404, 403],
  getSchoolUnitAuditLogs: [200, 200],
  getUserPeriods: [200, 200],
  createUserPeriod: [201, 403],
  updateUserPeriod: [200, 403],
  deleteUserPeriod: [204, 403],
  getSchoolUnitPeriods: [200, 200],
  createSchoolUnitPeriod: [201, 403],
  updateSchoolUnitPeriod: [200, 403],
  deleteSchoolUnitPeriod: [204, 403],
};

let database: Database;
let service: ReturnType<typeof createCustomerManagementService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  service = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
});

let made = 0;

/** Creates a period for the target that no other call uses. */
async function periodOf(kind: "user" | "organization", uid: string): Promise<number> {
  const table = kind === "user" ? "users" : "organizations";
  const { rows } = await database.$client.query(
    `insert into directory.subscription_periods (realm, type, ${kind}_id, starts_on, ends_on)
     select realm, 'fabel-school', id, $2, $2 from directory.${table} where uid = $1 returning legacy_id`,
    [uid, new Date(Date.UTC(2001, 0, made)).toISOString().slice(0, 10)],
  );
  return rows[0].legacy_id;
}

async function inputOf(name: Name, { school, student, group }: MatrixTarget) {
  made += 1;
  const role = "student";
  const user = { uid: student, id: student, userUid: student, schoolUid: school, groupId: group };
  if (name === "putGroup") return { body: { name: `New ${made}`, schoolUnitUid: school } };
  if (name === "putUserSchools") {
    return { params: user, body: { schoolAssociations: [{ schoolUid: school, role, addToSubSchools: false }] } };
  }
  if (name === "putUserSchool") return { params: user, body: { role } };
  if (name === "createSchoolUnit") return { body: { name: `Unit ${made}`, type: "school" } };
  if (name === "updateSchoolUnit") return { params: { uid: school }, body: { phone: "08-123 45 67" } };
  if (name.endsWith("Period")) {
    const kind = name.includes("User") ? "user" : "organization";
    const owner = kind === "user" ? student : school;
    const start = new Date(Date.UTC(2020, 0, made)).toISOString().slice(0, 10);
    const fields = { type: "fabel-school", start, end: start };
    if (name.startsWith("create"))
      return { body: { ...fields, [kind === "user" ? "userUid" : "schoolUnitUid"]: owner } };
    const legacyId = await periodOf(kind, owner);
    return name.startsWith("update")
      ? { params: { id: legacyId }, body: fields }
      : { params: { ownerUid: owner, legacyId } };
  }
  if (name.includes("SchoolUnit")) return { params: { uid: school } };
  return { params: user };
}

const statusOf = async (name: Name, username: string, target: MatrixTarget) =>
  (await ask(service, name, await inputOf(name, target), await callerOf(database, username))).status;

describeMatrix<Name>("permissions for the calls of customer management", {
  calls: Object.keys(customerManagementContracts),
  own: Object.fromEntries(Object.entries(own).map(([name, allowed]) => [name, [...allowed, 403, 403, 403]])) as never,
  withoutTarget: [
    "getGroups",
    "getSubscriptionTypes",
    "getUsers",
    "getUserGroups",
    "getUserSchoolUnits",
    "getSchoolUnits",
    "createSchoolUnit",
    "getUserPeriods",
    "getSchoolUnitPeriods",
  ],
  targetIn: (realm, code) => matrixTarget(database, realm, code, "part"),
  statusOf,
  refusals: (_, role) => [role === "super" || role === "admin" ? 404 : 403],
});

it("a list of people contains nobody of another realm", async () => {
  const { student } = await matrixTarget(database, "no", "no-1001", "part");
  const query = { filters: JSON.stringify({ ids: [student] }), calculateTotal: true };
  const found = await ask(service, "getUsers", { query }, await callerOf(database, "super.se"));
  expect(found.body).toMatchObject({ data: [], meta: { totalItems: 0 } });
});
