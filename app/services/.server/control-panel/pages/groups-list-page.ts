import { listPanelGroups } from "~/services/.server/control-panel/panel-lists";
import { authoriseCaller, authoriseGroupList } from "~/services/.server/directory/authorisation";
import { groupGroups } from "~/services/.server/directory/lists/groups-list";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { mayOnOrganization } from "~/services/.server/directory/permissions";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { groupsListContracts as contracts } from "~/services/contracts/pages/groups-list-page";
import { cachedRows } from "./cached-rows";
import { listPage } from "./list-page";
import type { PageDeps } from "./page-deps";

/** The page read of the list of groups. */
export function createGroupsListPage(deps: PageDeps): Endpoints<typeof contracts> {
  return {
    getGroupsListPage: endpoint({
      contract: contracts.getGroupsListPage,
      authorise: ({ params, query }, caller) =>
        authoriseGroupList(authoriseCaller(deps, caller), params.id, query.filters),
      async handle({ params: { id }, query: { isFresh, ...query } }, { database, access, relation, scope }) {
        const data = await cachedRows(deps.displayCache, access, {
          list: "schoolGroup",
          key: ["groups", id, query],
          seesEverybody: mayOnOrganization(relation, "AddGroupMember"),
          isFresh: isFresh !== undefined,
          async read() {
            const grouping = readGrouping(groupGroups, query);
            const { groups, total, nextCursor } = await listPanelGroups(
              { database, access },
              { ...scope, grouping },
              query,
            );
            const rows = groups.map(({ uid, name, studentCount, typicalSchoolEntryYear, organization }) => ({
              id: uid,
              name,
              students: studentCount,
              year: typicalSchoolEntryYear,
              organization: organization.name,
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
