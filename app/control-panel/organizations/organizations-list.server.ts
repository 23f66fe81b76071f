import type { Backend } from "~/clients/backend";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { collectListPages, type ListRows, noRows } from "~/control-panel/lists/collect-list-pages";
import { type ListFailure, listOrFailure } from "~/control-panel/lists/fetch-list.server";
import { requestedList } from "~/control-panel/lists/requested-list.server";
import { type ListChoices, loadColumnChoices } from "~/control-panel/lists/saved-lists.server";
import type { OrganizationRow } from "~/services/contracts/pages/organizations-list-page";
import { isForced, type ListState } from "~/shell/list-address";

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
  const isFresh = isForced(request) ? ("true" as const) : undefined;
  const [choices, { rows, failed }] = await Promise.all([
    loadColumnChoices(panel, request, "organizations", state),
    listOrFailure(panel, request, () =>
      collectListPages(state, async (query) => {
        const input = { query: { ...query, isFresh } };
        return (await panel.client.getOrganizationsListPage(input, panel.credentials)).body.data;
      }),
    ),
  ]);
  return { state, choices, list: rows ?? noRows, mayAdd: isSuperUser, maySeeDeleted: isSuperUser, failed };
}
