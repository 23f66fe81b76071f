import type { Backend } from "~/clients/backend";
import { type BulkAction, bulkActionsFor } from "~/control-panel/bulk/bulk-actions";
import {
  authorisePanel,
  loadPanelOrganizations,
  type OrganizationChoices,
  openedOrganization,
  organizationChoices,
  type Panel,
  type PanelOrganization,
  permitList,
  seesEverybody,
} from "~/control-panel/frame/panel.server";
import { type ListKind, listCalls } from "~/control-panel/frame/person-kinds";
import { collectListPages, type ListRows, noRows, rowsOfList } from "~/control-panel/lists/collect-list-pages";
import { fetchList, type ListFailure } from "~/control-panel/lists/fetch-list.server";
import { requestedList } from "~/control-panel/lists/requested-list.server";
import { type ListChoices, loadColumnChoices } from "~/control-panel/lists/saved-lists.server";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import { type ListState, listQuery, type ServiceQuery } from "~/shell/list-address";

/** The fields of a person that a list shows; others are not sent to the browser. */
export type PersonRow = {
  id: string;
  type: PersonEntity["type"];
  name: string;
  username: string | null;
  email: string | null;
  status: string | null;
  isShared: boolean;
  isAdmin: boolean;
  groups: string[];
  organizations: string[];
  /** ISO 8601; null before the first sign-in, absent if the user may not view it. */
  lastSignIn?: string | null;
  hasBadge?: boolean;
  /** Actions in the row's menu. */
  actions: RowAction[];
};

const rowActions = ["password", "badge", "move", "actAs"] as const;
export type RowAction = (typeof rowActions)[number];

/** Groups and years for filter boxes; empty if the school has too many groups. */
export type GroupFilters = { groups: Array<{ id: string; name: string }>; years: number[] };

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
  const groupFilters = hasClasses(kind) ? loadGroupFilters(panel, request, organization, state) : noGroups;
  const { rows, failed } = await fetchList(panel, request, {
    list: "schoolUser",
    key: [kind, organization.id, listQuery(state), state.itemsPerPage],
    fetch: () => collectListPages(state, (query) => fetchPage(panel, kind, organization.id, query)),
    count: (list) => list.rows.length,
    seesEverybody: seesEverybody(organization),
    permit: () => permitList(panel, organization.id, kind === "employees" ? "ListEmployees" : "ListUsers"),
  });
  const { bulkActions = [] } = base.organization ?? {};
  return { list: rows ? offeredTo(bulkActions, rows) : noRows, failed, groupFilters: await groupFilters, ...base };
}

const noGroups: GroupFilters = { groups: [], years: [] };
const hasClasses = (kind: ListKind) => kind === "students" || kind === "users";

/** Maximum number of groups in a filter box; with more, users go through the list of groups. */
const groupsInBox = 100;

async function loadGroupFilters(
  panel: Panel,
  request: Request,
  organization: PanelOrganization,
  { filters }: ListState,
): Promise<GroupFilters> {
  const { id, actions } = organization;
  if (!actions.includes("ListGroups")) return noGroups;
  const query = { pageSize: groupsInBox, sortBy: "name", sortOrder: "asc" };
  const { rows } = await fetchList(panel, request, {
    list: "schoolGroup",
    isBesideList: true,
    key: [id, query],
    fetch: async () => {
      const { body } = await panel.client.getOrganizationGroups({ params: { id }, query }, panel.credentials);
      const groups = body.data.map(({ id: uid, attributes: { name, typicalSchoolEntryYear: year } }) => ({
        ...{ id: uid ?? "", name: name.value ?? "", year: year.value },
      }));
      return { groups, hasMore: body.meta.nextCursor !== null };
    },
    count: (page) => page.groups.length,
    seesEverybody: seesEverybody(organization),
    permit: () => permitList(panel, id, "ListGroups"),
  });
  if (!rows) return noGroups;
  const groups = rows.groups.map(({ id: uid, name }) => ({ id: uid, name }));
  const isChosen = ({ id: uid }: { id: string }) => uid === filters.group;
  if (rows.hasMore) return { groups: groups.filter(isChosen), years: [] };
  const years = [...new Set(rows.groups.flatMap(({ year }) => (year === null ? [] : [year])))].sort((a, b) => b - a);
  return { groups, years: years.length > 1 ? years : [] };
}

const actionOf: Record<RowAction, string> = {
  password: "EditPassword",
  badge: "EditBadge",
  move: "EditUserInfo",
  actAs: "LoginAs",
};

function shownChoice({ user }: Panel, { id, name, actions }: PanelOrganization, kind: ListKind) {
  const mayAdd = kind !== "users" && actions.includes("CreateUser");
  return { id, name, mayAdd, bulkActions: bulkActionsFor(kind, { actions, isImpersonated: user.isImpersonated }) };
}

async function fetchPage(panel: Panel, kind: ListKind, id: string, query: ServiceQuery): Promise<ListRows<PersonRow>> {
  const { body } = await panel.client[listCalls[kind]]({ params: { id }, query }, panel.credentials);
  return rowsOfList(body, personRow);
}

/** Removes "move" from the rows' actions if the organisation does not permit it: a person's own actions do not include it. */
export function offeredTo(bulkActions: readonly BulkAction[], list: ListRows<PersonRow>): ListRows<PersonRow> {
  if (bulkActions.includes("move")) return list;
  const rows = list.rows.map((row) => ({ ...row, actions: row.actions.filter((action) => action !== "move") }));
  return { ...list, rows };
}

export function personRow({ id, type, attributes, actions, signIn }: PersonEntity): PersonRow {
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
    groups: (attributes.groups.value ?? []).map((group) => group.name),
    organizations: places.map((place) => place.name),
    ...(signIn ? { lastSignIn: signIn.lastAt, hasBadge: signIn.hasBadge } : {}),
    actions: rowActions.filter((each) => {
      const isActive = (action: string) => actions.some(({ id, active }) => active && id === action);
      if (each === "password" && isActive("MailPassword")) return true;
      if (each === "password" && attributes.password.editable !== 2) return false;
      if (each === "move" && type !== "students") return false;
      return isActive(actionOf[each]);
    }),
  };
}
