import {
  authoriseCaller,
  authoriseGroupList,
  authoriseOrganization,
  authoriseOrganizations,
  authorisePeopleList,
  mayDoToPerson,
  rememberPositions,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { listDeletedGroups, listDeletedPeople } from "~/services/.server/directory/lists/deleted-list";
import { groupGroups } from "~/services/.server/directory/lists/groups-list";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { organizationGroups } from "~/services/.server/directory/lists/organizations-list";
import { peopleGroups, shownGroups } from "~/services/.server/directory/lists/people-grouping";
import type { PersonType } from "~/services/.server/directory/rules";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { readSavedLists, savedListsValue } from "~/services/.server/saved-lists/saved-lists-store";
import type { ContractParsed } from "~/services/contracts/contract";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import type { ControlPanelDeps } from "./deps";
import { groupEntity, kindOf, organizationEntity, personEntity } from "./entities";
import { listPanelGroups, listPanelOrganizations, listPanelPeople, panelMetaOf } from "./panel-lists";

/** Endpoints for organisations and their lists. An organisation's lists include its descendants if the caller's permission does. */

type OrganizationCalls = Pick<
  ControlPanelContracts,
  | "getOrganizations"
  | "getOrganization"
  | "getStudents"
  | "getEmployees"
  | "getGuardians"
  | "getOrganizationDeleted"
  | "getOrganizationGroups"
  | "getOrganizationUsers"
>;

const peopleADeletedPage = 50;
/** No paging: a school deletes only a few groups a month. */
const maxDeletedGroups = 200;

type PeopleListInput = ContractParsed<ControlPanelContracts["getStudents"]>;
type PeopleListProof = Awaited<ReturnType<typeof authorisePeopleList>>;

export function createOrganizationEndpoints(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<OrganizationCalls> {
  /** Two queries, regardless of the number of people: the organisation's position, and the page with its count. */
  const peopleList = (types: PersonType[]) => ({
    authorise: ({ params, query }: PeopleListInput, caller: Caller) =>
      authorisePeopleList(authoriseCaller(deps, caller), params.id, types, query.filters),
    async handle({ query }: PeopleListInput, { database, access, scope }: PeopleListProof) {
      const { people, total, nextCursor, groups } = await listPanelPeople(
        { database, access },
        { ...scope, grouping: readGrouping(peopleGroups, query) },
        query,
      );
      const areVisible = people.map((person) => mayDoToPerson(access, person, "ViewUserInfo"));
      const data = people.filter((_, place) => areVisible[place]).map((person) => personEntity(access, person));
      const visibleGroups = shownGroups(groups, (place) => areVisible[place] === true);
      return { status: 200 as const, body: { data, meta: panelMetaOf(total, nextCursor, visibleGroups) } };
    },
  });

  return {
    getOrganizations: endpoint({
      contract: contracts.getOrganizations,
      authorise: ({ query }, caller) => authoriseOrganizations(authoriseCaller(deps, caller), query.filters),
      async handle({ query }, proof) {
        const { database, access, scope } = proof;
        const grouping = readGrouping(organizationGroups, query);
        const page = await listPanelOrganizations(
          { database, access },
          { ...scope, grouping, ...(query.include ? { beside: savedListsValue(access) } : {}) },
          query,
        );
        rememberPositions(proof, page.organizations);
        const data = page.organizations.map((organization) => organizationEntity(access, organization));
        const lists = query.include ? { lists: readSavedLists(page.beside) } : {};
        const meta = panelMetaOf(page.total, page.nextCursor, grouping && { areWhole: true });
        return { status: 200, body: { data, meta: { ...meta, ...lists } } };
      },
    }),

    getOrganization: endpoint({
      contract: contracts.getOrganization,
      authorise: ({ params }, caller) => authoriseOrganization(authoriseCaller(deps, caller), params.id, null),
      async handle(_, proof) {
        const { access, organization } = proof;
        rememberPositions(proof, [organization]);
        const { version } = organization;
        return { status: 200, body: { data: organizationEntity(access, organization), meta: { version } } };
      },
    }),

    getStudents: endpoint({ contract: contracts.getStudents, ...peopleList(["student"]) }),
    getEmployees: endpoint({ contract: contracts.getEmployees, ...peopleList(["employee"]) }),
    getGuardians: endpoint({ contract: contracts.getGuardians, ...peopleList(["guardian"]) }),
    getOrganizationUsers: endpoint({
      contract: contracts.getOrganizationUsers,
      ...peopleList(["student", "guardian", "employee"]),
    }),

    getOrganizationDeleted: endpoint({
      contract: contracts.getOrganizationDeleted,
      authorise: ({ params }, caller) => authoriseOrganization(authoriseCaller(deps, caller), params.id, "DeleteUser"),
      async handle({ query: { pageNumber } }, { database, access, organization }) {
        const page = { number: pageNumber, size: peopleADeletedPage };
        const [{ people, hasMore }, groups] = await Promise.all([
          listDeletedPeople(database, access, organization.id, page),
          listDeletedGroups(database, access, organization.id, maxDeletedGroups),
        ]);
        const data = {
          people: people.map(({ uid: id, type, ...person }) => ({ id, type: kindOf[type], ...person })),
          groups: groups.map(({ uid: id, ...group }) => ({ id, ...group })),
        };
        return { status: 200, body: { data, meta: { hasMorePeople: hasMore } } };
      },
    }),

    getOrganizationGroups: endpoint({
      contract: contracts.getOrganizationGroups,
      authorise: ({ params, query }, caller) =>
        authoriseGroupList(authoriseCaller(deps, caller), params.id, query.filters),
      async handle({ query }, { database, access, scope }) {
        const grouping = readGrouping(groupGroups, query);
        const page = await listPanelGroups({ database, access }, { ...scope, grouping }, query);
        const data = page.groups.map((group) => groupEntity(access, group));
        const meta = panelMetaOf(page.total, page.nextCursor, grouping && { areWhole: true });
        return { status: 200, body: { data, meta } };
      },
    }),
  };
}
