import {
  type OrganizationPosition,
  permissionContextOf,
  relationToOrganization,
} from "~/services/.server/directory/access";
import { groupGroups, groupSortColumns, listGroups } from "~/services/.server/directory/groups/groups-store";
import { askAtPosition, rememberPositions } from "~/services/.server/directory/lists/known-positions";
import { readGroupFilters, readOrganizationFilters } from "~/services/.server/directory/lists/list-filters";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { peopleGroups, shownGroups } from "~/services/.server/directory/lists/people-grouping";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { peopleSortColumns } from "~/services/.server/directory/lists/people-query";
import {
  findOrganization,
  listOrganizations,
  organizationGroups,
  organizationSortColumns,
} from "~/services/.server/directory/organizations/organizations-store";
import { readPeopleReach } from "~/services/.server/directory/people-reach";
import { mayOnOrganization, mayOnPerson } from "~/services/.server/directory/permissions";
import type { PersonType } from "~/services/.server/directory/rules";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import { readSavedLists, savedListsValue } from "~/services/.server/saved-lists/saved-lists-store";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden, notFound } from "~/services/contracts/service-error";
import { type ControlPanelDeps, enter, readUid } from "./deps";
import { groupEntity, organizationEntity, personEntity } from "./entities";
import { type ListAsked, readPaging, writeMeta } from "./list-query";

/** Organisations and their lists. An organisation's lists hold what is below it too, for those whose right reaches there. */

type OrganizationCalls = Pick<
  ControlPanelContracts,
  | "getOrganizations"
  | "getOrganization"
  | "getStudents"
  | "getEmployees"
  | "getGuardians"
  | "getOrganizationGroups"
  | "getOrganizationUsers"
>;

export function createOrganizationEndpoints(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<OrganizationCalls> {
  /** Two queries, whatever the number of people: where, and the page with its count. */
  async function listThere(caller: Caller, id: string, query: ListAsked, types: PersonType[]) {
    const { database } = enter(deps, caller);
    const listed = await askAtPosition(database, caller, readUid(id), (organization) =>
      listAt(caller, organization, query, types),
    );
    if (!listed) throw notFound();
    return listed;
  }

  async function listAt(caller: Caller, organization: OrganizationPosition, query: ListAsked, types: PersonType[]) {
    const { database, access } = enter(deps, caller);
    const relation = relationToOrganization(access, organization);
    if (relation === "none") throw notFound();
    const { people, total, nextCursor, groups } = await listPeople(database, {
      ...readPeopleReach(access, organization, relation, types, query.filters),
      grouping: readGrouping(peopleGroups, query),
      ...readPaging(query, peopleSortColumns(access.realm)),
    });
    const data = people
      .filter((person) => mayOnPerson(permissionContextOf(access, person), "ViewUserInfo"))
      .map((person) => personEntity(access, person));
    return { status: 200 as const, body: { data, meta: writeMeta(total, nextCursor, shownGroups(groups, data)) } };
  }

  return {
    getOrganizations: unprovedEndpoint({
      contract: contracts.getOrganizations,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, access } = enter(deps, caller);
        const filters = readOrganizationFilters(query.filters);
        if (filters.status?.includes("deleted") && !access.isSuper)
          throw forbidden(formMessages.insufficientPermission);
        const grouping = readGrouping(organizationGroups, query);
        const found = await listOrganizations(database, access, {
          filters,
          grouping,
          ...readPaging(query, organizationSortColumns),
          ...(query.include ? { beside: savedListsValue(access) } : {}),
        });
        rememberPositions(caller, found.organizations);
        const data = found.organizations.map((organization) => organizationEntity(access, organization));
        const lists = query.include ? { lists: readSavedLists(found.beside) } : {};
        const meta = writeMeta(found.total, found.nextCursor, grouping && { areWhole: true });
        return { status: 200, body: { data, meta: { ...meta, ...lists } } };
      },
    }),

    getOrganization: unprovedEndpoint({
      contract: contracts.getOrganization,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access } = enter(deps, caller);
        const organization = await findOrganization(database, access.realm, readUid(params.id));
        if (!organization || relationToOrganization(access, organization) === "none") throw notFound();
        rememberPositions(caller, [organization]);
        const { version } = organization;
        return { status: 200, body: { data: organizationEntity(access, organization), meta: { version } } };
      },
    }),

    getStudents: unprovedEndpoint({
      contract: contracts.getStudents,
      authorise: anyCaller,
      handle: ({ params, query }, caller) => listThere(caller, params.id, query, ["student"]),
    }),
    getEmployees: unprovedEndpoint({
      contract: contracts.getEmployees,
      authorise: anyCaller,
      handle: ({ params, query }, caller) => listThere(caller, params.id, query, ["employee"]),
    }),
    getGuardians: unprovedEndpoint({
      contract: contracts.getGuardians,
      authorise: anyCaller,
      handle: ({ params, query }, caller) => listThere(caller, params.id, query, ["guardian"]),
    }),

    getOrganizationGroups: unprovedEndpoint({
      contract: contracts.getOrganizationGroups,
      authorise: anyCaller,
      async handle({ params, query }, caller) {
        const { database, access } = enter(deps, caller);
        const grouping = readGrouping(groupGroups, query);
        const found = await askAtPosition(database, caller, readUid(params.id), async (organization) => {
          const relation = relationToOrganization(access, organization);
          if (relation === "none") throw notFound();
          if (!mayOnOrganization(relation, "ListGroups")) throw forbidden(formMessages.insufficientPermission);
          return listGroups(database, access, {
            organization: { id: organization.id, withBelow: true },
            filters: readGroupFilters(query.filters),
            grouping,
            ...readPaging(query, groupSortColumns),
          });
        });
        if (!found) throw notFound();
        const data = found.groups.map((group) => groupEntity(access, group));
        const meta = writeMeta(found.total, found.nextCursor, grouping && { areWhole: true });
        return { status: 200, body: { data, meta } };
      },
    }),

    getOrganizationUsers: unprovedEndpoint({
      contract: contracts.getOrganizationUsers,
      authorise: anyCaller,
      handle: ({ params, query }, caller) => listThere(caller, params.id, query, ["student", "guardian", "employee"]),
    }),
  };
}
