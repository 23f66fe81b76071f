import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { restoreOrRead } from "~/control-panel/forms/restore-or-read.server";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { collectListPages, type ListRows, noRows } from "~/control-panel/lists/collect-list-pages";
import { fetchList, type ListFailure } from "~/control-panel/lists/fetch-list.server";
import { requestedList } from "~/control-panel/lists/requested-list.server";
import { actOnList, type ListChoices, loadColumnChoices } from "~/control-panel/lists/saved-lists.server";
import { nameParameter, readQuery } from "~/forms/read-query";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { CacheableList } from "~/services/contracts/cacheable-lists";
import type { ManagedGroup, ManagedUser, SchoolUnit } from "~/services/contracts/customer-management";
import type { ListGroups } from "~/services/contracts/list-groups";
import { isUid } from "~/services/contracts/uid";
import { type ListState, listQuery, type ServiceQuery } from "~/shell/list-address";
import { redirectWithNotice } from "~/shell/notice.server";
import { manageTabs } from "./manage-tabs";

/** /controlpanel/beta/manage: a search over the whole realm, for super users. docs/product/control-panel.md#screens. */

/** Fields shown in the tabs; others are not sent to the browser. */
type UserRow = Pick<ManagedUser, "uid" | "name" | "username" | "email" | "type" | "status" | "externalId"> & {
  isAdmin: boolean;
  /** Names, comma-separated. */
  organizations: string;
};
type UnitRow = Pick<SchoolUnit, "uid" | "name" | "type" | "status" | "city"> & { parent: string };
export type ManagedGroupRow = Pick<ManagedGroup, "uid" | "name" | "type"> & {
  organization: string;
  year: number | null;
};

export type ManageData = { state: ListState; choices: ListChoices; failed: ListFailure | null } & (
  | { tab: "users"; list: ListRows<UserRow> }
  | { tab: "organizations"; list: ListRows<UnitRow> }
  | { tab: "groups"; list: ListRows<ManagedGroupRow> }
);

export async function loadManage(backend: Backend, request: Request): Promise<ManageData> {
  const panel = await authorisePanel(backend, request);
  if (!panel.user.isSuperUser) throw new Response(null, { status: 403 });
  const parameters = new URL(request.url).searchParams;
  const tab = tabOf(parameters);
  const state = await requestedList(request, `manage-${tab}`);
  const choices = await loadColumnChoices(panel, request, `manage-${tab}`, state);
  const base = { state, choices };
  if (tab === "users") return { ...base, tab, ...(await fetchTab(panel, request, state, "user", fetchUsers)) };
  if (tab === "groups") return { ...base, tab, ...(await fetchTab(panel, request, state, "group", fetchGroups)) };
  return { ...base, tab, ...(await fetchTab(panel, request, state, "school", fetchUnits)) };
}

/** Actions of a tab's list. */
export function actOnManage(backend: Backend, request: Request) {
  return actOnList(backend, request, `manage-${tabOf(new URL(request.url).searchParams)}`);
}

/** The deleted group to restore; super users only, and the service checks again. */
export async function loadGroupRestore(backend: Backend, request: Request, id: string): Promise<{ name: string }> {
  const panel = await authorisePanel(backend, request);
  if (!panel.user.isSuperUser || !isUid(id)) throw new Response(null, { status: 404 });
  const query = { filters: JSON.stringify({ status: "deleted", ids: [id] }), pageSize: 1 };
  const { body } = await orThrowResponse(management(backend).getGroups({ query }, panel.credentials), request);
  const [group] = body.data;
  if (!group) throw new Response(null, { status: 404 });
  return { name: group.name };
}

const tabSchema = z.object({ tab: nameParameter(manageTabs) });

function tabOf(parameters: URLSearchParams): (typeof manageTabs)[number] {
  return readQuery(parameters, tabSchema).tab ?? "users";
}

type ManageQuery = ServiceQuery & { estimateTotal: true };
type FetchRows<Row> = (panel: Panel, query: ManageQuery) => Promise<ListRows<Row>>;

async function fetchTab<Row>(
  panel: Panel,
  request: Request,
  state: ListState,
  list: CacheableList,
  fetchRows: FetchRows<Row>,
): Promise<{ list: ListRows<Row>; failed: ListFailure | null }> {
  const { rows, failed } = await fetchList(panel, request, {
    list,
    key: ["manage", listQuery(state), state.itemsPerPage],
    fetch: () => collectListPages(state, (query) => fetchRows(panel, { ...query, estimateTotal: true })),
    count: (list) => list.rows.length,
    seesEverybody: true,
  });
  return { list: rows ?? noRows, failed };
}

type ManagedPage<Entity> = {
  data: Entity[];
  meta: {
    estimate?: { items: number; more: boolean } | undefined;
    nextCursor?: string | null | undefined;
    groups?: ListGroups | undefined;
  };
};

/** Converts a page of the customer-management service to rows for display; its total is exact up to 1,000. */
function managedRows<Entity, Row>({ data, meta }: ManagedPage<Entity>, rowOf: (entity: Entity) => Row): ListRows<Row> {
  const { estimate, nextCursor = null, groups = null } = meta;
  const total = { total: estimate?.items ?? null, hasMore: estimate?.more ?? false };
  return { rows: data.map(rowOf), ...total, hasNext: nextCursor !== null, nextCursor, groups };
}

const management = (backend: Backend) => backend.clients.customerManagement;

const fetchUsers: FetchRows<UserRow> = async ({ backend, credentials }, query) => {
  const { body } = await management(backend).getUsers({ query }, credentials);
  return managedRows(
    body,
    ({ uid, name, username, email, type, status, externalId, adminRights, schoolAssociations }) => ({
      ...{ uid, name, username, email, type, status, externalId, isAdmin: adminRights },
      organizations: schoolAssociations.map((place) => place.name).join(", "),
    }),
  );
};

const fetchUnits: FetchRows<UnitRow> = async ({ backend, credentials }, query) => {
  const { body } = await management(backend).getSchoolUnits({ query }, credentials);
  return managedRows(body, ({ uid, name, type, status, city, parent }) => ({
    ...{ uid, name, type, status, city, parent: parent?.name ?? "" },
  }));
};

const fetchGroups: FetchRows<ManagedGroupRow> = async ({ backend, credentials }, query) => {
  const { body } = await management(backend).getGroups({ query: { ...query, include: "schoolUnit" } }, credentials);
  return managedRows(body, ({ uid, name, type, schoolUnit, typicalSchoolEntryYear }) => ({
    ...{ uid, name, type, organization: schoolUnit?.name ?? "", year: typicalSchoolEntryYear },
  }));
};

/** Restores a deleted group; the service permits super users only. */
export async function submitGroupRestoration(backend: Backend, request: Request, id: string): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const input = { params: { id } };
  const read = () => panel.client.getPanelGroup(input, panel.credentials);
  try {
    const { body } = await restoreOrRead(() => panel.client.restoreGroup(input, panel.credentials).then(read), read);
    const t = await getTranslator(request, "control-panel");
    const { name } = body.data;
    return await redirectWithNotice(`/controlpanel/groups/${id}`, "success", t("restore.done", { name }));
  } catch (error) {
    return redirectWithError(backend, error, request, `/controlpanel/groups/${id}/restore`);
  }
}
