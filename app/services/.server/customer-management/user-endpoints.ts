import { visiblePlaces } from "~/services/.server/directory/access";
import { listAudit } from "~/services/.server/directory/audit/audit-list";
import {
  authoriseAdministeredPeople,
  authoriseAdministrator,
  authoriseGroup,
  authoriseOrganization,
  authorisePerson,
  type CallerProof,
  requireEditable,
} from "~/services/.server/directory/authorisation";
import { moveBetweenGroups } from "~/services/.server/directory/groups/group-moves";
import { readAuditFilters } from "~/services/.server/directory/lists/list-filters";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { peopleGroups, shownGroups } from "~/services/.server/directory/lists/people-grouping";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { peopleSortColumns } from "~/services/.server/directory/lists/people-query";
import { listMemberships, listPlaces } from "~/services/.server/directory/lists/relations-list";
import { changePerson, type Person } from "~/services/.server/directory/people/people-store";
import { deletePerson } from "~/services/.server/directory/people/person-deletion";
import { type PlacesChange, readPlaces } from "~/services/.server/directory/people/place-rules";
import { scopeOf } from "~/services/.server/directory/scope-query";
import { countPeriods } from "~/services/.server/directory/subscriptions/period-list";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import type { CustomerManagementDeps } from "./deps";
import { type ManagementQuery, readLogPage, readPaging, writeLog, writeMeta } from "./list-query";
import { managedUser, periodCounts, schoolAssociation } from "./resources";

type UserCalls = Pick<
  CustomerManagementContracts,
  | "getUsers"
  | "getUser"
  | "deleteUser"
  | "putUserSchools"
  | "putUserSchool"
  | "deleteUserSchool"
  | "putUserGroup"
  | "deleteUserGroup"
  | "getUserAuditLogs"
  | "getUserGroups"
  | "getUserSchoolUnits"
>;

type Association = {
  schoolUid: string;
  role: Person["type"];
  admin?: boolean;
  active?: boolean;
  addToSubSchools?: boolean;
};

