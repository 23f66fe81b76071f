import { getWiring } from "~/clients/wiring.server";
import { getTranslator } from "~/i18n.server";
import type { PersonKind } from "~/services/contracts/control-panel";
import type { ManagedGroup, ManagedUser, SchoolUnit } from "~/services/contracts/customer-management";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { type ListState, listQuery, readListState } from "../lists/list-address";
import { enterPanel } from "../panel.server";
import { isUuid } from "../people/kinds";
import { orRefuse, refusalOf, sayRefused } from "../service-answers.server";
import { manageTabs } from "./manage-tabs";

/** /controlpanel/beta/manage: a search over the whole realm, for super users. Spec 3, section 2. */

export type ManageData = { state: ListState; hasNext: boolean; total: number | null; failed: boolean } & (
  | { tab: "users"; rows: ManagedUser[] }
  | { tab: "organizations"; rows: SchoolUnit[] }
  | { tab: "groups"; rows: ManagedGroup[] }
);

export async function loadManage(request: Request): Promise<ManageData> {
  const panel = await enterPanel(request);
  if (!panel.user.isSuperUser) throw new Response(null, { status: 403 });
  const parameters = new URL(request.url).searchParams;
  const asked = parameters.get("tab");
  const tab = manageTabs.find((name) => name === asked) ?? "users";
  const state = readListState(parameters);
  const { q, filters, pageNumber, pageSize, sortBy, sortOrder } = listQuery(state);
  const query = { pageNumber, pageSize, sortBy, sortOrder, ...(q ? { q } : {}), ...(filters ? { filters } : {}) };
  const client = getWiring().clients.customerManagement;
  try {
    if (tab === "organizations") {
      const { body } = await client.getSchoolUnits({ query }, panel.credentials);
      return { tab, ...page(state, body.data, body.meta.totalItems) };
    }
    if (tab === "groups") {
      const { body } = await client.getGroups({ query: { ...query, include: "schoolUnit" } }, panel.credentials);
      return { tab, ...page(state, body.data, body.meta.totalItems) };
    }
    const { body } = await client.getUsers({ query }, panel.credentials);
    return { tab, ...page(state, body.data, body.meta.totalItems) };
  } catch (error) {
    const refusal = refusalOf(error, request);
    if (refusal instanceof Response || !(error instanceof ServiceError)) throw refusal;
    return { tab: "users", ...page<ManagedUser>(state, []), failed: true };
  }
}

function page<Row>(state: ListState, rows: Row[], total?: number) {
  const hasNext = rows.length === listQuery(state).pageSize;
  return { state, rows, hasNext, total: total ?? null, failed: false };
}

/** The deleted person who is asked about; for super users alone, and the service decides again. */
export async function loadRestore(request: Request, kind: PersonKind, id: string): Promise<{ name: string }> {
  const panel = await enterPanel(request);
  if (!panel.user.isSuperUser || !isUuid(id)) throw new Response(null, { status: 404 });
  const client = getWiring().clients.customerManagement;
  const query = { filters: JSON.stringify({ status: "deleted", ids: [id] }), pageSize: 1 };
  const { body } = await orRefuse(client.getUsers({ query }, panel.credentials), request);
  const [found] = body.data;
  if (found === undefined || `${found.type}s` !== kind) throw new Response(null, { status: 404 });
  return { name: found.name };
}

/** Brings a deleted person back; the service lets super users alone. */
export async function restore(request: Request, kind: PersonKind, id: string): Promise<Response> {
  const panel = await enterPanel(request);
  const params = { version: "v1" as const, type: kind, id };
  try {
    const { body } = await panel.client.restorePerson({ params }, panel.credentials);
    const t = await getTranslator(request, "control-panel");
    const name = body.data.attributes.name.value;
    return await redirectWithNotice(`/controlpanel/${kind}/${id}`, "success", t("restore.done", { name }));
  } catch (error) {
    return sayRefused(error, request, `/controlpanel/${kind}/${id}/restore`);
  }
}
