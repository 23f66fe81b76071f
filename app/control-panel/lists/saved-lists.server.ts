import { data, redirect } from "@remix-run/node";
import { enterPanel, type Panel, shownFrame } from "~/control-panel/panel.server";
import { orRefuse, reasonsOf, refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { type SavedListName, viewNameSchema } from "~/services/contracts/saved-lists";
import { redirectWithNotice } from "~/shell/notice.server";
import { type ListState, listHref } from "./list-address";
import { chosenColumns, listDefinitions, readList } from "./list-definitions";

/** Saved views and kept columns of the panel's lists: what a page shows of them, and what its forms do. */

export type ListChoices = {
  list: SavedListName;
  /** The columns that are shown, by name. */
  columns: string[];
  /** Whether somebody chose them, now or at another time. */
  isChosen: boolean;
  views: Array<{ id: string; name: string; query: string }>;
};

/** What comes back when a view could not be saved and the list is shown again. */
export type ListActionData = { viewName: string; viewErrors: string[] };

export async function loadChoices(
  panel: Panel,
  request: Request,
  list: SavedListName,
  state: ListState,
): Promise<ListChoices> {
  const { lists: kept } = await shownFrame(panel, request);
  const definition = listDefinitions[list];
  const columns = chosenColumns(definition, state, kept.columns[list]);
  return {
    list,
    columns,
    isChosen: columns.join() !== definition.defaultColumns.join(),
    views: kept.views.filter((view) => view.list === list).map(({ id, name, query }) => ({ id, name, query })),
  };
}

/**
 * The forms of a list's page: a view saved or deleted, columns kept. The address of the form is the list as it stands.
 * @throws Response 400 for a form that no page of ours sends
 */
export async function actOnList(request: Request, list: SavedListName) {
  const panel = await enterPanel(request);
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "save-view") return saveView(panel, request, list, form);
  if (intent === "delete-view") return removeView(panel, request, list, String(form.get("view") ?? ""));
  if (intent === "keep-columns") return keepColumns(panel, request, list, form);
  throw new Response(null, { status: 400 });
}

async function saveView(panel: Panel, request: Request, list: SavedListName, form: FormData) {
  const { searchParams } = new URL(request.url);
  const written = String(form.get("name") ?? "").slice(0, 500);
  const name = viewNameSchema.safeParse(written);
  const refuse = (viewErrors: string[]) => data<ListActionData>({ viewName: written, viewErrors }, { status: 400 });
  if (!name.success) return refuse(name.error.issues.map((issue) => issue.message));
  const state = readList(list, searchParams);
  const { columns } = await loadChoices(panel, request, list, state);
  const query = viewQuery(list, { ...state, columns });
  try {
    const asked = { params: { list }, body: { data: { name: name.data, query } } };
    await panel.client.createListView(asked, panel.credentials);
  } catch (error) {
    const reasons = reasonsOf(error);
    if (reasons) return refuse(Object.values(reasons).flat());
    throw refusalOf(error, request);
  }
  const t = await getTranslator(request, "lists");
  return redirectWithNotice(pathOf(request, query), "success", t("views.saved", { name: name.data }));
}

/** A view's address: the list from its first page, its columns named unless they are the list's own. */
function viewQuery(list: SavedListName, state: ListState): string {
  const own = listDefinitions[list].defaultColumns.join();
  const columns = state.columns?.join() === own ? null : state.columns;
  return listHref("", { ...state, columns, page: 1, cursor: null }, {}).slice(1);
}

async function removeView(panel: Panel, request: Request, list: SavedListName, view: string) {
  const { searchParams } = new URL(request.url);
  await orRefuse(panel.client.deleteListView({ params: { list, view } }, panel.credentials), request);
  const t = await getTranslator(request, "lists");
  const query = listHref("", readList(list, searchParams), {}).slice(1);
  return redirectWithNotice(pathOf(request, query), "success", t("views.deleted"));
}

async function keepColumns(panel: Panel, request: Request, list: SavedListName, form: FormData) {
  const written = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") written.append(name, value);
  const state = readList(list, written);
  const columns = listDefinitions[list].columns.filter((name) => state.columns?.includes(name));
  const asked = { params: { list }, body: { data: columns } };
  await orRefuse(panel.client.putListColumns(asked, panel.credentials), request);
  return redirect(pathOf(request, listHref("", { ...state, columns: null }, {}).slice(1)));
}

/** The list's page with another query; what is no state of the list (a tab) stays. */
function pathOf(request: Request, query: string): string {
  const { pathname, searchParams } = new URL(request.url);
  const tab = searchParams.get("tab");
  const whole = [query, tab ? `tab=${encodeURIComponent(tab)}` : ""].filter(Boolean).join("&");
  return whole ? `${pathname}?${whole}` : pathname;
}
