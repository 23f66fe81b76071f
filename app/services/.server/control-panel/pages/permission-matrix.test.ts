import { beforeAll } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { describeMatrix, type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import { createDisplayCache } from "~/caching/display-cache";
import type { Database } from "~/db/.server/connect";
import { panelPageContracts } from "~/services/contracts/pages/panel-pages";
import { createPanelPages } from "./panel-pages";

/** docs/security.md, line 19, for the page reads. */

type Name = keyof typeof panelPageContracts;

/** Status by role for a student, group or organisation of its own school, in the order of `matrixRoles`. */
const own: Record<Name, readonly [number, number, number, number, number]> = {
  getGroupPupilsPage: [200, 200, 200, 404, 404],
  getGroupSettingsPage: [200, 200, 200, 404, 404],
  getGroupsListPage: [200, 200, 200, 403, 403],
  getNewGroupPupilsPage: [200, 200, 403, 404, 404],
  getPanelGroup: [200, 200, 200, 404, 404],
  getOrganizationForm: [200, 200, 200, 200, 200],
  getOrganizationPage: [200, 200, 200, 200, 200],
  getOrganizationsListPage: [200, 200, 200, 200, 200],
  getOverviewPage: [200, 200, 200, 403, 403],
  getBulkQuestion: [200, 200, 200, 403, 403],
  getGroupChoices: [200, 200, 200, 403, 403],
  getNewPersonPage: [200, 200, 403, 403, 403],
  getOrganizationChoices: [200, 200, 200, 200, 200],
  getPanelFrame: [200, 200, 200, 200, 200],
  getPanelOrganization: [200, 200, 200, 200, 200],
  getPeopleListPage: [200, 200, 200, 403, 403],
  getPersonForm: [200, 200, 200, 404, 404],
  getPersonPage: [200, 200, 200, 404, 404],
  getPersonSummary: [200, 200, 200, 404, 404],
  getSearchPage: [200, 200, 200, 200, 200],
};

let database: Database;
let endpoints: ReturnType<typeof createPanelPages>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  const databases = { eu: database, us: database };
  endpoints = createPanelPages({ databases, credentials: credentialsDouble, displayCache: createDisplayCache() });
});

/** The id in the path of a page read, by the path's beginning. */
function idOf({ path }: { path: string }, target: MatrixTarget): string {
  if (path.startsWith("/pages/people/")) return target.student;
  if (path.startsWith("/pages/groups/")) return target.group;
  return target.school;
}

describeMatrix<Name>("permissions for the page reads of the control panel", {
  calls: Object.keys(panelPageContracts),
  own,
  withoutTarget: [
    "getNewPersonPage",
    "getOrganizationChoices",
    "getOrganizationsListPage",
    "getOverviewPage",
    "getPanelFrame",
    "getSearchPage",
  ],
  aboutSchool: [
    "getBulkQuestion",
    "getGroupChoices",
    "getGroupsListPage",
    "getOrganizationForm",
    "getOrganizationPage",
    "getPanelOrganization",
    "getPeopleListPage",
  ],
  targetIn: (realm, code, whose) => matrixTarget(database, realm, code, "school", whose),
  async statusOf(name, username, target) {
    const params = { id: idOf(panelPageContracts[name], target), kind: "students" };
    const query = { q: target.secret };
    const service = { name: "control-panel" as const, endpoints };
    return (await ask(service, name, { params, query }, await callerOf(database, username))).status;
  },
  refusals: () => [404],
});
