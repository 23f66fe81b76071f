import { firstByName, listPanelGroups, listPanelOrganizations } from "~/services/.server/control-panel/panel-lists";
import {
  authoriseCaller,
  authoriseGroupList,
  authoriseOrganizations,
  type CallerProof,
} from "~/services/.server/directory/authorisation";
import type { Organization } from "~/services/.server/directory/organizations/organizations-store";
import { organizationTypes } from "~/services/.server/directory/rules";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import {
  organizationChoiceContracts as contracts,
  type OrganizationChoice,
} from "~/services/contracts/pages/organization-choices";
import { isUid } from "~/services/contracts/uid";
import type { PageDeps } from "./page-deps";

/** Maximum number of choices; users find the others by name, since there may be thousands of schools. */
export const maxChoices = 20;

/** The same for the schools below an organisation, which a page lists with a field for each. */
const maxBelow = 100;

/** Page reads of the choices of forms: organisations and groups, searched by name. */
export function createOrganizationChoices(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getOrganizationChoices: endpoint({
      contract: contracts.getOrganizationChoices,
      authorise: (_, caller) => authoriseCaller(deps, caller),
      async handle({ query: { q, areParents, below, ids } }, proof) {
        const filters = { ...(areParents ? { type: parentTypes } : {}), ...(below ? { below } : {}) };
        const { organizations, hasMore } = ids
          ? { organizations: await findAdministered(proof, ids), hasMore: false }
          : await searchAdministered(proof, q, filters, below ? maxBelow : maxChoices);
        return { status: 200, body: { data: { organizations: organizations.map(organizationChoice), hasMore } } };
      },
    }),

    getGroupChoices: endpoint({
      contract: contracts.getGroupChoices,
      authorise: ({ params: { id }, query: { except } }, caller) => {
        const filters = JSON.stringify({ organization: id, ...(except ? { exceptIds: [except] } : {}) });
        return authoriseGroupList(authoriseCaller(deps, caller), id, filters);
      },
      async handle({ query: { q } }, { database, access, scope }) {
        const { groups, nextCursor } = await listPanelGroups({ database, access }, scope, firstByName(maxChoices, q));
        const named = groups.map(({ uid: id, name }) => ({ id, name }));
        return { status: 200, body: { data: { groups: named, hasMore: nextCursor !== null } } };
      },
    }),
  };
}

/** Types that may be a parent; organisations for families have no children. */
const parentTypes = organizationTypes.filter((type) => type !== "consumer");

/**
 * Organisations that the caller administers, searched by part of the name; without a search term the first by name.
 * @param filters further filters of the list
 */
export async function searchAdministered(
  proof: CallerProof,
  q: string,
  filters: object,
  pageSize: number,
): Promise<{ organizations: Organization[]; hasMore: boolean }> {
  const { database, access } = proof;
  const { scope } = authoriseOrganizations(proof, JSON.stringify({ administered: true, ...filters }));
  const { organizations, nextCursor } = await listPanelOrganizations(
    { database, access },
    scope,
    firstByName(pageSize, q),
  );
  return { organizations, hasMore: nextCursor !== null };
}

const mostChosen = 100;

/** Those of the organisations that the caller administers; ids that are none are skipped. */
export async function findAdministered(proof: CallerProof, ids: readonly string[]): Promise<Organization[]> {
  const { database, access } = proof;
  const known = ids.filter(isUid).slice(0, mostChosen);
  if (known.length === 0) return [];
  const { scope } = authoriseOrganizations(proof, JSON.stringify({ administered: true, ids: known }));
  const query = { pageNumber: 1, pageSize: mostChosen, calculateTotal: false };
  return (await listPanelOrganizations({ database, access }, scope, query)).organizations;
}

export function organizationChoice({ uid: id, name, type, city }: Organization): OrganizationChoice {
  return { id, name, type, city };
}
