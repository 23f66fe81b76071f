import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, loadPanelFrame, type Panel } from "~/control-panel/frame/panel.server";
import { hiddenField } from "~/forms/form-fields";
import { formResult } from "~/forms/form-result.server";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { orThrowResponse, reasonsOf, refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { type SavedListName, viewNameSchema } from "~/services/contracts/saved-lists";
import { type ListState, listHref } from "~/shell/list-address";
import { redirectWithNotice } from "~/shell/notice.server";
import { chosenColumns, listDefinitions } from "./list-definitions";
import { listIntents } from "./list-intents";
import { readList } from "./read-list";

/** Saved views and columns of the panel's lists: loader data and form actions. */

export type ListChoices = {
  list: SavedListName;
  /** Names of the shown columns. */
  columns: string[];
  /** Whether they differ from the default. */
  isChosen: boolean;
  views: Array<{ id: string; name: string; query: string }>;
};

export async function loadColumnChoices(
  panel: Panel,
  request: Request,
  list: SavedListName,
  state: ListState,
): Promise<ListChoices> {
  const { lists: saved } = await loadPanelFrame(panel, request);
  const definition = listDefinitions[list];
  const columns = chosenColumns(definition, state, saved.columns[list]);
  return {
    list,
    columns,
    isChosen: columns.join() !== definition.defaultColumns.join(),
    views: saved.views.filter((view) => view.list === list).map(({ id, name, query }) => ({ id, name, query })),
  };
}

type Sent = { panel: Panel; request: Request; list: SavedListName; form: FormData };

const actions: Record<string, (sent: Sent) => Promise<unknown>> = {
  [listIntents.saveView]: saveView,
  [listIntents.deleteView]: deleteView,
  [listIntents.saveColumns]: saveColumns,
};

/** Actions of a list's page: save or delete a view, save columns. The form's URL is the current list. */
export async function actOnList(backend: Backend, request: Request, list: SavedListName) {
  const panel = await authorisePanel(backend, request);
  const form = await request.formData();
  return actionOf(actions, form)({ panel, request, list, form });
}

const viewForm = z.object({ name: z.preprocess((text) => text ?? "", viewNameSchema) });

async function saveView({ panel, request, list, form }: Sent) {
  const { searchParams } = new URL(request.url);
  const { submission } = readForm(form, viewForm);
  const intent = listIntents.saveView;
  if (submission.status !== "success") return formResult(panel.backend, null, { request, submission, intent });
  const { name } = submission.value;
  const state = readList(list, searchParams);
  const { columns } = await loadColumnChoices(panel, request, list, state);
  const query = viewQuery(list, { ...state, columns });
  try {
    await panel.client.createListView({ params: { list }, body: { data: { name, query } } }, panel.credentials);
  } catch (error) {
    if (!reasonsOf(error)) throw refusalOf(error, request);
    return formResult(panel.backend, error, { request, submission, intent });
  }
  const t = await getTranslator(request, "lists");
  return redirectWithNotice(pathOf(request, query), "success", t("views.saved", { name }));
}

/** Query of a view: page 1, with columns only if they differ from the default. */
function viewQuery(list: SavedListName, state: ListState): string {
  const own = listDefinitions[list].defaultColumns.join();
  const columns = state.columns?.join() === own ? null : state.columns;
  return listHref("", { ...state, columns, page: 1, cursor: null }, {}).slice(1);
}

const savedViewForm = z.object({ view: hiddenField });

async function deleteView({ panel, request, list, form }: Sent) {
  const { view } = readForm(form, savedViewForm).values;
  const { searchParams } = new URL(request.url);
  await orThrowResponse(panel.client.deleteListView({ params: { list, view } }, panel.credentials), request);
  const t = await getTranslator(request, "lists");
  const query = listHref("", readList(list, searchParams), {}).slice(1);
  return redirectWithNotice(pathOf(request, query), "success", t("views.deleted"));
}

async function saveColumns({ panel, request, list, form }: Sent) {
  const parameters = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") parameters.append(name, value);
  const state = readList(list, parameters);
  const columns = listDefinitions[list].columns.filter((name) => state.columns?.includes(name));
  const input = { params: { list }, body: { data: columns } };
  await orThrowResponse(panel.client.putListColumns(input, panel.credentials), request);
  const t = await getTranslator(request, "lists");
  const query = listHref("", { ...state, columns: null }, {}).slice(1);
  return redirectWithNotice(pathOf(request, query), "success", t("arrange.kept"));
}

/** Path of the list's page with another query; keeps the tab, which is not part of the list's state. */
function pathOf(request: Request, query: string): string {
  const { pathname, searchParams } = new URL(request.url);
  const tab = searchParams.get("tab");
  const whole = [query, tab ? `tab=${encodeURIComponent(tab)}` : ""].filter(Boolean).join("&");
  return whole ? `${pathname}?${whole}` : pathname;
}
