import { organizationEntity } from "~/services/.server/control-panel/entities";
import {
  firstByName,
  listPanelGroups,
  listPanelOrganizations,
  listPanelPeople,
} from "~/services/.server/control-panel/panel-lists";
import { relationToOrganization, visiblePlaces } from "~/services/.server/directory/access";
import {
  authoriseAdministeredPeople,
  authoriseCaller,
  authoriseGroupsOf,
  authoriseOrganization,
  authoriseOrganizations,
  authorisePeopleOf,
  type OrganizationProof,
} from "~/services/.server/directory/authorisation";
import { readListParameters } from "~/services/.server/directory/lists/list-query";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { peopleSortColumns } from "~/services/.server/directory/lists/people-query";
import { findPositions } from "~/services/.server/directory/organizations/organizations-store";
import { mayOnOrganization } from "~/services/.server/directory/permissions";
import { organizationTypes, type PersonType } from "~/services/.server/directory/rules";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { organizationFieldNames } from "~/services/contracts/organization-field-table";
import {
  organizationPageContracts as contracts,
  type OrganizationDetails,
  type OrganizationFieldsRead,
} from "~/services/contracts/pages/organization-page";
import { cachedRows } from "./cached-rows";
import type { PageDeps } from "./page-deps";

/** Page reads of one organisation. */
export function createOrganizationPage(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getOrganizationForm: endpoint({
      contract: contracts.getOrganizationForm,
      authorise: ({ params }, caller) => authoriseOrganization(authoriseCaller(deps, caller), params.id, null),
      async handle(_, { access, organization }) {
        const fields = fieldsOf(organizationEntity(access, organization).attributes);
        return { status: 200, body: { data: { fields, version: organization.version } } };
      },
    }),

    getOrganizationPage: endpoint({
      contract: contracts.getOrganizationPage,
      authorise: ({ params }, caller) => authoriseOrganization(authoriseCaller(deps, caller), params.id, null),
      async handle({ query: { above = "", person = "", isFresh } }, proof) {
        const { access, organization, relation } = proof;
        const { attributes, actions } = organizationEntity(access, organization);
        const mayChangeParent = attributes.parent.editable === 2;
        const mayAddPeople =
          mayOnOrganization(relation, "CreateUser") && mayOnOrganization(relation, "EditOrganization");
        const [counts, below, mayOpenParent, foundParents, foundPeople] = await Promise.all([
          readCounts(proof),
          readBelow(deps, proof, isFresh !== undefined),
          mayOpen(proof, organization.parent),
          above && mayChangeParent ? findParents(proof, above) : null,
          person && mayAddPeople ? findNewcomers(proof, person) : null,
        ]);
        const { uid: id, name, type, status, parent, version } = organization;
        const data = {
          ...{ id, name, type, status, parent, version, mayChangeParent, mayOpenParent, mayAddPeople },
          ...{ counts, below, foundParents, foundPeople },
          actions: actions.flatMap((action) => (action.active ? [action.id] : [])),
          fields: fieldsOf(attributes),
        };
        return { status: 200, body: { data } };
      },
    }),
  };
}

function fieldsOf(attributes: OrganizationEntity["attributes"]): OrganizationFieldsRead {
  return Object.fromEntries(
    organizationFieldNames
      .filter((name) => attributes[name].viewable === 2)
      .map((name) => [name, { value: attributes[name].value, isEditable: attributes[name].editable === 2 }]),
  );
}

const peopleCounted: Array<[list: "students" | "guardians" | "employees", type: PersonType]> = [
  ["students", "student"],
  ["guardians", "guardian"],
  ["employees", "employee"],
];

/** The sizes of the lists that the caller may open. */
async function readCounts({
  database,
  access,
  organization,
  relation,
  ...proof
}: OrganizationProof): Promise<OrganizationDetails["counts"]> {
  const query = { pageNumber: 1, pageSize: 1, calculateTotal: false };
  const counted = peopleCounted.filter(([list]) =>
    mayOnOrganization(relation, list === "employees" ? "ListEmployees" : "ListUsers"),
  );
  const counts = counted.map(async ([list, type]) => {
    const { total } = await listPanelPeople(
      { database, access },
      authorisePeopleOf(access, organization, [type], undefined),
      query,
    );
    return { list, ...sizeOf(total) };
  });
  const countGroups = async () => {
    const { scope } = authoriseGroupsOf({ ...proof, database, access }, organization, undefined);
    const { total } = await listPanelGroups({ database, access }, scope, query);
    return { list: "groups" as const, ...sizeOf(total) };
  };
  return Promise.all([...counts, ...(mayOnOrganization(relation, "ListGroups") ? [countGroups()] : [])]);
}

function sizeOf(total: { totalCount: number; more: boolean } | null) {
  return { total: total?.totalCount ?? 0, hasMore: total?.more ?? false };
}

const maxBelow = 100;

/** The organisations directly below. */
function readBelow(deps: PageDeps, proof: OrganizationProof, isFresh: boolean): Promise<OrganizationDetails["below"]> {
  const { database, access, organization, relation } = proof;
  return cachedRows(deps.displayCache, access, {
    list: "schoolSubSchool",
    key: ["below", organization.uid],
    seesEverybody: mayOnOrganization(relation, "AddGroupMember"),
    isFresh,
    async read() {
      const { scope } = authoriseOrganizations(proof, JSON.stringify({ parent: organization.uid }));
      const { organizations, nextCursor } = await listPanelOrganizations(
        { database, access },
        scope,
        firstByName(maxBelow),
      );
      const named = organizations.map(({ uid: id, name, type }) => ({ id, name, type }));
      return { organizations: named, hasMore: nextCursor !== null };
    },
    count: ({ organizations }) => organizations.length,
  });
}

async function mayOpen({ database, access }: OrganizationProof, parent: { id: string } | null): Promise<boolean> {
  if (!parent) return false;
  const [position] = await findPositions(database, access.realm, [parent.id]);
  return position !== undefined && relationToOrganization(access, position) !== "none";
}

const maxFound = 10;

/** Possible parents: an organisation cannot belong to itself or to its descendants. */
async function findParents(proof: OrganizationProof, q: string): Promise<OrganizationDetails["foundParents"]> {
  const { database, access, organization } = proof;
  const type = organizationTypes.filter((each) => each !== "consumer");
  const { scope } = authoriseOrganizations(proof, JSON.stringify({ outside: organization.uid, type }));
  const { organizations } = await listPanelOrganizations({ database, access }, scope, firstByName(maxFound, q));
  return organizations.map(({ uid: id, name, type: found, city }) => ({ id, name, type: found, city }));
}

/** People whom the caller may add, without existing members. */
async function findNewcomers(proof: OrganizationProof, q: string): Promise<OrganizationDetails["foundPeople"]> {
  const { database, access, organization } = proof;
  // Only super users may add people of equal or higher rank.
  const rank = access.isSuper ? {} : { admin: false };
  const filters = JSON.stringify({ outsideOrganization: organization.uid, exceptIds: [access.uid], ...rank });
  const query = firstByName(maxFound, q);
  const { people } = await listPeople(database, {
    ...authoriseAdministeredPeople(proof, filters).scope,
    ...readListParameters(query, peopleSortColumns(access.realm), "none"),
  });
  return people.map((found) => ({
    id: found.uid,
    name: found.name,
    username: found.username,
    organizations: visiblePlaces(access, found).map((place) => place.name),
  }));
}
