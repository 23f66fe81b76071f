import { listPanelOrganizations } from "~/services/.server/control-panel/panel-lists";
import { authoriseCaller, authoriseOrganizations, type CallerProof } from "~/services/.server/directory/authorisation";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { listOrganizations, organizationGroups } from "~/services/.server/directory/lists/organizations-list";
import type { Organization } from "~/services/.server/directory/organizations/organizations-store";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import {
  organizationsListContracts as contracts,
  type OrganizationRow,
} from "~/services/contracts/pages/organizations-list-page";
import { cachedRows } from "./cached-rows";
import { listPage } from "./list-page";
import type { PageDeps } from "./page-deps";

/** The page read of the list of organisations. */
export function createOrganizationsListPage(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getOrganizationsListPage: endpoint({
      contract: contracts.getOrganizationsListPage,
      authorise: ({ query }, caller) => authoriseOrganizations(authoriseCaller(deps, caller), query.filters),
      async handle({ query: { isFresh, ...query } }, proof) {
        const { database, access, scope } = proof;
        let isRead = false;
        const rowsOf = (isForced: boolean) =>
          cachedRows(deps.displayCache, access, {
            list: "school",
            key: ["organizations", query],
            // The list does not depend on the caller's classes.
            seesEverybody: true,
            isFresh: isForced,
            async read() {
              isRead = true;
              const grouping = readGrouping(organizationGroups, query);
              const { organizations, total, nextCursor } = await listPanelOrganizations(
                { database, access },
                { ...scope, grouping },
                query,
              );
              const rows = organizations.map(organizationRow);
              return listPage(rows, total, nextCursor, grouping && { areWhole: true });
            },
            count: ({ rows }) => rows.length,
          });
        const found = await rowsOf(isFresh !== undefined);
        const data = isRead || (await areInScope(proof, found.rows)) ? found : await rowsOf(true);
        return { status: 200, body: { data } };
      },
    }),
  };
}

function organizationRow({ uid: id, name, type, status, parent, city }: Organization): OrganizationRow {
  return { id, name, type, status, parent: parent?.name ?? "", city: city ?? "" };
}

/**
 * Whether all rows of the cache are still in the caller's scope: unlike the other lists, this one is not of an organisation for which the
 * right has just been proved, and an organisation may have been moved.
 */
async function areInScope(proof: CallerProof, rows: readonly OrganizationRow[]): Promise<boolean> {
  const { database, access } = proof;
  const status = [...new Set(rows.map((row) => row.status))];
  const filters = { ids: rows.map(({ id }) => id), ...(status.includes("deleted") ? { status } : {}) };
  const { organizations } = await listOrganizations(database, access, {
    ...authoriseOrganizations(proof, JSON.stringify(filters)).scope,
    sorts: [{ by: "id", order: "asc" }],
    page: { number: 1, size: rows.length, cursor: null },
    count: "none",
  });
  return organizations.length === rows.length;
}