export function userEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<UserCalls> {
  const authoriseList = ({ query }: { query: ManagementQuery }, caller: Caller) =>
    authoriseAdministeredPeople(authoriseAdministrator(deps, caller), query.filters);

  /** The person's associations after a change, validated. `change` maps the associations in the caller's scope; others are unchanged. */
  async function authoriseAssociations(
    proof: CallerProof,
    userId: string,
    change: (before: Association[]) => Association[],
  ) {
    const { database, access } = proof;
    const { person, context } = await authorisePerson(proof, userId, "EditUserInfo");
    requireEditable(context, "organizations");
    const wanted = change(visiblePlaces(access, person).map(schoolAssociation));
    if (wanted.some((association) => association.role !== person.type)) {
      throw validationError([{ attribute: "role", reason: formMessages.otherType }]);
    }
    const organizations = wanted.map(({ schoolUid, admin, active, addToSubSchools }) => ({
      id: schoolUid,
      admin,
      active,
      addToSubSchools,
    }));
    return { ...proof, person, places: await readPlaces(database, access, context, organizations, person) };
  }

  /** `authoriseAssociations` for the association with one school. */
  async function authoriseAssociation(
    { userUid, schoolUid }: { userUid: string; schoolUid: string },
    caller: Caller,
    change: (others: Association[], own: Association | undefined, uid: string) => Association[],
  ) {
    const proof = authoriseAdministrator(deps, caller);
    const { uid } = (await authoriseOrganization(proof, schoolUid, "CreateUser")).organization;
    return authoriseAssociations(proof, userUid, (before) => {
      const others = before.filter((place) => place.schoolUid !== uid);
      return change(
        others,
        before.find((place) => place.schoolUid === uid),
        uid,
      );
    });
  }

  async function writeAssociations({
    database,
    access,
    person,
    places,
  }: CallerProof & { person: Person; places: PlacesChange }) {
    if (places.write.length + places.leave.length === 0) return;
    await changePerson(database, access, person, {
      columns: {},
      placesToWrite: places.write,
      placesToLeave: places.leave,
      attributes: ["organizations"],
      expectedVersion: null,
    });
  }

  /** Nobody may change their own group memberships. */
  async function authoriseMember(
    { id, groupId }: { id: string; groupId: string },
    action: "AddGroupMember" | "EditGroup",
    caller: Caller,
  ) {
    const proof = await authorisePerson(authoriseAdministrator(deps, caller), id, "EditUserInfo", { exceptSelf: true });
    const { group } = await authoriseGroup(proof, groupId, action);
    return { ...proof, group };
  }

  return {
    getUsers: endpoint({
      contract: contracts.getUsers,
      authorise: authoriseList,
      async handle({ query }, { database, access, scope }) {
        const { people, total, groups, nextCursor } = await listPeople(database, {
          ...scope,
          ...readPaging(query, peopleSortColumns(access.realm)),
          grouping: readGrouping(peopleGroups, query),
        });
        const meta = writeMeta(query, total, shownGroups(groups), nextCursor);
        const counts = query.includePeriodCounts
          ? await countPeriods(
              database,
              "user",
              people.map(({ id }) => id),
            )
          : null;
        const data = people.map((person) => ({ ...managedUser(access, person), ...periodCounts(counts, person.id) }));
        return { status: 200, body: { data, meta } };
      },
    }),
    getUser: endpoint({
      contract: contracts.getUser,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseAdministrator(deps, caller), params.uid, "ViewUserInfo"),
      handle: async (_, { access, person }) => ({ status: 200, body: { data: managedUser(access, person) } }),
    }),
    deleteUser: endpoint({
      contract: contracts.deleteUser,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseAdministrator(deps, caller), params.uid, "DeleteUser", { withDeleted: true }),
      async handle(_, { database, access, person }) {
        if (await deletePerson(database, access, person)) await deps.credentials.endSessions(access.realm, person.uid);
        return { status: 204, body: undefined };
      },
    }),
    putUserSchools: endpoint({
      contract: contracts.putUserSchools,
      authorise: ({ params, body }, caller) =>
        authoriseAssociations(authoriseAdministrator(deps, caller), params.id, () => body.schoolAssociations),
      async handle(_, proof) {
        await writeAssociations(proof);
        return { status: 204, body: undefined };
      },
    }),
    putUserSchool: endpoint({
      contract: contracts.putUserSchool,
      authorise: ({ params, body }, caller) =>
        authoriseAssociation(params, caller, (others, _own, schoolUid) => [...others, { ...body, schoolUid }]),
      async handle(_, proof) {
        await writeAssociations(proof);
        return { status: 204, body: undefined };
      },
    }),
    deleteUserSchool: endpoint({
      contract: contracts.deleteUserSchool,
      authorise: ({ params }, caller) => authoriseAssociation(params, caller, (others) => others),
      async handle(_, proof) {
        await writeAssociations(proof);
        return { status: 200, body: undefined };
      },
    }),
    putUserGroup: endpoint({
      contract: contracts.putUserGroup,
      authorise: ({ params }, caller) => authoriseMember(params, "AddGroupMember", caller),
      async handle(_, { database, access, person, group }) {
        if (!person.places.some((place) => place.id === group.organization.id)) {
          throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        }
        await moveBetweenGroups(database, access, person, { join: [group.id], leave: [] });
        return { status: 204, body: undefined };
      },
    }),
    deleteUserGroup: endpoint({
      contract: contracts.deleteUserGroup,
      authorise: ({ params }, caller) => authoriseMember(params, "EditGroup", caller),
      async handle(_, { database, access, person, group }) {
        await moveBetweenGroups(database, access, person, { join: [], leave: [group.id] });
        return { status: 204, body: undefined };
      },
    }),
    getUserAuditLogs: endpoint({
      contract: contracts.getUserAuditLogs,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseAdministrator(deps, caller), params.userUid, "ViewAudit"),
      async handle({ query }, { database, access, person }) {
        const log = await listAudit(database, access.realm, {
          of: { personUid: person.uid },
          filterableScope: scopeOf(access),
          filters: readAuditFilters(query.filters),
          page: readLogPage(query),
          isCounted: query.calculateTotal,
        });
        return { status: 200, body: writeLog(query, log, { type: person.type, name: person.name }) };
      },
    }),
    getUserGroups: endpoint({
      contract: contracts.getUserGroups,
      authorise: authoriseList,
      async handle({ query }, { database, access, scope }) {
        const paging = readPaging(query, peopleSortColumns(access.realm));
        const { rows, total } = await listMemberships(database, { ...scope, ...paging });
        const data = rows.map((row) => ({ ...row, uid: `${row.userUid}:${row.groupUid}` }));
        return { status: 200, body: { data, meta: writeMeta(query, total) } };
      },
    }),
    getUserSchoolUnits: endpoint({
      contract: contracts.getUserSchoolUnits,
      authorise: authoriseList,
      async handle({ query }, { database, access, scope }) {
        const paging = readPaging(query, peopleSortColumns(access.realm));
        const { rows, total } = await listPlaces(database, { ...scope, ...paging });
        const data = rows.map(({ uid, ...row }) => ({ ...row, schoolUid: uid, uid: `${row.userUid}:${uid}` }));
        return { status: 200, body: { data, meta: writeMeta(query, total) } };
      },
    }),
  };
}
