import { visiblePlaces } from "~/services/.server/directory/access";
import { listAudit } from "~/services/.server/directory/audit/audit-list";
import { moveBetweenGroups } from "~/services/.server/directory/groups/groups-store";
import { readAuditFilters, readPeopleFilters } from "~/services/.server/directory/lists/list-filters";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { peopleGroups, shownGroups } from "~/services/.server/directory/lists/people-grouping";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { filterReach, type PeopleQuery, peopleSortColumns } from "~/services/.server/directory/lists/people-query";
import { listMemberships, listPlaces } from "~/services/.server/directory/lists/relations-list";
import { changePerson, deletePerson, type Person } from "~/services/.server/directory/people/people-store";
import { readPlaces } from "~/services/.server/directory/people/place-rules";
import { attributeLevel } from "~/services/.server/directory/permissions";
import { reachOf } from "~/services/.server/directory/reach-query";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden, notFound, validationError } from "~/services/contracts/service-error";
import {
  type CustomerManagementDeps,
  type Entered,
  enter,
  groupFor,
  type ManagementQuery,
  organizationFor,
  personFor,
  readLogPage,
  readPaging,
  writeLog,
  writeMeta,
} from "./entrance";
import { managedUser, schoolAssociation } from "./resources";

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
  async function askThere(caller: Caller, query: ManagementQuery): Promise<Entered & { asked: PeopleQuery }> {
    const { database, access } = await enter(deps, caller);
    const filters = readPeopleFilters(query.filters);
    if (filters.status?.includes("deleted") && !access.isSuper) throw forbidden(formMessages.insufficientPermission);
    const asked = {
      realm: access.realm,
      organization: null,
      within: access.isSuper ? null : access.administers,
      reach: filterReach(filters, reachOf(access)),
      callerId: access.userId,
      filters,
      ...readPaging(query, peopleSortColumns(access.realm)),
    };
    return { database, access, asked };
  }

  /** Writes the whole list of a person's associations in the caller's reach; those elsewhere stay as they are. */
  async function writeAssociations(entered: Entered, userId: string, change: (before: Association[]) => Association[]) {
    const { database, access } = entered;
    const { person, context } = await personFor(entered, userId, "EditUserInfo");
    if (attributeLevel(context, "organizations").editable === 0) throw forbidden(formMessages.insufficientPermission);
    const wanted = change(visiblePlaces(access, person).map(schoolAssociation));
    if (wanted.some((association) => association.role !== person.type)) {
      throw validationError([{ attribute: "role", reason: formMessages.otherType }]);
    }
    const places = await readPlaces(
      database,
      access,
      context,
      wanted.map(({ schoolUid, admin, active, addToSubSchools }) => ({
        id: schoolUid,
        admin,
        active,
        addToSubSchools,
      })),
      person,
    );
    if (places.write.length + places.leave.length === 0) return;
    await changePerson(database, access, person, {
      columns: {},
      placesToWrite: places.write,
      placesToLeave: places.leave,
      attributes: ["organizations"],
      expectedVersion: null,
    });
  }

  /** Nobody moves themselves from group to group. */
  async function memberFor(entered: Entered, { id, groupId }: { id: string; groupId: string }) {
    const { person, context } = await personFor(entered, id, "EditUserInfo");
    if (context.relation === "self") throw forbidden(formMessages.insufficientPermission);
    return { person, group: await groupFor(entered, groupId, "EditGroup") };
  }

  return {
    getUsers: unprovedEndpoint({
      contract: contracts.getUsers,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, access, asked } = await askThere(caller, query);
        const grouping = readGrouping(peopleGroups, query);
        const { people, total, groups } = await listPeople(database, { ...asked, grouping });
        const meta = writeMeta(query, total, shownGroups(groups));
        return { status: 200, body: { data: people.map((person) => managedUser(access, person)), meta } };
      },
    }),
    getUser: unprovedEndpoint({
      contract: contracts.getUser,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const { person } = await personFor(entered, params.uid, "ViewUserInfo");
        return { status: 200, body: { data: managedUser(entered.access, person) } };
      },
    }),
    deleteUser: unprovedEndpoint({
      contract: contracts.deleteUser,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const { person } = await personFor(entered, params.uid, "DeleteUser");
        if (!(await deletePerson(entered.database, entered.access, person))) throw notFound();
        await deps.credentials.endSessions(entered.access.realm, person.uid);
        return { status: 204, body: undefined };
      },
    }),
    putUserSchools: unprovedEndpoint({
      contract: contracts.putUserSchools,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        await writeAssociations(await enter(deps, caller), params.id, () => body.schoolAssociations);
        return { status: 204, body: undefined };
      },
    }),
    putUserSchool: unprovedEndpoint({
      contract: contracts.putUserSchool,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const entered = await enter(deps, caller);
        const { uid: schoolUid } = await organizationFor(entered, params.schoolUid, "CreateUser");
        await writeAssociations(entered, params.userUid, (before) => [
          ...before.filter((place) => place.schoolUid !== schoolUid),
          { ...body, schoolUid },
        ]);
        return { status: 204, body: undefined };
      },
    }),
    deleteUserSchool: unprovedEndpoint({
      contract: contracts.deleteUserSchool,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const { uid: schoolUid } = await organizationFor(entered, params.schoolUid, "CreateUser");
        await writeAssociations(entered, params.userUid, (before) => {
          if (!before.some((place) => place.schoolUid === schoolUid)) throw notFound();
          return before.filter((place) => place.schoolUid !== schoolUid);
        });
        return { status: 200, body: undefined };
      },
    }),
    putUserGroup: unprovedEndpoint({
      contract: contracts.putUserGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const { person, group } = await memberFor(entered, params);
        if (!person.places.some((place) => place.id === group.organization.id)) {
          throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        }
        await moveBetweenGroups(entered.database, entered.access, person, { join: [group.id], leave: [] });
        return { status: 204, body: undefined };
      },
    }),
    deleteUserGroup: unprovedEndpoint({
      contract: contracts.deleteUserGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        const { person, group } = await memberFor(entered, params);
        await moveBetweenGroups(entered.database, entered.access, person, { join: [], leave: [group.id] });
        return { status: 204, body: undefined };
      },
    }),
    getUserAuditLogs: unprovedEndpoint({
      contract: contracts.getUserAuditLogs,
      authorise: anyCaller,
      async handle({ params, query }, caller) {
        const entered = await enter(deps, caller);
        const { person } = await personFor(entered, params.userUid, "ViewAudit");
        const log = await listAudit(entered.database, entered.access.realm, {
          of: { personUid: person.uid },
          reach: reachOf(entered.access),
          filters: readAuditFilters(query.filters),
          page: readLogPage(query),
          isCounted: query.calculateTotal,
        });
        return { status: 200, body: writeLog(query, log, { type: person.type, name: person.name }) };
      },
    }),
    getUserGroups: unprovedEndpoint({
      contract: contracts.getUserGroups,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, asked } = await askThere(caller, query);
        const { rows, total } = await listMemberships(database, asked);
        const data = rows.map((row) => ({ ...row, uid: `${row.userUid}:${row.groupUid}` }));
        return { status: 200, body: { data, meta: writeMeta(query, total) } };
      },
    }),
    getUserSchoolUnits: unprovedEndpoint({
      contract: contracts.getUserSchoolUnits,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, asked } = await askThere(caller, query);
        const { rows, total } = await listPlaces(database, asked);
        const data = rows.map(({ uid, ...row }) => ({ ...row, schoolUid: uid, uid: `${row.userUid}:${uid}` }));
        return { status: 200, body: { data, meta: writeMeta(query, total) } };
      },
    }),
  };
}
