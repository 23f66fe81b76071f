import {
  enterPanel,
  type OrganizationChoices,
  openedOrganization,
  organizationChoices,
  type Panel,
  type PanelOrganization,
  permitList,
  shownOrganizations,
} from "~/control-panel/frame/panel.server";
import { askedList } from "~/control-panel/lists/asked-list.server";
import { type BulkAction, bulkActionsFor } from "~/control-panel/lists/bulk-actions";
import { fetchList, type ListFailure } from "~/control-panel/lists/fetch-list.server";
import { gatherList, type ListRows, listRows, noRows } from "~/control-panel/lists/gather-list";
import { type ListState, listQuery, type ServiceQuery } from "~/control-panel/lists/list-address";
import { type ListChoices, loadChoices } from "~/control-panel/lists/saved-lists.server";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import { type ListKind, listCalls } from "./kinds";

/** What a list shows of a person, and nothing else: it is sent to the browser as it stands. */
export type PersonRow = {
  id: string;
  type: PersonEntity["type"];
  name: string;
  username: string | null;
  email: string | null;
  status: string | null;
  isShared: boolean;
  isAdmin: boolean;
  /** Names, one after the other. */
  groups: string;
  organizations: string;
};

export type PeopleListData = {
  kind: ListKind;
  state: ListState;
  choices: ListChoices;
  organization: { id: string; name: string; mayAdd: boolean; acts: BulkAction[] } | null;
  organizations: OrganizationChoices;
  list: ListRows<PersonRow>;
  /** A failed load is an empty list and this flag. docs/product/control-panel.md#states. */
  failed: ListFailure | null;
};

/** One page of a list of people. */
export async function loadPeopleList(request: Request, kind: ListKind): Promise<PeopleListData> {
  const panel = await enterPanel(request);
  const state = await askedList(request, kind);
  const [organizations, choices] = await Promise.all([
    shownOrganizations(panel, request),
    loadChoices(panel, request, kind, state),
  ]);
  const organization = await openedOrganization(panel, request, organizations, state.organization);
  const base = {
    kind,
    state,
    choices,
    organizations: organizationChoices(organizations, "ListUsers"),
    organization: organization && shownChoice(panel, organization, kind),
  };
  if (!organization) return { list: noRows, failed: null, ...base };
  const { rows, failed } = await fetchList(panel, request, {
    list: "schoolUser",
    key: [kind, organization.id, listQuery(state), state.itemsPerPage],
    fetch: () => gatherList(state, (query) => fetchPage(panel, kind, organization.id, query)),
    count: (found) => found.rows.length,
    permit: () => permitList(panel, organization.id, kind === "employees" ? "ListEmployees" : "ListUsers"),
  });
  return { list: rows ?? noRows, failed, ...base };
}

function shownChoice({ user }: Panel, { id, name, actions }: PanelOrganization, kind: ListKind) {
  const mayAdd = kind !== "users" && actions.includes("CreateUser");
  return { id, name, mayAdd, acts: bulkActionsFor(kind, { actions, isImpersonated: user.isImpersonated }) };
}

async function fetchPage(panel: Panel, kind: ListKind, id: string, query: ServiceQuery): Promise<ListRows<PersonRow>> {
  const { body } = await panel.client[listCalls[kind]]({ params: { id }, query }, panel.credentials);
  return listRows(body, rowOf);
}

function rowOf({ id, type, attributes }: PersonEntity): PersonRow {
  const places = attributes.organizations.value ?? [];
  return {
    id: id ?? "",
    type,
    name: attributes.name.value ?? "",
    username: attributes.username.value,
    email: attributes.email.value,
    status: attributes.status.value,
    isShared: attributes.shared.value ?? false,
    isAdmin: places.some((place) => place.admin),
    groups: (attributes.groups.value ?? []).map((group) => group.name).join(", "),
    organizations: places.map((place) => place.name).join(", "),
  };
}
