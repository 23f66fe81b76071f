import { panelPagingOf } from "~/services/.server/control-panel/list-query";
import { authoriseCaller, authoriseOrganizations } from "~/services/.server/directory/authorisation";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import {
  listOrganizations,
  organizationGroups,
  organizationSortColumns,
} from "~/services/.server/directory/lists/organizations-list";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { organizationsListContracts as contracts } from "~/services/contracts/pages/organizations-list";
import { cachedRows } from "./cached-rows";
import { listPage } from "./list-page";
import type { PageDeps } from "./page-deps";

/** The page read of the list of organisations. */
export function createOrganizationsListPage(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getOrganizationsListPage: endpoint({
      contract: contracts.getOrganizationsListPage,
      authorise: ({ query }, caller) => authoriseOrganizations(authoriseCaller(deps, caller), query.filters),
      async handle({ query: { isFresh, ...query } }, { database, access, scope }) {
        const data = await cachedRows(deps.displayCache, access, {
          list: "school",
          key: ["organizations", query],
          // The list does not depend on the caller's classes.
          seesEverybody: true,
          isFresh: isFresh !== undefined,
          async read() {
            const grouping = readGrouping(organizationGroups, query);
            const { organizations, total, nextCursor } = await listOrganizations(database, access, {
              ...scope,
              grouping,
              ...panelPagingOf(query, organizationSortColumns(access.realm)),
            });
            const rows = organizations.map(({ uid: id, name, type, status, parent, city }) => ({
              ...{ id, name, type, status },
              parent: parent?.name ?? "",
              city: city ?? "",
            }));
            return listPage(rows, total, nextCursor, grouping && { areWhole: true });
          },
          count: ({ rows }) => rows.length,
        });
        return { status: 200, body: { data } };
      },
    }),
  };
}
