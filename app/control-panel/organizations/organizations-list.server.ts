import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { collectListPages, type ListRows, noRows, rowsOfList } from "~/control-panel/lists/collect-list-pages";
import { fetchList, type ListFailure } from "~/control-panel/lists/fetch-list.server";
import { requestedList } from "~/control-panel/lists/requested-list.server";
import { type ListChoices, loadColumnChoices } from "~/control-panel/lists/saved-lists.server";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { type ListState, listQuery } from "~/shell/list-address";

/** The fields of an organisation that the list shows; others are not sent to the browser. */
export type OrganizationRow = {
  id: string;
  name: string;
  type: string;
  status: string;
  parent: string;
  city: string;
};

export type OrganizationListData = {
  state: ListState;
  choices: ListChoices;
  list: ListRows<OrganizationRow>;
  mayAdd: boolean;
  /** Deleted organisations are shown to users who may restore them. */
  maySeeDeleted: boolean;
  failed: ListFailure | null;
};

/** Organisations within the user's scope. */
export async function loadOrganizations(backend: Backend, request: Request): Promise<OrganizationListData> {
  const panel = await authorisePanel(backend, request);
  const state = await requestedList(request, "organizations");
  const { isSuperUser } = panel.user;
  const [choices, { rows, failed }] = await Promise.all([
    loadColumnChoices(panel, request, "organizations", state),
    fetchList(panel, request, {
      list: "school",
      key: ["organizations", listQuery(state), state.itemsPerPage],
      fetch: () =>
        collectListPages(state, async (query) =>
          rowsOfList((await panel.client.getOrganizations({ query }, panel.credentials)).body, rowOf),
        ),
      count: (list) => list.rows.length,
      // The list does not depend on the user's classes.
      seesEverybody: true,
      permit: ({ rows: listed }) => areInReach(panel, listed),
    }),
  ]);
  return { state, choices, list: rows ?? noRows, mayAdd: isSuperUser, maySeeDeleted: isSuperUser, failed };
}

/** Asks the service whether all rows are still within the user's scope. */
async function areInReach(panel: Panel, rows: OrganizationRow[]): Promise<boolean> {
  // The check covers one page of the service (100 rows); longer lists are fetched again.
  if (rows.length > 100) return false;
  const status = [...new Set(rows.map((row) => row.status))];
  const filters = JSON.stringify({ ids: rows.map(({ id }) => id), ...(status.includes("deleted") ? { status } : {}) });
  const { body } = await panel.client.getOrganizations({ query: { filters, pageSize: 100 } }, panel.credentials);
  return body.data.length === rows.length;
}

function rowOf({ id, attributes: { name, type, status, parent, city } }: OrganizationEntity): OrganizationRow {
  return {
    id,
    name: name.value ?? "",
    type: type.value ?? "school",
    status: status.value ?? "active",
    parent: parent.value?.name ?? "",
    city: city.value ?? "",
  };
}
