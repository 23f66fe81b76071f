import { getWiring } from "~/clients/wiring.server";
import { enterPanel, type Panel } from "~/control-panel/frame/panel.server";
import { askedList } from "~/control-panel/lists/asked-list.server";
import type { CacheableList } from "~/control-panel/lists/cacheable-lists";
import { fetchList, type ListFailure } from "~/control-panel/lists/fetch-list.server";
import { gatherList, type ListRows, noRows } from "~/control-panel/lists/gather-list";
import { type ListState, listQuery, type ServiceQuery } from "~/control-panel/lists/list-address";
import { actOnList, type ListChoices, loadChoices } from "~/control-panel/lists/saved-lists.server";
import { orRefuse, sayRefused } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { ManagedGroup, ManagedUser, SchoolUnit } from "~/services/contracts/customer-management";
import { isUid } from "~/services/contracts/uid";
import { redirectWithNotice } from "~/shell/notice.server";
import { manageTabs } from "./manage-tabs";

/** /controlpanel/beta/manage: a search over the whole realm, for super users. docs/product/control-panel.md#screens. */

/** What the tabs show of a person, an organisation, a group, and nothing else. */
export type UserRow = Pick<ManagedUser, "uid" | "name" | "username" | "email" | "type" | "status" | "externalId"> & {
  isAdmin: boolean;
  /** Names, one after the other. */
  organizations: string;
};
export type UnitRow = Pick<SchoolUnit, "uid" | "name" | "type" | "status" | "city"> & { parent: string };
export type GroupRow = Pick<ManagedGroup, "uid" | "name" | "type"> & { organization: string; year: number | null };

export type ManageData = { state: ListState; choices: ListChoices; failed: ListFailure | null } & (
  | { tab: "users"; list: ListRows<UserRow> }
  | { tab: "organizations"; list: ListRows<UnitRow> }
  | { tab: "groups"; list: ListRows<GroupRow> }
);

export async function loadManage(request: Request): Promise<ManageData> {
  const panel = await enterPanel(request);
  if (!panel.user.isSuperUser) throw new Response(null, { status: 403 });
  const parameters = new URL(request.url).searchParams;
  const tab = tabOf(parameters);
  const state = await askedList(request, `manage-${tab}`);
  const choices = await loadChoices(panel, request, `manage-${tab}`, state);
  const base = { state, choices };
  if (tab === "users") return { ...base, tab, ...(await fetchTab(panel, request, state, "user", askUsers)) };
  if (tab === "groups") return { ...base, tab, ...(await fetchTab(panel, request, state, "group", askGroups)) };
  return { ...base, tab, ...(await fetchTab(panel, request, state, "school", askUnits)) };
}

/** The forms of a tab's list. */
export function actOnManage(request: Request) {
  return actOnList(request, `manage-${tabOf(new URL(request.url).searchParams)}`);
}

/** The deleted group that is asked about; for super users alone, and the service decides again. */
export async function loadGroupRestore(request: Request, id: string): Promise<{ name: string }> {
  const panel = await enterPanel(request);
  if (!panel.user.isSuperUser || !isUid(id)) throw new Response(null, { status: 404 });
  const query = { filters: JSON.stringify({ status: "deleted", ids: [id] }), pageSize: 1 };
  const { body } = await orRefuse(management().getGroups({ query }, panel.credentials), request);
  const [found] = body.data;
  if (!found) throw new Response(null, { status: 404 });
  return { name: found.name };
}

function tabOf(parameters: URLSearchParams): (typeof manageTabs)[number] {
  return manageTabs.find((name) => name === parameters.get("tab")) ?? "users";
}

type Asked<Row> = Pick<ListRows<Row>, "rows" | "groups">;
type Ask<Row> = (query: Omit<ServiceQuery, "cursor">, credentials: Panel["credentials"]) => Promise<Asked<Row>>;

async function fetchTab<Row>(
  panel: Panel,
  request: Request,
  state: ListState,
  list: CacheableList,
  ask: Ask<Row>,
): Promise<{ list: ListRows<Row>; failed: ListFailure | null }> {
  const { rows, failed } = await fetchList(panel, request, {
    list,
    key: ["manage", listQuery(state), state.itemsPerPage],
    fetch: () =>
      gatherList(state, async ({ cursor: _, ...query }) => {
        const found = await ask(query, panel.credentials);
        // The service counts only when it is asked to, and nobody waits for that here.
        return { ...noRows, ...found, total: null, hasNext: found.rows.length === query.pageSize };
      }),
    count: (found) => found.rows.length,
  });
  return { list: rows ?? noRows, failed };
}

const management = () => getWiring().clients.customerManagement;

const askUsers: Ask<UserRow> = async (query, credentials) => {
  const { body } = await management().getUsers({ query }, credentials);
  return {
    groups: body.meta.groups,
    rows: body.data.map(
      ({ uid, name, username, email, type, status, externalId, adminRights, schoolAssociations }) => ({
        ...{ uid, name, username, email, type, status, externalId, isAdmin: adminRights },
        organizations: schoolAssociations.map((place) => place.name).join(", "),
      }),
    ),
  };
};

const askUnits: Ask<UnitRow> = async (query, credentials) => {
  const { body } = await management().getSchoolUnits({ query }, credentials);
  return {
    groups: body.meta.groups,
    rows: body.data.map(({ uid, name, type, status, city, parent }) => ({
      ...{ uid, name, type, status, city, parent: parent?.name ?? "" },
    })),
  };
};

const askGroups: Ask<GroupRow> = async (query, credentials) => {
  const { body } = await management().getGroups({ query: { ...query, include: "schoolUnit" } }, credentials);
  return {
    groups: body.meta.groups,
    rows: body.data.map(({ uid, name, type, schoolUnit, typicalSchoolEntryYear }) => ({
      ...{ uid, name, type, organization: schoolUnit?.name ?? "", year: typicalSchoolEntryYear },
    })),
  };
};

/** Brings a deleted group back; the service lets super users alone. */
export async function restoreGroup(request: Request, id: string): Promise<Response> {
  const panel = await enterPanel(request);
  try {
    const { body } = await panel.client.restoreGroup({ params: { id } }, panel.credentials);
    const t = await getTranslator(request, "control-panel");
    const name = body.data.attributes.name.value;
    return await redirectWithNotice(`/controlpanel/groups/${id}`, "success", t("restore.done", { name }));
  } catch (error) {
    return sayRefused(error, request, `/controlpanel/groups/${id}/restore`);
  }
}
