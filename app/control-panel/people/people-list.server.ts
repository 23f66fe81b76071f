import type { Backend } from "~/clients/backend";
import { type BulkAction, bulkActionsFor } from "~/control-panel/bulk/bulk-actions";
import {
  authorisePanel,
  loadPanelOrganizations,
  type OrganizationChoices,
  openedOrganization,
  organizationChoices,
  type Panel,
} from "~/control-panel/frame/panel.server";
import { collectListPages, type ListRows, noRows } from "~/control-panel/lists/collect-list-pages";
import { type ListFailure, listOrFailure } from "~/control-panel/lists/fetch-list.server";
import { requestedList } from "~/control-panel/lists/requested-list.server";
import { type ListChoices, loadColumnChoices } from "~/control-panel/lists/saved-lists.server";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import type { GroupFilters, PersonRow } from "~/services/contracts/pages/people-list-page";
import type { ListKind } from "~/services/contracts/person-kinds";
import { isForced, type ListState } from "~/shell/list-address";

export type PeopleListData = {
  kind: ListKind;
  state: ListState;
  choices: ListChoices;
  organization: { id: string; name: string; mayAdd: boolean; bulkActions: BulkAction[] } | null;
  organizations: OrganizationChoices;
  groupFilters: GroupFilters;
  mayListEmployees: boolean;
  list: ListRows<PersonRow>;
  /** Set after a failed fetch; the list is then empty. docs/product/control-panel.md#states. */
  failed: ListFailure | null;
};

/** Loads one page of a list of people. */
export async function loadPeopleList(backend: Backend, request: Request, kind: ListKind): Promise<PeopleListData> {
  const panel = await authorisePanel(backend, request);
  const state = await requestedList(request, kind);
  const [organizations, choices] = await Promise.all([
    loadPanelOrganizations(panel, request),
    loadColumnChoices(panel, request, kind, state),
  ]);
  const organization = await openedOrganization(panel, request, organizations, state.organization);
  const base = {
    kind,
    state,
    choices,
    organizations: organizationChoices(organizations, "ListUsers"),
    mayListEmployees: organization?.actions.includes("ListEmployees") ?? false,
    organization: organization && shownChoice(panel, organization, kind),
  };
  if (!organization) return { list: noRows, failed: null, groupFilters: noGroups, ...base };
  const { id } = organization;
  const isFresh = isForced(request) ? ("true" as const) : undefined;
  const { rows, failed } = await listOrFailure(panel, request, async () => {
    let filters = noGroups;
    const list = await collectListPages(state, async (query) => {
      const input = { params: { id, kind }, query: { ...query, isFresh } };
      const { data } = (await panel.client.getPeopleListPage(input, panel.credentials)).body;
      filters = data.groupFilters;
      return data.list;
    });
    return { list, groupFilters: filters };
  });
  if (rows) return { ...base, ...rows, failed };
  return { ...base, list: noRows, groupFilters: await groupFiltersAlone(panel, id, kind), failed };
}

/** The choices of the filters for a list that failed, perhaps by its filters; none if they cannot be read either. */
async function groupFiltersAlone(panel: Panel, id: string, kind: ListKind): Promise<GroupFilters> {
  const input = { params: { id, kind }, query: { pageSize: 1 } };
  try {
    return (await panel.client.getPeopleListPage(input, panel.credentials)).body.data.groupFilters;
  } catch {
    return noGroups;
  }
}

const noGroups: GroupFilters = { groups: [], years: [] };

function shownChoice({ user }: Panel, { id, name, actions }: PanelOrganization, kind: ListKind) {
  const mayAdd = kind !== "users" && actions.includes("CreateUser");
  return { id, name, mayAdd, bulkActions: bulkActionsFor(kind, { actions, isImpersonated: user.isImpersonated }) };
}
