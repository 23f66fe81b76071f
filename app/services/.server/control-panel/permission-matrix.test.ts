import { sql } from "drizzle-orm";
import { beforeAll } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { describeMatrix, type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { Database } from "~/db/.server/connect";
import { type ControlPanelContracts, controlPanelContracts } from "~/services/contracts/control-panel";
import { createControlPanelService } from "./service";

/** docs/security.md, line 19. */

type Name = keyof ControlPanelContracts;

/** Status by role for a student, group or organisation of its own school, in the order of `matrixRoles`. */
const own: Record<Name, readonly [number, number, number, number, number]> = {
  getMe: [200, 200, 200, 200, 200],
  getOrganizations: [200, 200, 200, 200, 200],
  getOrganization: [200, 200, 200, 200, 200],
  getStudents: [200, 200, 200, 403, 403],
  getEmployees: [200, 200, 403, 403, 403],
  getGuardians: [200, 200, 200, 403, 403],
  getOrganizationGroups: [200, 200, 200, 403, 403],
  getOrganizationDeleted: [200, 200, 403, 403, 403],
  getOrganizationUsers: [200, 200, 200, 403, 403],
  getGroups: [200, 200, 200, 200, 200],
  createGroup: [201, 201, 403, 403, 403],
  getGroup: [200, 200, 200, 404, 404],
  updateGroup: [200, 200, 200, 404, 404],
  getGroupUsers: [200, 200, 200, 404, 404],
  getUserGroups: [200, 200, 200, 404, 404],
  getUserGroupOptions: [200, 200, 200, 404, 404],
  renewGroupCode: [200, 200, 200, 404, 404],
  getGroupJoined: [200, 200, 200, 404, 404],
  putUserGroups: [200, 200, 200, 404, 404],
  getPersonTemplate: [200, 200, 403, 403, 403],
  getPerson: [200, 200, 200, 404, 404],
  createPerson: [201, 201, 403, 403, 403],
  updatePerson: [200, 200, 200, 404, 404],
  appointAdministrator: [200, 200, 404, 404, 404],
  resetPassword: [200, 200, 200, 404, 404],
  getRelatives: [200, 200, 200, 404, 404],
  putPupil: [204, 204, 204, 404, 404],
  deletePupil: [204, 204, 204, 404, 404],
  putGroupUser: [204, 204, 403, 404, 404],
  deleteGroupUser: [204, 204, 204, 404, 404],
  getUserSessions: [200, 200, 200, 404, 404],
  endUserSessions: [204, 204, 204, 404, 404],
  endUserSession: [204, 204, 204, 404, 404],
  issueBadge: [200, 200, 200, 404, 404],
  voidBadge: [204, 204, 204, 404, 404],
  issuePictureCode: [200, 200, 200, 404, 404],
  voidPictureCode: [204, 204, 204, 404, 404],
  deletePerson: [204, 204, 403, 404, 404],
  getPersonDeletion: [200, 200, 404, 404, 404],
  restorePerson: [200, 200, 404, 404, 404],
  restoreGroup: [200, 200, 404, 404, 404],
  deleteGroup: [204, 204, 403, 404, 404],
};

let database: Database;
let service: ReturnType<typeof createControlPanelService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  service = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: { ...credentialsDouble, endSession: async () => true },
  });
});

let made = 0;

function inputOf(name: Name, target: MatrixTarget) {
  made += 1;
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
  if (name === "appointAdministrator") {
    return {
      params: { id: target.employee },
      body: { organization: target.school, currentPassword: "the caller's own" },
    };
  }
  if (name === "putPupil" || name === "deletePupil") {
    return { params: { id: target.guardian, studentId: target.student } };
  }
  if (name === "putUserGroups") return { params: student, body: { data: [target.group] } };
  if (contract.path.startsWith("/v1/organizations/")) return { params: { id: target.school } };
  if (contract.path.startsWith("/v1/groups/")) return { params: { id: target.group, userId: target.student } };
  return { params: { ...student, sessionId: crypto.randomUUID(), organizationId: target.school } };
}

async function statusOf(name: Name, username: string, target: MatrixTarget): Promise<number> {
  if (name === "restorePerson" || name === "getPersonDeletion") {
    await database.execute(
      sql`update directory.users set status = 'deleted', deleted_at = now() where uid = ${target.student}`,
    );
  }
  if (name === "renewGroupCode") {
    await database.execute(
      sql`update directory.groups set code = upper(left(md5(uid::text), 8)) where uid = ${target.group}`,
    );
  }
  if (name === "restoreGroup") {
    await database.execute(
      sql`update directory.groups set status = 'deleted', deleted_at = now() where uid = ${target.group}`,
    );
  }
  return (await ask(service, name, inputOf(name, target), await callerOf(database, username))).status;
}

describeMatrix<Name>("permissions for the calls of the control panel", {
  calls: Object.keys(controlPanelContracts),
  own,
  withoutTarget: ["getMe", "getOrganizations", "getGroups", "getPersonTemplate"],
  aboutSchool: [
    "getOrganizationDeleted",
    "getOrganization",
    "getStudents",
    "getEmployees",
    "getGuardians",
    "getOrganizationGroups",
    "getOrganizationUsers",
    "createGroup",
    "createPerson",
  ],
  targetIn: (realm, code, whose) => matrixTarget(database, realm, code, "school", whose),
  statusOf,
  // For callers who may create entities, an organisation out of scope is an invalid value.
  refusals: (name) => (name === "createGroup" ? [400] : name === "createPerson" ? [400, 403] : [404]),
});
