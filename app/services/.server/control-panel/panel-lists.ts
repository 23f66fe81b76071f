import type { z } from "zod";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { type GroupsQuery, groupSortColumns, listGroups } from "~/services/.server/directory/lists/groups-list";
import type { SortColumns, Total } from "~/services/.server/directory/lists/list-page";
import { type ListPaging, readListParameters } from "~/services/.server/directory/lists/list-query";
import {
  listOrganizations,
  type OrganizationsQuery,
  organizationSortColumns,
} from "~/services/.server/directory/lists/organizations-list";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { type PeopleQuery, peopleSortColumns } from "~/services/.server/directory/lists/people-query";
import type { ListMeta, listQuerySchema } from "~/services/contracts/control-panel";
import type { ListGroups } from "~/services/contracts/list-groups";

/** The directory's lists by the parameters of the control panel's lists. */

type ListCaller = { database: Database; access: Access };
type PanelQuery = z.output<typeof listQuerySchema>;

/** Totals are capped at 1,000 unless an exact one is requested. */
function pagingOf(query: PanelQuery, columns: SortColumns): ListPaging {
  return readListParameters(query, columns, "capped");
}

/** @throws ServiceError 400 for fields that the list cannot be sorted by */
export function listPanelPeople(
  { database, access }: ListCaller,
  scope: Omit<PeopleQuery, keyof ListPaging>,
  query: PanelQuery,
) {
  return listPeople(database, { ...scope, ...pagingOf(query, peopleSortColumns(access.realm)) });
}

/** @throws ServiceError 400 for fields that the list cannot be sorted by */
export function listPanelGroups(
  { database, access }: ListCaller,
  scope: Omit<GroupsQuery, keyof ListPaging>,
  query: PanelQuery,
) {
  return listGroups(database, access, { ...scope, ...pagingOf(query, groupSortColumns(access.realm)) });
}

/** @throws ServiceError 400 for fields that the list cannot be sorted by */
export function listPanelOrganizations(
  { database, access }: ListCaller,
  scope: Omit<OrganizationsQuery, keyof ListPaging>,
  query: PanelQuery,
) {
  return listOrganizations(database, access, { ...scope, ...pagingOf(query, organizationSortColumns(access.realm)) });
}

/** Parameters for the first rows by name, without a count. */
export function firstByName(pageSize: number, q?: string): PanelQuery {
  return {
    pageNumber: 1,
    pageSize,
    sortBy: "name",
    sortOrder: "asc",
    calculateTotal: false,
    q: q?.trim() || undefined,
  };
}

export function panelMetaOf(total: Total, nextCursor: string | null, groups: ListGroups | null = null): ListMeta {
  const counted = { totalCount: total?.totalCount ?? 0, ...(total?.more ? { more: true } : {}) };
  return { ...counted, nextCursor, ...(groups ? { groups } : {}) };
}
